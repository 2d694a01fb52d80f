import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../src/json/canonical.js'
import { parseJson } from '../../src/json/read.js'
import { makeBundle } from '../../src/policy/bundle.js'
import { dimensionsRead } from '../../src/policy/conditions.js'
import { evaluate } from '../../src/policy/engine.js'
import { managedBundle, MANAGED_RULES } from '../../src/policy/managed.js'
import {
  type EvaluationInput,
  type PolicyBundle,
  type Rule,
  VERDICTS,
  type Verdict,
} from '../../src/policy/types.js'
import { conditions, inputs, ruleOf, ruleSets } from './inputs.js'

const STRICTNESS: readonly Verdict[] = ['ALLOW', 'MODIFY', 'STEP_UP', 'DEFER', 'DENY']
const strictness = (verdict: Verdict) => STRICTNESS.indexOf(verdict)
const mixedRules = fc
  .tuple(fc.subarray([...MANAGED_RULES]), ruleSets)
  .map(([managed, own]) => [...managed, ...own])
const bases = fc.constantFrom('DENY' as const, 'STEP_UP' as const)

/** Replaces one value, anywhere in a JSON tree. */
const withOneChange = (tree: unknown) =>
  fc.tuple(fc.nat(), fc.jsonValue()).map(([place, value]) => {
    const copy = JSON.parse(JSON.stringify(tree)) as unknown
    const slots: [Record<string, unknown>, string][] = []
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      for (const name of Object.keys(node)) {
        slots.push([node as Record<string, unknown>, name])
        walk((node as Record<string, unknown>)[name])
      }
    }
    walk(copy)
    const [holder, name] = slots[place % slots.length]!
    holder[name] = value
    return copy
  })

describe('the engine', () => {
  it('keeps a DENY whatever ALLOW rule is added', () => {
    fc.assert(
      fc.property(mixedRules, bases, inputs, conditions, (rules, base, input, when) => {
        const before = evaluate(makeBundle({ rules, base }), input)
        fc.pre(before.verdict === 'DENY' && !before.reasons.includes('no_rule'))
        const after = evaluate(
          makeBundle({ rules: [...rules, ruleOf('own.added', 'ALLOW', when)], base }),
          input,
        )
        expect(after.verdict).toBe('DENY')
      }),
    )
  })

  it('never becomes stricter by an added ALLOW rule that it can evaluate', () => {
    fc.assert(
      fc.property(mixedRules, bases, inputs, conditions, (rules, base, input, when) => {
        const before = evaluate(makeBundle({ rules, base }), input)
        const after = evaluate(
          makeBundle({ rules: [...rules, ruleOf('own.added', 'ALLOW', when)], base }),
          input,
        )
        fc.pre(!after.reasons.includes('rule_error'))
        expect(strictness(after.verdict)).toBeLessThanOrEqual(strictness(before.verdict))
      }),
    )
  })

  it('never allows on a dimension that the deciding rule reads and nobody knows', () => {
    fc.assert(
      fc.property(mixedRules, bases, inputs, (rules, base, input) => {
        const evaluation = evaluate(makeBundle({ rules, base }), input)
        fc.pre(evaluation.verdict === 'ALLOW')
        const deciding = rules.find(({ id }) => id === evaluation.rule)
        for (const dimension of dimensionsRead(deciding!.when)) {
          expect(input.classification[dimension].value).not.toBe('unknown')
          expect(input.classification[dimension].source).not.toBe('unknown')
        }
      }),
    )
  })

  it('allows no longer once any dimension that an ALLOW rule reads is forgotten', () => {
    fc.assert(
      fc.property(conditions, inputs, (when, input) => {
        const bundle = makeBundle({ rules: [ruleOf('own.allow', 'ALLOW', when)] })
        for (const dimension of dimensionsRead(when)) {
          const forgotten = { ...input.classification[dimension], value: 'unknown', source: 'unknown' }
          const classification = { ...input.classification, [dimension]: forgotten }
          expect(evaluate(bundle, { ...input, classification }).verdict).not.toBe('ALLOW')
        }
      }),
    )
  })

  it('does not care for the order of rules', () => {
    const shuffled = mixedRules.chain((rules) =>
      fc.tuple(
        fc.constant(rules),
        fc.shuffledSubarray(rules, { minLength: rules.length, maxLength: rules.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, inputs, ([rules, others], input) => {
        const bundle = makeBundle({ rules })
        expect(evaluate({ ...bundle, rules: others }, input)).toEqual(evaluate(bundle, input))
        expect(makeBundle({ rules: others })).toEqual(bundle)
      }),
    )
  })

  it('gives the same evaluation to whoever reads bundle and input from their canonical texts', () => {
    const again = (value: unknown): unknown => parseJson(canonicalize(value))
    fc.assert(
      fc.property(mixedRules, bases, inputs, (rules, base, input) => {
        const bundle = makeBundle({ rules, base })
        const evaluation = evaluate(bundle, input)
        expect(evaluate(again(bundle) as PolicyBundle, again(input) as EvaluationInput)).toEqual(evaluation)
        expect(again(evaluation)).toEqual(evaluation)
      }),
    )
  })

  it('answers any JSON at all, and allows nothing then', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (bundle, input) => {
        const evaluation = evaluate(bundle as unknown as PolicyBundle, input as unknown as EvaluationInput)
        expect(evaluation.verdict).toBe('DENY')
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const { verdict } = evaluate(managedBundle(), input as unknown as EvaluationInput)
        expect(verdict).not.toBe('ALLOW')
      }),
    )
  })

  it('answers damaged bundles and inputs with a verdict of the five', () => {
    fc.assert(
      fc.property(withOneChange(managedBundle()), inputs.chain(withOneChange), (bundle, input) => {
        const evaluation = evaluate(bundle as PolicyBundle, input as EvaluationInput)
        expect(VERDICTS).toContain(evaluation.verdict)
        expect(() => canonicalize(evaluation)).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  it('bounds what nesting and size can cost', () => {
    let when: unknown = { dimension: 'operation', in: ['read'] }
    for (let depth = 0; depth < 50_000; depth += 1) when = { not: when }
    const wide = { any: Array.from({ length: 200_000 }, () => ({ dimension: 'operation', in: ['read'] })) }
    for (const condition of [when, wide]) {
      const rule = { ...ruleOf('own.x', 'ALLOW', MANAGED_RULES[0]!.when), when: condition } as Rule
      const bundle = { ...managedBundle(), rules: [rule] }
      expect(evaluate(bundle, {} as EvaluationInput).reasons).toEqual(['own.x', 'rule_error'])
    }
    const many = { ...managedBundle(), rules: Array.from({ length: 501 }, () => MANAGED_RULES[0]!) }
    expect(evaluate(many, {} as EvaluationInput).reasons).toEqual(['policy_invalid'])
  })
})
