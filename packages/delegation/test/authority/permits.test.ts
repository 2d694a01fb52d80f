/** The decision about one action (delegation.md §1.5, §1.10, §1.6). */
import type { JsonObject, JsonValue } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { CallerError } from '../../src/caller-error.js'
import { permits } from '../../src/authority/permits.js'
import { authority, DRAFT_01, DRAFT_02, LEDGER_01 } from './support.js'

const SCOPE = 'crm.read'
const EGRESS = ['none', 'internal', 'any']

/** Codes of one constraint under draft-02 for one context. */
const codes = (constraint: JsonValue, context: JsonObject, totals: JsonObject = {}): string[] =>
  permits(authority(DRAFT_02, [SCOPE], [constraint]), SCOPE, context, { totals }).reasons.map(
    ({ code }) => code,
  )
const codes01 = (constraint: JsonValue, context: JsonObject, scope = SCOPE): string[] =>
  permits(authority(LEDGER_01, ['crm.*'], [constraint]), scope, context).reasons.map(({ code }) => code)

describe('scopes', () => {
  it('permits what is covered and says what was asked otherwise', () => {
    const held = authority(DRAFT_01, ['crm.*'])
    expect(permits(held, 'crm.read', {})).toEqual({ allowed: true, reasons: [] })
    expect(permits(held, 'pay.send', {})).toMatchObject({
      allowed: false,
      reasons: [{ code: 'scope_not_granted', constraint: null, limit: null, requested: 'pay.send' }],
    })
  })

  it.each(['crm', 'crmx.read', '*', 'crm.re*', 'CRM.read', 'crm.read\n', ''])(
    'does not permit %j under `crm.*`',
    (scope) => {
      expect(permits(authority(DRAFT_01, ['crm.*']), scope, {}).allowed).toBe(false)
    },
  )

  it('an authority without scopes permits nothing', () => {
    expect(permits(authority(DRAFT_01, []), SCOPE, {}).allowed).toBe(false)
  })
})

describe('per-action bounds', () => {
  const table: [string, JsonValue, JsonValue[], JsonValue[]][] = [
    ['max', { key: 'k', max: 5 }, [5, 0, -1, 4.5], [6, '5', true, [5], { a: 1 }, 2 ** 53]],
    ['min', { key: 'k', min: 5 }, [5, 6], [4, '6', true, 2 ** 53]],
    ['one_of', { key: 'k', one_of: ['a', 1] }, ['a', 1, 1.0], ['b', '1', true, ['a'], { a: 1 }]],
    ['not_one_of', { key: 'k', not_one_of: ['a', 1] }, ['b', '1', true], ['a', 1, ['b'], { b: 1 }]],
    ['prefix', { key: 'k', prefix: '/a' }, ['/a', '/ab'], ['/b', '', 5, ['/a']]],
    ['rank', { key: 'k', rank: 'internal', order: EGRESS }, ['none', 'internal'], ['any', 'all', 1, true]],
  ]
  it.each(table)('%s', (_type, constraint, allowed, refused) => {
    for (const value of allowed) expect(codes(constraint, { k: value })).toEqual([])
    for (const value of refused) expect(codes(constraint, { k: value })).toEqual(['ceiling_exceeded'])
  })

  it.each(table)('%s is satisfied by a field that is absent or null', (_type, constraint) => {
    expect(codes(constraint, {})).toEqual([])
    expect(codes(constraint, { k: null })).toEqual([])
  })

  it('says which limit was exceeded by what', () => {
    const { reasons } = permits(authority(DRAFT_02, [SCOPE], [{ key: 'max_rows', max: 5 }]), SCOPE, {
      rows: 9,
    })
    expect(reasons).toMatchObject([
      { code: 'ceiling_exceeded', constraint: 'max_rows', limit: 5, requested: 9 },
    ])
  })

  it('lets a prefix that admits nothing admit nothing', () => {
    expect(codes({ key: 'k', prefix: '/a\u0000/b' }, { k: '/a\u0000/b/c' })).toEqual(['ceiling_exceeded'])
  })

  it.each<[string, JsonValue, string, JsonValue]>([
    ['max_rows', { key: 'max_rows', max: 1 }, 'rows', 2],
    ['max_spend', { key: 'max_spend', max: 1 }, 'spend', 2],
    ['max_calls', { key: 'max_calls', max: 1 }, 'calls', 2],
    ['egress', { key: 'egress', rank: 'internal' }, 'egress', 'any'],
    ['an allow-list', { key: 'k', type: 'allow', one_of: ['a'] }, 'k', 'b'],
    ['an allow-list on a field', { key: 'k', type: 'allow', one_of: ['a'], field: 'f' }, 'f', 'b'],
    ['a deny-list', { key: 'k', type: 'deny', not_one_of: ['a'] }, 'k', 'a'],
    ['a prefix', { key: 'k', type: 'prefix', prefix: '/a' }, 'k', '/b'],
  ])('draft-01: %s reads its own field', (_what, constraint, field, value) => {
    expect(codes01(constraint, { [field]: value })).toEqual(['ceiling_exceeded'])
    expect(codes01(constraint, { other: value })).toEqual([])
  })

  it('a scoped call limit applies only to the scopes that it covers', () => {
    const limit = { key: 'max_calls[crm.x.*]', type: 'max_calls', max: 1, applies_to: 'crm.x.*' }
    expect(codes01(limit, { 'calls[crm.x.*]': 2 }, 'crm.x.read')).toEqual(['ceiling_exceeded'])
    expect(codes01(limit, { 'calls[crm.x.*]': 2 }, 'crm.y.read')).toEqual([])
  })

  it('collects every failing bound in key order, after the scope', () => {
    const held = authority(
      DRAFT_02,
      ['crm.*'],
      [
        { key: 'max_rows', max: 1 },
        { key: 'egress', rank: 'none', order: EGRESS },
        { key: 'geo', within: 'EU' },
      ],
    )
    const { reasons } = permits(held, 'pay.send', { rows: 2, egress: 'any' })
    expect(reasons.map(({ code, constraint }) => [code, constraint])).toEqual([
      ['scope_not_granted', null],
      ['ceiling_exceeded', 'egress'],
      ['unknown_constraint', 'geo'],
      ['ceiling_exceeded', 'max_rows'],
    ])
  })
})

