/** Constraint objects: routing, types, malformed shapes, order and meet (delegation.md §1.4 to §1.6). */
import type { JsonValue } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { meet } from '../../src/authority/meet.js'
import { narrower } from '../../src/authority/narrower.js'
import type { Profile } from '../../src/authority/profile.js'
import { readAuthority, toWire } from '../../src/authority/read.js'
import { authority, DRAFT_01, DRAFT_02, LEDGER_01 } from './support.js'

const EGRESS = ['none', 'internal', 'any']

const read = (profile: Profile, ...constraints: JsonValue[]): ReturnType<typeof readAuthority> =>
  readAuthority({ scopes: [], constraints, ttl: null }, profile)
const isKnown = (profile: Profile, constraint: JsonValue): boolean =>
  authority(profile, [], [constraint]).constraints.every(({ bound }) => bound !== null)
const with1 = (profile: Profile, constraint: JsonValue): ReturnType<typeof authority> =>
  authority(profile, [], [constraint])
const isNarrower = (profile: Profile, child: JsonValue, parent: JsonValue): boolean =>
  narrower(with1(profile, child), with1(profile, parent)).ok
const met = (profile: Profile, held: JsonValue, requested: JsonValue): JsonValue => {
  const result = meet(with1(profile, held), with1(profile, requested))
  return result.ok ? (toWire(result.authority)['constraints'] as JsonValue[]) : result.reason
}

describe('shapes that are malformed under every profile', () => {
  const shapes: [string, JsonValue][] = [
    ['a constraint that is no object', 'max_rows'],
    ['null', null],
    ['a list', []],
    ['no key', { max: 1 }],
    ['a key that is no text', { key: 1, max: 1 }],
    ['a bound that is a text', { key: 'max_rows', max: '5' }],
    ['a bound that is a boolean', { key: 'max_rows', max: true }],
    ['a bound that is null', { key: 'max_rows', max: null }],
    ['an unsafe bound', { key: 'max_rows', max: 2 ** 53 }],
    ['an unsafe negative bound', { key: 'max_rows', max: -(2 ** 53) }],
    ['two typed values', { key: 'k', max: 1, min: 0 }],
    ['a rank outside its vocabulary', { key: 'egress', rank: 'all', order: EGRESS }],
  ]
  it.each(shapes)('%s', (_what, shape) => {
    for (const profile of [DRAFT_01, LEDGER_01, DRAFT_02]) {
      expect(read(profile, shape)).toMatchObject({ ok: false })
      expect(read(profile, shape)).toHaveProperty('pointer')
    }
  })

  it('two constraints on one dimension: never the last one wins', () => {
    const twice = [
      { key: 'max_rows', max: 1 },
      { key: 'max_rows', max: 9 },
    ]
    expect(read(DRAFT_01, ...twice)).toMatchObject({ ok: false, pointer: '/constraints/1' })
    expect(read(DRAFT_02, ...twice)).toMatchObject({ ok: false, pointer: '/constraints/1' })
  })

  it('points at the member', () => {
    expect(read(DRAFT_01, { key: 'max_rows', max: 1 }, { key: 'egress', rank: 7 })).toMatchObject({
      pointer: '/constraints/1/rank',
    })
  })
})

