/** A rule's condition in words, and what differs between two bundles. */
import { describe, expect, it } from 'vitest'
import { type Condition, makeBundle, MANAGED_RULES, managedBundle } from '../../../evidence/src/index.js'
import { frameChanges } from '../../src/policy/bundle-diff.js'
import { conditionTree, conditionWords } from '../../src/policy/condition-words.js'
import { byPrecedence } from '../../src/policy/precedence.js'

describe('a condition in words', () => {
  it.each<[Condition, string]>([
    [{ dimension: 'operation', in: ['read'] }, 'operation is read'],
    [{ dimension: 'destination', in: ['external', 'third_party'] }, 'destination is external or third party'],
    [{ dimension: 'data_class', not_in: ['none'] }, 'data class is not none'],
    [{ dimension: 'operation', not_in: ['read', 'write'] }, 'operation is neither read nor write'],
    [
      {
        all: [
          { dimension: 'operation', in: ['send'] },
          { any: [{ signal: 'amount', above: 0 }, { not: { signal: 'op', stated: true } }] },
        ],
      },
      'operation is send, and (the signal amount is above 0, or not (the signal op is stated))',
    ],
    [{ any: [{ signal: 'amount', below: 5 }] }, 'the signal amount is below 5'],
    [{ signal: 'amount', between: [1, 5] }, 'the signal amount is from 1 to 5'],
    [{ signal: 'region', one_of: ['eu', 7, true] }, 'the signal region is eu, 7 or true'],
    [{ signal: 'region', stated: false }, 'the signal region is not stated'],
    [{ history: 'actions', at_least: 1 }, 'there was at least 1 call earlier in the run'],
    [{ history: 'actions', at_most: 3 }, 'there were at most 3 calls earlier in the run'],
    [{ history: 'operations', of: 'read', at_most: 0 }, 'there was no allowed read earlier in the run'],
    [
      { history: 'data_classes_read', of: 'personal', at_least: 2 },
      'there were at least 2 allowed reads of personal data earlier in the run',
    ],
    [{ history: 'approvals', at_least: 0 }, 'always'],
  ])('%j', (condition, words) => {
    expect(conditionWords(condition)).toBe(words)
  })

  it('has words for every managed rule, and keeps the grouping', () => {
    for (const { when } of MANAGED_RULES) expect(conditionWords(when)).not.toBe('')
    expect(conditionTree({ all: [{ any: [{ signal: 'a', stated: true }] }] })).toEqual({
      text: 'the signal a is stated',
    })
  })
})

describe('rules in the order of precedence', () => {
  it('puts what wins first, then goes by id', () => {
    const effects = [...MANAGED_RULES].sort(byPrecedence).map(({ effect }) => effect)
    expect(effects[0]).toBe('DENY')
    expect(effects.at(-1)).toBe('ALLOW')
    expect([...MANAGED_RULES].sort(byPrecedence)[0]?.id).toBe('heron.credential.deny')
  })
})

describe('what frames the rules', () => {
  it('names base and thresholds that differ, with both ends', () => {
    const before = managedBundle()
    const after = makeBundle({
      rules: MANAGED_RULES,
      base: 'STEP_UP',
      thresholds: { ...before.thresholds, recipient_count: 5 },
    })
    expect(frameChanges(before, after)).toEqual([
      { name: 'answer where no rule matches', before: 'DENY', after: 'STEP_UP' },
      { name: 'bulk above, recipient count', before: '25', after: '5' },
    ])
    expect(frameChanges(before, before)).toEqual([])
  })
})