describe('reading the context', () => {
  it('`_scope` is always the scope being judged', () => {
    const onScope = { key: '_scope', one_of: ['crm.read'] }
    expect(codes(onScope, { _scope: 'pay.send' })).toEqual([])
    expect(codes({ key: '_scope', one_of: ['pay.send'] }, { _scope: 'pay.send' })).toEqual([
      'ceiling_exceeded',
    ])
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'a prototype’s `%s` is no field of the request',
    (key) => {
      expect(codes({ key, one_of: ['x'] }, {})).toEqual([])
      expect(codes({ key, max: 1 }, {})).toEqual([])
    },
  )

  it('an own member of such a name is', () => {
    const context = JSON.parse('{"__proto__": 9}') as JsonObject
    expect(codes({ key: '__proto__', max: 1 }, context)).toEqual(['ceiling_exceeded'])
  })

  it('an ordinary key that ends in `_total` reads its own field', () => {
    expect(codes({ key: 'spend_total', max: 1 }, { spend_total: 2 })).toEqual(['ceiling_exceeded'])
  })
})

describe('cumulative bounds', () => {
  it.each<[string, JsonValue, string]>([
    ['a lifetime total', { key: 'max_spend', max_lifetime: 5 }, 'spend_total'],
    ['a subtree total', { key: 'max_spend', max_subtree: 5 }, 'spend_subtree_total'],
    ['a call count', { key: 'max_calls', max_lifetime: 5 }, 'calls'],
    ['a scoped call count', { key: 'max_calls[crm.*]', max_lifetime: 5 }, 'calls[crm.*]'],
    ['calls of a subtree', { key: 'max_calls', max_subtree: 5 }, 'calls_subtree_total'],
  ])('%s is supplied apart from the request; without it the action is denied', (_what, constraint, name) => {
    expect(codes(constraint, {}, { [name]: 5 })).toEqual([])
    expect(codes(constraint, {}, { [name]: 6 })).toEqual(['ceiling_exceeded'])
    expect(codes(constraint, {})).toEqual(['ceiling_exceeded'])
    expect(codes(constraint, { [name]: 1, spend: 1, calls: 1 })).toEqual(['ceiling_exceeded'])
    expect(codes(constraint, {}, { [name]: null })).toEqual(['ceiling_exceeded'])
    expect(codes(constraint, {}, { [name]: '1' })).toEqual(['ceiling_exceeded'])
  })

  it('a scoped call count outside its scope needs no total', () => {
    expect(codes({ key: 'max_calls[pay.*]', max_lifetime: 5 }, {})).toEqual([])
  })

  it('a per-action bound reads the request only', () => {
    const both = authority(
      DRAFT_02,
      [SCOPE],
      [
        { key: 'max_spend', max: 5 },
        { key: 'max_spend', max_lifetime: 50 },
      ],
    )
    expect(permits(both, SCOPE, { spend: 5 }, { totals: { spend_total: 50 } }).allowed).toBe(true)
    expect(permits(both, SCOPE, { spend: 6 }, { totals: { spend_total: 50 } }).allowed).toBe(false)
    expect(permits(both, SCOPE, { spend: 5 }, { totals: { spend_total: 51 } }).allowed).toBe(false)
  })

  it('a total that belongs to no cumulative bound is the caller’s error', () => {
    const held = authority(DRAFT_02, [SCOPE], [{ key: 'max_spend', max: 5 }])
    expect(() => permits(held, SCOPE, {}, { totals: { spend_total: 1 } })).toThrow(CallerError)
  })
})

describe('unknown types', () => {
  it('deny every action', () => {
    expect(codes({ key: 'geo', within: 'EU' }, { geo: 'EU' })).toEqual(['unknown_constraint'])
    expect(codes01({ key: 'tenure_years', min: 2 }, { tenure_years: 5 })).toEqual(['unknown_constraint'])
  })
})
