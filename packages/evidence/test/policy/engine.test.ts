import { describe, expect, it } from 'vitest'
import { makeBundle } from '../../src/policy/bundle.js'
import { evaluate } from '../../src/policy/engine.js'
import { managedBundle } from '../../src/policy/managed.js'
import { REASONS } from '../../src/policy/reasons.js'
import type { Condition, EvaluationInput, PolicyBundle, Rule } from '../../src/policy/types.js'
import { answered, classificationOf, inputOf, ruleOf } from './inputs.js'

const isRead: Condition = { dimension: 'operation', in: ['read'] }
const read = inputOf({ operation: 'read' })
const judge = (rules: readonly Rule[], input: EvaluationInput = read, base: 'DENY' | 'STEP_UP' = 'DENY') =>
  evaluate(makeBundle({ rules, base }), input)

describe('deny-overrides', () => {
  const effects = ['DENY', 'DEFER', 'STEP_UP', 'MODIFY', 'ALLOW'] as const
  const rules = effects.map((effect) => ruleOf(`own.${effect.toLowerCase()}`, effect, isRead))

  it.each(effects)('%s wins over everything weaker', (effect) => {
    const weaker = rules.slice(effects.indexOf(effect))
    expect(judge(weaker)).toMatchObject({ verdict: effect, rule: `own.${effect.toLowerCase()}` })
  })

  it('names every matched rule, and every rule of the winning effect as a reason', () => {
    const evaluation = judge([...rules, ruleOf('own.also', 'DENY', isRead)])
    expect(evaluation.reasons).toEqual(['own.also', 'own.deny'])
    expect(evaluation.matched).toEqual([
      'own.allow',
      'own.also',
      'own.defer',
      'own.deny',
      'own.modify',
      'own.step_up',
    ])
  })

  it('gives transform and pending only with the verdict that they belong to', () => {
    expect(judge(rules.slice(3))).toMatchObject({ transform: { note: 'Narrow it.' }, pending: null })
    expect(judge(rules.slice(1))).toMatchObject({ transform: null, pending: { prior_operation: ['read'] } })
    expect(judge(rules)).toMatchObject({ transform: null, pending: null })
  })
})

describe('where no rule matches', () => {
  it.each(['DENY', 'STEP_UP'] as const)('the base %s decides', (base) => {
    expect(judge([], read, base)).toEqual({
      verdict: base,
      rule: null,
      reasons: ['no_rule'],
      matched: [],
      confidence: 'low',
      transform: null,
      pending: null,
    })
  })

  it('a policy that cannot be read is told apart from it', () => {
    for (const bundle of [
      null,
      7,
      {},
      [],
      { ...managedBundle(), v: 2 },
      { ...managedBundle(), base: 'ALLOW' },
    ]) {
      expect(evaluate(bundle as PolicyBundle, read)).toMatchObject({
        verdict: 'DENY',
        reasons: ['policy_invalid'],
      })
    }
    const otherAlgorithm = { ...managedBundle(), algorithm: 'allow-overrides' } as unknown as PolicyBundle
    expect(evaluate(otherAlgorithm, read).reasons).toEqual(['policy_invalid'])
  })
})

describe('an ALLOW that rests on an unknown', () => {
  const notOutward: Condition = { dimension: 'destination', not_in: ['external', 'third_party'] }

  it('is a STEP_UP', () => {
    expect(judge([ruleOf('own.near', 'ALLOW', { all: [isRead, notOutward] })])).toMatchObject({
      verdict: 'STEP_UP',
      rule: 'own.near',
      reasons: ['own.near', 'uncertain'],
      confidence: 'low',
    })
  })

  it('is one also where the value is stated and nobody is its source', () => {
    const classification = {
      ...read.classification,
      operation: { value: 'read', source: 'unknown' },
    } as const
    expect(judge([ruleOf('own.read', 'ALLOW', isRead)], { ...read, classification }).verdict).toBe('STEP_UP')
  })

  it('does not spoil another ALLOW that rests on what is known', () => {
    const rules = [ruleOf('own.a', 'ALLOW', notOutward), ruleOf('own.b', 'ALLOW', isRead)]
    expect(judge(rules)).toMatchObject({ verdict: 'ALLOW', rule: 'own.b', reasons: ['own.b'] })
  })

  it('leaves restrictive rules alone: a DENY may rest on an unknown', () => {
    expect(judge([ruleOf('own.deny', 'DENY', notOutward)])).toMatchObject({
      verdict: 'DENY',
      confidence: 'low',
    })
  })
})