describe('draft-01', () => {
  it.each<[JsonValue]>([
    [{ key: 'max_rows', max: 1 }],
    [{ key: 'max_spend', max: 1.5 }],
    [{ key: 'max_calls', max: 1 }],
    [{ key: 'max_calls[crm.*]', type: 'max_calls', max: 1, applies_to: 'crm.*' }],
    [{ key: 'egress', rank: 'internal' }],
    [{ key: 'k', type: 'allow', one_of: [1] }],
    [{ key: 'k', type: 'deny', not_one_of: [1], field: 'f' }],
    [{ key: 'k', type: 'prefix', prefix: '/a' }],
  ])('%j is known to tokens and ledgers', (shape) => {
    expect(isKnown(DRAFT_01, shape)).toBe(true)
    expect(isKnown(LEDGER_01, shape)).toBe(true)
  })

  it.each<[JsonValue]>([
    [{ key: 'tenure_years', min: 2 }],
    [{ key: 'region', one_of: ['EU'] }],
    [{ key: 'region', not_one_of: ['EU'] }],
    [{ key: 'path', prefix: '/a' }],
    [{ key: 'weight', max: 3 }],
  ])('%j is routed by its member in tokens and of unknown type in ledgers', (shape) => {
    expect(isKnown(DRAFT_01, shape)).toBe(true)
    expect(isKnown(LEDGER_01, shape)).toBe(false)
  })

  it.each<[JsonValue]>([
    [{ key: 'geo', within: 'EU' }],
    [{ key: 'geo', within: 'EU', also: 1 }],
    [{ key: 'geo' }],
    [{ key: 'geo', type: 'fence', max: 1, min: 2 }],
    [{ key: 'k', max_lifetime: 5 }],
    [{ key: 'level', rank: 'low' }],
    [{ key: 'max_calls[crm.*]', max: 5 }],
  ])('%j is of unknown type, not malformed', (shape) => {
    expect(isKnown(DRAFT_01, shape)).toBe(false)
    expect(isKnown(LEDGER_01, shape)).toBe(false)
  })

  it.each<[JsonValue]>([
    [{ key: 'max_rows', max: 1, note: 'x' }],
    [{ key: 'max_rows', min: 1 }],
    [{ key: 'egress', max: 1 }],
    [{ key: 'egress', rank: 'any', order: EGRESS }],
    [{ key: 'k', type: 1, max: 1 }],
    [{ key: 'k', type: null }],
    [{ key: 'k', type: 'allow' }],
    [{ key: 'k', type: 'allow', one_of: null }],
    [{ key: 'k', type: 'allow', one_of: 'EU' }],
    [{ key: 'k', type: 'allow', one_of: [], field: 1 }],
    [{ key: 'k', type: 'allow', one_of: [], field: null }],
    [{ key: 'k', type: 'deny', not_one_of: {} }],
    [{ key: 'k', type: 'prefix', prefix: 5 }],
    [{ key: 'max_calls[x]', type: 'max_calls', max: 1 }],
    [{ key: 'max_calls[x]', type: 'max_calls', max: 1, applies_to: '*' }],
    [{ key: 'max_calls[x]', type: 'max_calls', max: 1, applies_to: 5 }],
  ])('%j is malformed', (shape) => {
    expect(read(DRAFT_01, shape).ok).toBe(false)
    expect(read(LEDGER_01, shape).ok).toBe(false)
  })

  it('identifies a constraint by its key alone, whatever the type', () => {
    expect(read(DRAFT_01, { key: 'k', max: 1 }, { key: 'k', min: 1 }).ok).toBe(false)
  })

  it('two known types under one key have no meet and never compare', () => {
    const [max, min] = [
      { key: 'k', max: 1 },
      { key: 'k', min: 1 },
    ]
    expect(met(DRAFT_01, max, min)).toBe('not_narrower')
    expect(isNarrower(DRAFT_01, max, min)).toBe(false)
    expect(isNarrower(DRAFT_01, min, max)).toBe(false)
  })

  it('lists under one key that read different fields never compare', () => {
    const onK = { key: 'k', type: 'allow', one_of: [1] }
    const onF = { key: 'k', type: 'allow', one_of: [1], field: 'f' }
    expect(isNarrower(DRAFT_01, onF, onK)).toBe(false)
    expect(met(DRAFT_01, onK, onF)).toBe('not_narrower')
  })
})

