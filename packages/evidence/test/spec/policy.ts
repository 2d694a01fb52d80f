/** Vectors of the policy engine: bundles, signal tests, approvals, history, evaluations (heron.md §5). */
import fc from 'fast-check'
import {
  advanceHistory,
  type ApprovalQuestion,
  type Condition,
  EMPTY_HISTORY,
  evaluate,
  type EvaluationInput,
  type History,
  type JudgedAction,
  makeBundle,
  managedBundle,
  matchApproval,
  type PolicyBundle,
  policyHash,
  type Rule,
  runSignalTests,
  type Signals,
} from '../../src/index.js'
import { answered, inputOf, inputs, ruleOf } from '../policy/inputs.js'

const read: Condition = { dimension: 'operation', in: ['read'] }
const TESTS: Condition[] = [
  { signal: 'amount', above: 10 },
  { signal: 'amount', below: 5 },
  { signal: 'record_count', between: [1, 10] },
  { signal: 'region', one_of: ['eu', 'us', 7, true] },
  { signal: 'dry_run', stated: true },
  { signal: 'ticket', stated: false },
]

/** Bundles of our own making; the broken ones are as a verifier may be handed them. */
const BUNDLES: Readonly<Record<string, PolicyBundle>> = {
  managed: managedBundle(),
  nothing: makeBundle({ rules: [] }),
  nothing_steps_up: makeBundle({ rules: [], base: 'STEP_UP' }),
  signals: makeBundle({
    rules: TESTS.map((when, index) => ruleOf(`t${index.toString()}`, 'STEP_UP', when)),
  }),
  sources: makeBundle({
    rules: [
      ruleOf('a.read', 'ALLOW', read, { min_source: 'catalogued' }),
      ruleOf('b.write', 'ALLOW', { dimension: 'operation', in: ['write'] }, { min_source: 'derived' }),
      ruleOf('c.defer', 'DEFER', { dimension: 'magnitude', in: ['bulk'] }),
      ruleOf('d.modify', 'MODIFY', { dimension: 'operation', in: ['delete'] }),
    ],
  }),
  logic: makeBundle({
    rules: [
      ruleOf('a', 'ALLOW', { any: [read, { not: { dimension: 'destination', in: ['external'] } }] }),
      ruleOf('b', 'DENY', {
        all: [
          { history: 'actions', at_least: 3 },
          { signal: 'amount', above: 0 },
        ],
      }),
      ruleOf('c', 'STEP_UP', { history: 'operations', of: 'send', at_least: 1 }),
      ruleOf('d', 'DEFER', {
        all: [
          { history: 'data_classes_read', of: 'personal', at_most: 0 },
          { dimension: 'data_class', not_in: ['none', 'operational'] },
        ],
      }),
      ruleOf('e', 'ALLOW', { history: 'approvals', at_least: 1 }),
    ],
  }),
  broken_rule: {
    ...managedBundle(),
    rules: [...managedBundle().rules, ruleOf('zz', 'ALLOW', { weather: 'fine' } as never)],
  },
  broken_rule_without_id: { ...managedBundle(), rules: [{ ...ruleOf('x', 'ALLOW', read), id: 'no_rule' }] },
  same_id_twice: makeTwice(),
  ...broken({
    modify_without_transform: { ...ruleOf('x', 'ALLOW', read), effect: 'MODIFY' },
    allow_with_pending: { ...ruleOf('x', 'ALLOW', read), pending: { prior_operation: ['read'] } },
    empty_pending: { ...ruleOf('x', 'DEFER', read), pending: {} },
    signal_that_no_rule_reads: ruleOf('x', 'ALLOW', { signal: 'human_decision', stated: true }),
    empty_list: ruleOf('x', 'ALLOW', { dimension: 'operation', in: [] }),
    blank_title: { ...ruleOf('x', 'ALLOW', read), title: ' ' },
    unknown_member: { ...ruleOf('x', 'ALLOW', read), enabled: false } as never,
    nested_17_deep: ruleOf('x', 'ALLOW', nested(16)),
    nested_16_deep: ruleOf('x', 'ALLOW', nested(15)),
    between_reversed: ruleOf('x', 'ALLOW', { signal: 'amount', between: [2, 1] }),
  }),
  unreadable: { ...managedBundle(), algorithm: 'permit-overrides' as never },
}

/** The managed rules and one more each. */
function broken(rules: Readonly<Record<string, Rule>>): Readonly<Record<string, PolicyBundle>> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      { ...managedBundle(), rules: [...managedBundle().rules, rule] },
    ]),
  )
}

function nested(levels: number): Condition {
  return levels === 0 ? read : { not: nested(levels - 1) }
}

function makeTwice(): PolicyBundle {
  const rules = [ruleOf('a', 'ALLOW', read), ruleOf('a', 'DENY', read), ruleOf('b', 'DENY', read)]
  return { ...managedBundle(), rules }
}

/** Generated inputs for each bundle: the seed is fixed, so they are the same on every run. */
const SAMPLES: Readonly<Record<string, number>> = { managed: 200, signals: 40, sources: 60, logic: 80 }