describe('sources', () => {
  const rule = ruleOf('own.read', 'ALLOW', {
    all: [isRead, { dimension: 'data_class', in: ['operational'] }],
  })
  const from = (operation: string, dataClass: string): EvaluationInput => {
    const classification = classificationOf({ operation: 'read', data_class: 'operational' })
    return {
      ...read,
      classification: {
        ...classification,
        operation: { ...classification.operation, source: operation },
        data_class: { ...classification.data_class, source: dataClass },
      } as EvaluationInput['classification'],
    }
  }

  it.each([
    ['declared', 'declared', 'high'],
    ['declared', 'catalogued', 'high'],
    ['catalogued', 'inferred', 'medium'],
    ['derived', 'declared', 'medium'],
  ])('%s and %s give a confidence of %s', (operation, dataClass, confidence) => {
    expect(judge([rule], from(operation, dataClass)).confidence).toBe(confidence)
  })

  it('count only where the deciding rule reads them', () => {
    expect(judge([ruleOf('own.read', 'ALLOW', isRead)], from('declared', 'derived')).confidence).toBe('high')
  })

  it('hold a rule back that demands a stronger one', () => {
    const demanding = { ...rule, min_source: 'catalogued' } as const
    expect(judge([demanding], from('declared', 'catalogued')).verdict).toBe('ALLOW')
    expect(judge([demanding], from('declared', 'inferred'))).toMatchObject({
      verdict: 'DENY',
      rule: null,
      reasons: ['no_rule', 'min_source_unmet'],
      matched: [],
    })
  })
})

describe('a rule that cannot be evaluated', () => {
  const allow = ruleOf('own.allow', 'ALLOW', isRead)
  const withRule = (rule: unknown) =>
    ({ ...makeBundle({ rules: [allow] }), rules: [allow, rule] }) as PolicyBundle

  it.each([
    [
      'an unknown operator',
      { ...ruleOf('own.x', 'ALLOW', isRead), when: { dimension: 'operation', like: 'r' } },
    ],
    [
      'an unknown member beside a condition',
      { ...ruleOf('own.x', 'ALLOW', isRead), when: { ...isRead, unless: 1 } },
    ],
    ['a value outside the vocabulary', ruleOf('own.x', 'ALLOW', { dimension: 'operation', in: ['reed'] })],
    ['an empty list', ruleOf('own.x', 'ALLOW', { all: [] })],
    ['a MODIFY without a transform', { ...ruleOf('own.x', 'ALLOW', isRead), effect: 'MODIFY' }],
    ['no condition', { ...ruleOf('own.x', 'ALLOW', isRead), when: undefined }],
  ])('counts as a matched DENY: %s', (_, rule) => {
    expect(evaluate(withRule(rule), read)).toMatchObject({
      verdict: 'DENY',
      rule: 'own.x',
      reasons: ['own.x', 'rule_error'],
      matched: ['own.allow', 'own.x'],
    })
  })

  it('counts without a name when it has none', () => {
    for (const rule of [null, 3, {}, { id: 'no_rule' }]) {
      expect(evaluate(withRule(rule), read)).toMatchObject({
        verdict: 'DENY',
        rule: null,
        reasons: ['rule_error'],
      })
    }
  })

  it('counts when two rules share an id, since either may be the one that was meant', () => {
    expect(evaluate(withRule(allow), read)).toMatchObject({
      verdict: 'DENY',
      reasons: ['own.allow', 'rule_error'],
    })
  })

  it('counts only where its outcome hangs on what is missing', () => {
    const amount: Condition = { signal: 'amount', above: 10 }
    const rules = [
      allow,
      ruleOf('own.deny', 'DENY', { all: [{ dimension: 'operation', in: ['send'] }, amount] }),
    ]
    expect(judge(rules).verdict).toBe('ALLOW')
    const either = ruleOf('own.deny', 'DENY', { any: [{ dimension: 'operation', in: ['send'] }, amount] })
    expect(judge([allow, either]).reasons).toEqual(['own.deny', 'rule_error'])
    expect(judge([allow, ruleOf('own.deny', 'DENY', { not: amount })]).reasons).toEqual([
      'own.deny',
      'rule_error',
    ])
  })

  it('stands beside a DENY that did match', () => {
    const rules = [
      ruleOf('own.deny', 'DENY', isRead),
      ruleOf('own.amount', 'ALLOW', { signal: 'amount', above: 10 }),
    ]
    expect(judge(rules)).toMatchObject({
      rule: 'own.deny',
      reasons: ['own.deny', 'own.amount', 'rule_error'],
    })
  })
})

describe('signal test results', () => {
  const rule = ruleOf('own.deny', 'DENY', { signal: 'amount', above: 10 })
  const test = { signal: 'amount', above: 10 }
  const withResults = (...results: unknown[]) =>
    judge([rule], { ...read, signal_tests: results as EvaluationInput['signal_tests'] })

  it('decide, whatever else was tested', () => {
    expect(
      withResults({ test, result: true }, { test: { signal: 'amount', above: 11 }, result: false }).rule,
    ).toBe('own.deny')
    expect(withResults({ test, result: false }).reasons).toEqual(['no_rule'])
  })

  it('that contradict each other are none', () => {
    expect(withResults({ test, result: true }, { test, result: false }).reasons).toContain('rule_error')
    expect(
      withResults({ test, result: false }, { test, result: true }, { test, result: false }).reasons,
    ).toContain('rule_error')
  })
})