describe('draft-02', () => {
  it.each<[JsonValue]>([
    [{ key: 'anything', max: 1 }],
    [{ key: 'anything', min: 1 }],
    [{ key: 'max_calls', max_lifetime: 1 }],
    [{ key: 'max_calls[crm.*]', max_lifetime: 1 }],
    [{ key: 'spend', max_subtree: 1 }],
    [{ key: 'k', one_of: [] }],
    [{ key: 'k', not_one_of: [null] }],
    [{ key: 'k', prefix: '' }],
    [{ key: 'egress', rank: 'any', order: EGRESS }],
  ])('%j is known', (shape) => {
    expect(isKnown(DRAFT_02, shape)).toBe(true)
  })

  it.each<[JsonValue]>([
    [{ key: 'geo', within: 'EU' }],
    [{ key: 'geo', within: { b: [], a: null } }],
    [{ key: 'k', type: 'allow' }],
  ])('%j has exactly one unrecognised member: of unknown type', (shape) => {
    expect(isKnown(DRAFT_02, shape)).toBe(false)
  })

  it.each<[JsonValue]>([
    [{ key: 'k' }],
    [{ key: 'k', within: 1, also: 2 }],
    [{ key: 'k', max: 1, note: 'x' }],
    [{ key: 'k', type: 'allow', one_of: [1] }],
    [{ key: 'k', one_of: [1], field: 'f' }],
    [{ key: 'egress', rank: 'any' }],
    [{ key: 'egress', rank: 'any', order: null }],
    [{ key: 'egress', rank: 'any', order: ['any'] }],
    [{ key: 'egress', rank: 'any', order: ['any', 'any'] }],
    [{ key: 'egress', rank: 'any', order: ['any', 1] }],
    [{ key: 'egress', order: EGRESS }],
    [{ key: 'k', max: 1, order: EGRESS }],
    [{ key: 'max_calls', max: 1 }],
    [{ key: 'max_calls[crm.*]', max: 1 }],
    [{ key: 'max_calls[*]', max_lifetime: 1 }],
  ])('%j is malformed', (shape) => {
    expect(read(DRAFT_02, shape).ok).toBe(false)
  })

  it('keeps types on one key apart: min and max make a range', () => {
    const range = authority(
      DRAFT_02,
      [],
      [
        { key: 'k', max: 9 },
        { key: 'k', min: 1 },
      ],
    )
    expect(range.constraints).toHaveLength(2)
    const result = meet(range, authority(DRAFT_02, [], [{ key: 'k', max: 5 }]))
    expect(result.ok && toWire(result.authority)['constraints']).toEqual([
      { key: 'k', max: 5 },
      { key: 'k', min: 1 },
    ])
  })

  it('infers nothing across types', () => {
    expect(isNarrower(DRAFT_02, { key: 'k', max_lifetime: 1 }, { key: 'k', max: 5 })).toBe(false)
    expect(isNarrower(DRAFT_02, { key: 'k', max: 1 }, { key: 'k', max_lifetime: 5 })).toBe(false)
    expect(isNarrower(DRAFT_02, { key: 'k', max_lifetime: 1 }, { key: 'k', max_subtree: 5 })).toBe(false)
  })

  it('compares ranks only within one order, element for element', () => {
    const rank = (value: string, order: string[]): JsonValue => ({ key: 'e', rank: value, order })
    expect(isNarrower(DRAFT_02, rank('none', EGRESS), rank('any', EGRESS))).toBe(true)
    expect(isNarrower(DRAFT_02, rank('any', EGRESS), rank('none', EGRESS))).toBe(false)
    expect(isNarrower(DRAFT_02, rank('none', ['none', 'any']), rank('any', EGRESS))).toBe(false)
    expect(met(DRAFT_02, rank('any', EGRESS), rank('any', ['any', 'none']))).toBe('not_narrower')
    expect(met(DRAFT_02, rank('any', EGRESS), rank('internal', EGRESS))).toEqual([rank('internal', EGRESS)])
  })
})

