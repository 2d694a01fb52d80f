import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_THRESHOLDS, makeBundle, policyHash } from '../../src/policy/bundle.js'
import { checkBundle, checkRule, MAX_RULES } from '../../src/policy/check-bundle.js'
import { MAX_CONDITION_DEPTH, MAX_CONDITION_NODES } from '../../src/policy/check-condition.js'
import { managedBundle, MANAGED_RULES } from '../../src/policy/managed.js'
import type { Condition, Rule } from '../../src/policy/types.js'
import { ruleOf, ruleSets } from './inputs.js'

const isRead: Condition = { dimension: 'operation', in: ['read'] }
const rule = ruleOf('own.rule', 'ALLOW', isRead)
const findingsOf = (value: unknown) => checkRule(value).map(({ code, pointer }) => [code, pointer])
const conditionFindings = (when: unknown) => findingsOf({ ...rule, when })

describe('checking a rule', () => {
  it('accepts each part of the language', () => {
    fc.assert(
      fc.property(ruleSets, (rules) => {
        for (const each of rules) expect(checkRule(each)).toEqual([])
      }),
    )
  })

  it.each<[string, unknown, string, string]>([
    ['a value that is no object', [], 'wrong_type', ''],
    ['a missing text', { ...rule, text: undefined, title: ' ' }, 'wrong_type', '/title'],
    ['an unknown member', { ...rule, enabled: true }, 'unknown_member', '/enabled'],
    ['an unknown effect', { ...rule, effect: 'PERMIT' }, 'not_in_vocabulary', '/effect'],
    ['a source that there is not', { ...rule, min_source: 'signed' }, 'not_in_vocabulary', '/min_source'],
    ['a version that is no whole number', { ...rule, version: 0 }, 'out_of_range', '/version'],
    ['an id with a space', { ...rule, id: 'my rule' }, 'wrong_type', '/id'],
    ['an id that is a reason', { ...rule, id: 'human_approved' }, 'not_allowed', '/id'],
    ['a lone surrogate', { ...rule, text: '\ud800' }, 'out_of_range', '/text'],
    ['a MODIFY without transform', { ...rule, effect: 'MODIFY' }, 'missing', '/transform'],
    ['a DEFER without pending', { ...rule, effect: 'DEFER' }, 'missing', '/pending'],
    ['a DEFER that awaits nothing', { ...rule, effect: 'DEFER', pending: {} }, 'missing', '/pending'],
    ['a transform on an ALLOW', { ...rule, transform: { note: 'x' } }, 'not_allowed', '/transform'],
    [
      'a narrowing to unknown',
      { ...rule, effect: 'MODIFY', transform: { note: 'x', narrow_destination_to: 'unknown' } },
      'not_in_vocabulary',
      '/transform/narrow_destination_to',
    ],
  ])('refuses %s', (_, value, code, pointer) => {
    expect(findingsOf(value)).toContainEqual([code, pointer])
  })

  it.each<[string, unknown, string, string]>([
    ['two kinds in one', { ...isRead, not: isRead }, 'wrong_type', '/when'],
    ['no kind', {}, 'wrong_type', '/when'],
    [
      'a dimension that there is not',
      { dimension: 'risk', in: ['high'] },
      'not_in_vocabulary',
      '/when/dimension',
    ],
    [
      'a value of another dimension',
      { dimension: 'operation', in: ['bulk'] },
      'not_in_vocabulary',
      '/when/in/0',
    ],
    ['a value twice', { dimension: 'operation', in: ['read', 'read'] }, 'duplicate', '/when/in/1'],
    ['an empty list of values', { dimension: 'operation', in: [] }, 'wrong_type', '/when/in'],
    ['an empty conjunction', { all: [] }, 'wrong_type', '/when/all'],
    ['two operators', { dimension: 'operation', in: ['read'], not_in: ['send'] }, 'wrong_type', '/when'],
    ['a fault deep inside', { all: [isRead, { not: { any: [7] } }] }, 'wrong_type', '/when/all/1/not/any/0'],
    [
      'a history that there is not',
      { history: 'constructor', of: 'x', at_least: 1 },
      'not_in_vocabulary',
      '/when/history',
    ],
    ['a count without its name', { history: 'operations', at_least: 1 }, 'missing', '/when/of'],
    [
      'a name on a plain count',
      { history: 'actions', of: 'read', at_least: 1 },
      'unknown_member',
      '/when/of',
    ],
    ['half a call', { history: 'actions', at_least: 0.5 }, 'out_of_range', '/when/at_least'],
    ['a test that compares with a text', { signal: 'amount', above: '5' }, 'wrong_type', '/when/above'],
    ['a range upside down', { signal: 'amount', between: [5, 1] }, 'out_of_range', '/when/between'],
    ['a range of one', { signal: 'amount', between: [5] }, 'wrong_type', '/when/between'],
    ['a list with null', { signal: 'region', one_of: [null] }, 'wrong_type', '/when/one_of'],
    ['a signal without a test', { signal: 'amount' }, 'wrong_type', '/when'],
  ])('refuses a condition with %s', (_, when, code, pointer) => {
    expect(conditionFindings(when)).toContainEqual([code, pointer])
  })

  it.each([
    ...[
      'instructions_hash',
      'shown_text_hash',
      'human_authorized',
      'human_decision',
      'approver',
      'resolves_action',
    ],
    ...['inferred', 'inference_model', 'inference_prompt_hash', 'inference_slice'],
  ])('lets no rule read %s', (signal) => {
    expect(conditionFindings({ signal, stated: true })).toEqual([['not_allowed', '/when/signal']])
  })

  it('bounds nesting and size', () => {
    let nested: Condition = isRead
    for (let depth = 1; depth < MAX_CONDITION_DEPTH; depth += 1) nested = { not: nested }
    expect(conditionFindings(nested)).toEqual([])
    expect(conditionFindings({ not: nested })[0]?.[0]).toBe('out_of_range')
    const wide = { any: Array.from({ length: MAX_CONDITION_NODES - 1 }, () => isRead) }
    expect(conditionFindings(wide)).toEqual([])
    expect(conditionFindings({ any: [...wide.any, isRead] })).toEqual([['out_of_range', '/when']])
    const bad = { any: Array.from({ length: 200 }, () => ({ any: Array.from({ length: 200 }, () => null) })) }
    expect(conditionFindings(bad).length).toBeLessThanOrEqual(MAX_CONDITION_NODES + 1)
  })

  it('reports on any JSON and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(checkRule(value).length).toBeGreaterThan(0)
        expect(checkBundle(value).length).toBeGreaterThan(0)
        expect(conditionFindings(value).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a bundle', () => {
  const bundle = managedBundle()

  it('holds rules, algorithm, base, thresholds and the versions of taxonomy and lexicon', () => {
    expect(bundle).toMatchObject({
      v: 1,
      algorithm: 'deny-overrides',
      base: 'DENY',
      thresholds: { record_count: 100, recipient_count: 25, amount: 100_000 },
      taxonomy: 'heron.taxonomy/1',
      lexicon: 'heron.lexicon/1',
    })
    expect(checkBundle(bundle)).toEqual([])
  })

  it('has a hash that moves with each part and not with the order of the rules given', () => {
    const hash = policyHash(bundle)
    expect(policyHash(makeBundle({ rules: [...MANAGED_RULES].reverse() }))).toBe(hash)
    const others = [
      makeBundle({ rules: MANAGED_RULES.slice(1) }),
      makeBundle({ rules: MANAGED_RULES, base: 'STEP_UP' }),
      makeBundle({ rules: MANAGED_RULES, thresholds: { ...DEFAULT_THRESHOLDS, amount: 1 } }),
      { ...bundle, lexicon: 'heron.lexicon/2' },
    ]
    expect(new Set([hash, ...others.map(policyHash)]).size).toBe(5)
  })

  it('of the managed set is pinned: a change of rules or thresholds is a new policy', () => {
    expect(policyHash(bundle)).toBe('sha256:842a0efb9829cdd4edd010ce25177ecf00824fe392c3c1652a1baaa9077a4ec3')
  })

  it('cannot be made of rules that are none', () => {
    expect(() => makeBundle({ rules: [rule, rule] })).toThrow(TypeError)
    expect(() => makeBundle({ rules: [{ ...rule, effect: 'PERMIT' } as unknown as Rule] })).toThrow(
      '/rules/0/effect',
    )
  })

  it('is refused with the place of what is wrong', () => {
    const check = (changed: object) =>
      checkBundle({ ...bundle, ...changed }).map(({ code, pointer }) => [code, pointer])
    expect(check({ v: 2 })).toEqual([['not_in_vocabulary', '/v']])
    expect(check({ base: 'ALLOW' })).toEqual([['not_in_vocabulary', '/base']])
    expect(check({ note: '' })).toEqual([['unknown_member', '/note']])
    expect(check({ rules: {} })).toEqual([['wrong_type', '/rules']])
    expect(check({ thresholds: { record_count: 0, recipient_count: 1 } })).toEqual([
      ['missing', '/thresholds/amount'],
      ['out_of_range', '/thresholds/record_count'],
    ])
    expect(check({ rules: [...bundle.rules].reverse() })[0]).toEqual(['out_of_range', '/rules/1/id'])
    expect(check({ rules: [rule, rule] })).toEqual([['duplicate', '/rules/1/id']])
    const many = Array.from({ length: MAX_RULES + 1 }, () => null)
    expect(check({ rules: many })[0]).toEqual(['out_of_range', '/rules'])
  })
})
