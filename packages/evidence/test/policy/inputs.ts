/** Evaluation inputs for tests: short to write by hand, and generated. */
import fc from 'fast-check'
import {
  type Classification,
  type Condition,
  DATA_CLASSES,
  type Dimension,
  DIMENSION_VALUES,
  DIMENSIONS,
  type EvaluationInput,
  OPERATIONS,
  type Rule,
  type Source,
  SOURCES,
  VERDICTS,
} from '../../src/policy/types.js'

type Values = { readonly [name in Dimension]?: string }

/** Dimensions that are given come from `source`; the others are unknown. */
export function classificationOf(values: Values, source: Source = 'declared'): Classification {
  const dimension = (name: Dimension) => ({
    value: values[name] ?? 'unknown',
    source: values[name] === undefined ? 'unknown' : source,
  })
  return {
    taxonomy: 'heron.taxonomy/1',
    lexicon: 'heron.lexicon/1',
    operation: dimension('operation'),
    data_class: dimension('data_class'),
    destination: dimension('destination'),
    magnitude: { ...dimension('magnitude'), of: [] },
    reversibility: dimension('reversibility'),
    approval: null,
    inference: null,
    commitments: [],
  } as Classification
}

export function inputOf(values: Values, changed: Partial<EvaluationInput> = {}): EvaluationInput {
  return {
    classification: classificationOf(values),
    history: { actions: 1, operations: { read: 1 }, data_classes_read: {}, approvals: 0 },
    signal_tests: [{ test: { signal: 'amount', above: 0 }, result: false }],
    approval_match: 'none',
    ...changed,
  }
}

/** The input with a person's answer to a step-up. */
export function answered(
  input: EvaluationInput,
  decision: string,
  match: EvaluationInput['approval_match'],
): EvaluationInput {
  const approval = {
    kind: 'answer',
    resolves_action: 'act_1',
    human_decision: decision,
    approver: null,
  } as const
  return { ...input, approval_match: match, classification: { ...input.classification, approval } }
}

export function ruleOf(id: string, effect: Rule['effect'], when: Condition, more: Partial<Rule> = {}): Rule {
  return {
    id,
    version: 1,
    title: 'A rule',
    text: 'What it does.',
    effect,
    when,
    ...(effect === 'MODIFY' && { transform: { note: 'Narrow it.' } }),
    ...(effect === 'DEFER' && { pending: { prior_operation: ['read'] as const } }),
    ...more,
  }
}

const signalTests = [
  { signal: 'amount', above: 0 },
  { signal: 'record_count', between: [1, 10] },
  { signal: 'region', one_of: ['eu', 'us'] },
  { signal: 'dry_run', stated: true },
] as const

/** Values and sources independent of each other: also such as no classification of ours has. */
const classifications: fc.Arbitrary<Classification> = fc
  .record(
    Object.fromEntries(
      DIMENSIONS.map((name) => [
        name,
        fc.record({ value: fc.constantFrom(...DIMENSION_VALUES[name]), source: fc.constantFrom(...SOURCES) }),
      ]),
    ) as Record<Dimension, fc.Arbitrary<{ value: string; source: Source }>>,
  )
  .map(
    (dimensions) =>
      ({
        ...classificationOf({}),
        ...dimensions,
        magnitude: { ...dimensions.magnitude, of: [] },
      }) as unknown as Classification,
  )

const counts = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.nat(3), { noNullPrototype: true })

export const inputs: fc.Arbitrary<EvaluationInput> = fc.record({
  classification: classifications,
  history: fc.record({
    actions: fc.nat(3),
    operations: counts(OPERATIONS),
    data_classes_read: counts(DATA_CLASSES),
    approvals: fc.nat(2),
  }),
  signal_tests: fc
    .tuple(...signalTests.map(() => fc.constantFrom(true, false, null)))
    .map((results) => signalTests.map((test, index) => ({ test, result: results[index] ?? null }))),
  approval_match: fc.constant('none' as const),
})

export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...DIMENSIONS).chain((dimension) =>
      fc
        .record({
          values: fc.subarray([...DIMENSION_VALUES[dimension]], { minLength: 1 }),
          negated: fc.boolean(),
        })
        .map(({ values, negated }): Condition =>
          negated ? { dimension, not_in: values } : { dimension, in: values },
        ),
    ),
    fc.record({ history: fc.constantFrom('actions', 'approvals'), at_least: fc.nat(2) }),
    fc.record({
      history: fc.constant('operations' as const),
      of: fc.constantFrom(...OPERATIONS),
      at_most: fc.nat(2),
    }),
    fc.constantFrom(...signalTests),
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
})).condition

const ruleParts = fc.record({
  effect: fc.constantFrom(...VERDICTS),
  when: conditions,
  min_source: fc.option(fc.constantFrom(...SOURCES), { nil: undefined, freq: 4 }),
})

/** Rules with ids of their own. */
export const ruleSets: fc.Arbitrary<Rule[]> = fc
  .array(ruleParts, { maxLength: 5 })
  .map((parts) =>
    parts.map(({ effect, when, min_source: demanded }, index) =>
      ruleOf(`own.rule_${index}`, effect, when, demanded === undefined ? {} : { min_source: demanded }),
    ),
  )