describe('order and meet of each type', () => {
  const table: [type: string, wide: JsonValue, narrow: JsonValue][] = [
    ['max', { key: 'k', max: 5 }, { key: 'k', max: 3 }],
    ['min', { key: 'k', min: 3 }, { key: 'k', min: 5 }],
    ['max_lifetime', { key: 'k', max_lifetime: 5 }, { key: 'k', max_lifetime: 3 }],
    ['max_subtree', { key: 'k', max_subtree: 5 }, { key: 'k', max_subtree: 3 }],
    ['one_of', { key: 'k', one_of: ['a', 'b'] }, { key: 'k', one_of: ['b'] }],
    ['not_one_of', { key: 'k', not_one_of: ['a'] }, { key: 'k', not_one_of: ['a', 'b'] }],
    ['prefix', { key: 'k', prefix: '/a' }, { key: 'k', prefix: '/a/b' }],
    ['rank', { key: 'k', rank: 'any', order: EGRESS }, { key: 'k', rank: 'none', order: EGRESS }],
  ]
  it.each(table)('%s', (_type, wide, narrow) => {
    expect(isNarrower(DRAFT_02, narrow, wide)).toBe(true)
    expect(isNarrower(DRAFT_02, wide, wide)).toBe(true)
    expect(isNarrower(DRAFT_02, wide, narrow)).toBe(false)
    expect(met(DRAFT_02, wide, narrow)).toEqual([narrow])
    expect(met(DRAFT_02, narrow, wide)).toEqual([narrow])
  })

  it('lists meet as intersection and union, in one total order', () => {
    expect(
      met(DRAFT_02, { key: 'k', one_of: ['c', 'a', 'b'] }, { key: 'k', one_of: ['b', 'd', 'c'] }),
    ).toEqual([{ key: 'k', one_of: ['b', 'c'] }])
    expect(met(DRAFT_02, { key: 'k', not_one_of: ['c', 'a'] }, { key: 'k', not_one_of: ['b'] })).toEqual([
      { key: 'k', not_one_of: ['a', 'b', 'c'] },
    ])
  })

  it('prefixes that exclude each other meet in something that is narrower and admits nothing', () => {
    expect(met(DRAFT_02, { key: 'k', prefix: '/a' }, { key: 'k', prefix: '/b' })).toEqual([
      { key: 'k', prefix: '/a\u0000/b' },
    ])
  })

  it('a list member is its JSON type plus its value', () => {
    const one = (member: JsonValue): JsonValue => ({ key: 'k', one_of: [member] })
    expect(isNarrower(DRAFT_02, one('1'), one(1))).toBe(false)
    expect(isNarrower(DRAFT_02, one(true), one(1))).toBe(false)
    expect(isNarrower(DRAFT_02, one(null), one('null'))).toBe(false)
    expect(isNarrower(DRAFT_02, one(1.0), one(1))).toBe(true)
  })

  it('order and duplicates inside a list mean nothing, and one order is emitted', () => {
    const sorted = { key: 'k', one_of: [1, '1', false, null, 'null', 'é'] }
    const messy = { key: 'k', one_of: ['é', 'null', null, '1', 1, false, '1'] }
    const wire = toWire(with1(DRAFT_02, messy))['constraints']
    expect(wire).toEqual(toWire(with1(DRAFT_02, sorted))['constraints'])
    expect(wire).toEqual([{ key: 'k', one_of: [1, '1', false, null, 'null', 'é'] }])
    expect(isNarrower(DRAFT_02, messy, sorted)).toBe(true)
  })

  it('refuses an unsafe integer inside a list', () => {
    expect(read(DRAFT_02, { key: 'k', one_of: [2 ** 53] }).ok).toBe(false)
  })
})

describe.each([
  ['draft-01', DRAFT_01],
  ['draft-02', DRAFT_02],
] as const)('constraints under %s', (_name, profile) => {
  const unknown = { key: 'u', within: { b: 1, a: [true, 1] } }

  it('a bound of the parent that the child omits fails; one that the child adds is fine', () => {
    const bounded = authority(profile, [], [{ key: 'max_rows', max: 5 }])
    const free = authority(profile, [])
    expect(narrower(free, bounded)).toMatchObject({ ok: false, dimension: 'constraints', key: 'max_rows' })
    expect(narrower(bounded, free)).toEqual({ ok: true })
  })

  it('a bound appears or tightens in a meet, and never vanishes', () => {
    const held = authority(profile, [], [{ key: 'max_rows', max: 5 }])
    const asked = authority(profile, [], [{ key: 'max_spend', max: 7 }])
    const result = meet(held, asked)
    expect(result.ok && toWire(result.authority)['constraints']).toEqual([
      { key: 'max_rows', max: 5 },
      { key: 'max_spend', max: 7 },
    ])
  })

  it('keeps an unknown type whole, and compares it by canonical form', () => {
    expect(toWire(with1(profile, unknown))['constraints']).toEqual([unknown])
    expect(isNarrower(profile, { within: { a: [true, 1.0], b: 1 }, key: 'u' }, unknown)).toBe(true)
    expect(isNarrower(profile, { key: 'u', within: { b: 1, a: [1, 1] } }, unknown)).toBe(false)
    expect(narrower(authority(profile, []), with1(profile, unknown)).ok).toBe(false)
    expect(narrower(with1(profile, unknown), authority(profile, [])).ok).toBe(true)
  })

  it('passes a held unknown type down whatever is asked, and refuses a new one where a known type is held', () => {
    expect(met(profile, unknown, { key: 'u', within: 'else' })).toEqual([unknown])
    expect(met(profile, { key: 'u', max: 1 }, unknown)).toBe('not_narrower')
  })

  it('knows no other name than its own: a member called `__proto__` is a type like any other', () => {
    const odd = JSON.parse('{"key":"u","__proto__":1}') as JsonValue
    expect(isKnown(profile, odd)).toBe(false)
    expect(JSON.stringify(toWire(with1(profile, odd))['constraints'])).toContain('__proto__')
    expect(isNarrower(profile, JSON.parse('{"key":"u","__proto__":2}') as JsonValue, odd)).toBe(false)
  })
})