function evaluations(): readonly object[] {
  const judged = (bundle: string, name: string, input: EvaluationInput): object => ({
    name: `${bundle}/${name}`,
    bundle,
    input,
    result: evaluate(BUNDLES[bundle]!, input),
  })
  const stepUp = inputOf({ operation: 'execute' })
  const named: [string, string, EvaluationInput][] = [
    ['managed', 'read', inputOf({ operation: 'read' })],
    ['managed', 'unknown', inputOf({})],
    ['managed', 'approved', answered(stepUp, 'APPROVE', 'applies')],
    ['managed', 'declined', answered(stepUp, 'no', 'declined')],
    ['managed', 'approved_twice', answered(stepUp, 'APPROVE', 'used')],
    ['managed', 'approved_late', answered(stepUp, 'APPROVE', 'expired')],
    ['managed', 'approved_elsewhere', answered(stepUp, 'APPROVE', 'mismatch')],
    ['managed', 'approved_nothing', answered(stepUp, 'APPROVE', 'not_found')],
    [
      'managed',
      'approval_never_lifts_a_deny',
      answered(inputOf({ operation: 'send', data_class: 'credential' }), 'APPROVE', 'applies'),
    ],
    [
      'managed',
      'test_without_result',
      inputOf({ operation: 'write', data_class: 'financial' }, { signal_tests: [] }),
    ],
    [
      'managed',
      'test_with_two_results',
      inputOf(
        { operation: 'write', data_class: 'financial' },
        {
          signal_tests: [
            { test: { signal: 'amount', above: 0 }, result: true },
            { test: { signal: 'amount', above: 0 }, result: false },
          ],
        },
      ),
    ],
    ...Object.keys(BUNDLES)
      .filter((bundle) => bundle !== 'managed')
      .map((bundle): [string, string, EvaluationInput] => [bundle, 'read', inputOf({ operation: 'read' })]),
    ['broken_rule', 'deny', inputOf({ operation: 'send', data_class: 'credential' })],
  ]
  const generated = Object.entries(SAMPLES).flatMap(([bundle, numRuns]) =>
    fc
      .sample(inputs, { seed: 20260713, numRuns })
      .map((input, index) => judged(bundle, `generated_${index.toString()}`, input)),
  )
  return [...named.map(([bundle, name, input]) => judged(bundle, name, input)), ...generated]
}

const SIGNALS: readonly Signals[] = [
  {},
  { amount: 10 },
  { amount: 11, record_count: 10, region: 'eu', dry_run: false, ticket: 'T-1' },
  { amount: 4.5, record_count: 0, region: 7 },
  { amount: '11', record_count: true, region: true },
  { amount: null, region: '7', dry_run: null },
]

const QUESTION: ApprovalQuestion = {
  statement: { kind: 'answer', resolves_action: 'act_1', human_decision: 'APPROVE', approver: null },
  candidate: {
    session: 's',
    tool: 't',
    argsHash: 'h',
    verdict: 'STEP_UP',
    decidedAtMs: 1000,
    state: 'open',
  },
  call: { session: 's', tool: 't', argsHash: 'h' },
  nowMs: 2000,
  timeoutMs: 1000,
}

function approvals(): readonly object[] {
  const { candidate, statement } = QUESTION
  const changed: Readonly<Record<string, Partial<ApprovalQuestion>>> = {
    applies_at_the_last_moment: {},
    late: { nowMs: 2001 },
    no_statement: { statement: null },
    prior: { statement: { kind: 'prior', approver: null } },
    declined: { statement: { ...statement!, human_decision: 'approve' } as never },
    no_such_action: { candidate: null },
    was_a_deny: { candidate: { ...candidate!, verdict: 'DENY' } },
    other_session: { call: { session: 'z', tool: 't', argsHash: 'h' } },
    other_tool: { call: { session: 's', tool: 'z', argsHash: 'h' } },
    other_arguments: { call: { session: 's', tool: 't', argsHash: 'z' } },
    used: { candidate: { ...candidate!, state: 'lifted' } },
    closed: { candidate: { ...candidate!, state: 'closed' } },
  }
  return Object.entries(changed).map(([name, change]) => {
    const question = { ...QUESTION, ...change }
    return { name, question, match: matchApproval(question) }
  })
}

function histories(): readonly object[] {
  const step = (operation: string, data_class: string, verdict: string, reasons: string[] = []) =>
    ({
      classification: { operation: { value: operation }, data_class: { value: data_class } },
      result: { verdict, reasons },
    }) as JudgedAction
  const steps = [
    step('read', 'personal', 'ALLOW'),
    step('read', 'personal', 'DENY'),
    step('write', 'none', 'ALLOW'),
    step('execute', 'unknown', 'ALLOW', ['heron.execute.step_up', 'human_approved']),
    step('read', 'unknown', 'ALLOW'),
    step('send', 'none', 'STEP_UP'),
  ]
  let history: History = EMPTY_HISTORY
  return steps.map((action) => {
    const before = history
    history = advanceHistory(history, action)
    return { before, step: action, after: history }
  })
}

export function policyVectors(): Readonly<Record<string, unknown>> {
  return {
    spec: 'heron-policy',
    version: 1,
    bundles: Object.entries(BUNDLES).map(([name, bundle]) => ({
      name,
      policy_hash: policyHash(bundle),
      bundle,
    })),
    signal_tests: ['managed', 'signals', 'broken_rule'].flatMap((bundle) =>
      SIGNALS.map((signals) => ({ bundle, signals, results: runSignalTests(BUNDLES[bundle]!, signals) })),
    ),
    approvals: approvals(),
    history: histories(),
    evaluations: evaluations(),
  }
}