describe('history', () => {
  const judgeHistory = (when: Condition, history: unknown) =>
    judge([ruleOf('own.deny', 'DENY', when)], { ...read, history: history as EvaluationInput['history'] })
      .reasons

  it('counts a name that is absent as zero', () => {
    const history = { actions: 0, operations: {}, data_classes_read: {}, approvals: 0 }
    expect(judgeHistory({ history: 'operations', of: 'send', at_most: 0 }, history)).toEqual(['own.deny'])
    expect(judgeHistory({ history: 'data_classes_read', of: 'personal', at_least: 1 }, history)).toEqual([
      'no_rule',
    ])
  })

  it('that is missing or no number keeps the rule from being evaluated', () => {
    for (const history of [null, {}, { operations: 3, actions: '3' }, { operations: { send: -1 } }]) {
      expect(judgeHistory({ history: 'operations', of: 'send', at_most: 0 }, history)).toContain('rule_error')
      expect(judgeHistory({ history: 'actions', at_least: 1 }, history)).toContain('rule_error')
    }
  })
})

describe("a person's answer", () => {
  const stepUp = [ruleOf('own.ask', 'STEP_UP', isRead)]

  it('APPROVE lifts the named step-up', () => {
    expect(judge(stepUp, answered(read, 'APPROVE', 'applies'))).toMatchObject({
      verdict: 'ALLOW',
      rule: 'own.ask',
      reasons: ['own.ask', 'human_approved'],
    })
  })

  it('APPROVE lifts a step-up of the base and of an uncertain ALLOW too', () => {
    expect(judge([], answered(read, 'APPROVE', 'applies'), 'STEP_UP').verdict).toBe('ALLOW')
    const uncertain = ruleOf('own.near', 'ALLOW', { dimension: 'destination', not_in: ['external'] })
    expect(judge([uncertain], answered(read, 'APPROVE', 'applies')).verdict).toBe('ALLOW')
  })

  it.each(['DENY', 'DEFER', 'MODIFY', 'ALLOW'] as const)('APPROVE leaves %s as it is', (effect) => {
    const rules = [ruleOf('own.rule', effect, isRead)]
    expect(judge(rules, answered(read, 'APPROVE', 'applies'))).toEqual(judge(rules))
  })

  it.each([
    ['not_found', 'approval_not_found'],
    ['mismatch', 'approval_mismatch'],
    ['used', 'approval_used'],
    ['expired', 'approval_expired'],
  ] as const)('APPROVE that is %s lifts nothing and says so', (match, reason) => {
    expect(judge(stepUp, answered(read, 'APPROVE', match))).toMatchObject({
      verdict: 'STEP_UP',
      reasons: ['own.ask', reason],
    })
  })

  it.each(['DECLINE', 'approve', 'APPROVED', ''])(
    'anything else (%j) forces DENY, over an ALLOW too',
    (decision) => {
      for (const effect of ['STEP_UP', 'ALLOW', 'MODIFY', 'DEFER', 'DENY'] as const) {
        const evaluation = judge([ruleOf('own.rule', effect, isRead)], answered(read, decision, 'applies'))
        expect(evaluation).toMatchObject({
          verdict: 'DENY',
          rule: effect === 'DENY' ? 'own.rule' : null,
          reasons: ['own.rule', 'human_declined'],
          transform: null,
          pending: null,
        })
      }
    },
  )

  it('counts from the dashboard as from the vendor: it lifts a STEP_UP, never a DENY, and declines both', () => {
    const operator = (decision: 'APPROVE' | 'DECLINE') => {
      const approver = 'actor_0123456789abcdef'
      const approval = { kind: 'operator', resolves_action: 'act_1', human_decision: decision } as const
      return {
        ...read,
        classification: {
          ...read.classification,
          approval: { ...approval, approver, entry_hash: `sha256:${'0'.repeat(64)}` },
        },
        approval_match: decision === 'APPROVE' ? ('applies' as const) : ('declined' as const),
      }
    }
    const deny = [ruleOf('own.rule', 'DENY', isRead)]
    expect(judge(stepUp, operator('APPROVE'))).toMatchObject({ verdict: 'ALLOW' })
    expect(judge(deny, operator('APPROVE'))).toMatchObject({ verdict: 'DENY', rule: 'own.rule' })
    expect(judge(stepUp, operator('DECLINE'))).toMatchObject({
      verdict: 'DENY',
      reasons: ['own.ask', 'human_declined'],
    })
  })

  it('that cannot be read is none that approves', () => {
    for (const decision of [undefined, null, true, ['APPROVE']]) {
      const unreadable = answered(read, decision as unknown as string, 'applies')
      expect(judge(stepUp, unreadable)).toMatchObject({
        verdict: 'DENY',
        reasons: ['own.ask', 'human_declined'],
      })
    }
  })

  it('that nobody stated lifts nothing: a match without a statement, or a prior approval', () => {
    expect(judge(stepUp, { ...read, approval_match: 'applies' }).verdict).toBe('STEP_UP')
    const classification = { ...read.classification, approval: { kind: 'prior', approver: 'u_1' } } as const
    expect(judge(stepUp, { ...read, classification, approval_match: 'applies' })).toEqual(judge(stepUp))
  })
})

describe('reasons', () => {
  it('are each explained once', () => {
    expect(Object.values(REASONS).every((meaning) => meaning.length > 10)).toBe(true)
  })
})
