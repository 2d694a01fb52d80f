/** Reading, narrowing and meeting of whole authorities (delegation.md §1.1, §1.7 to §1.9). */
import type { JsonValue } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCodePoints } from '../../src/authority/code-point-order.js'
import { meet } from '../../src/authority/meet.js'
import { narrower } from '../../src/authority/narrower.js'
import { readAuthority, toWire } from '../../src/authority/read.js'
import { authority, DRAFT_01, DRAFT_02 } from './support.js'

describe('reading', () => {
  it.each<[string, JsonValue | undefined, string]>([
    ['absent', undefined, ''],
    ['null', null, ''],
    ['a text', 'crm.*', ''],
    ['a list', [], ''],
    ['no scopes', { constraints: [], ttl: null }, '/scopes'],
    ['no constraints', { scopes: [], ttl: null }, '/constraints'],
    ['no ttl', { scopes: [], constraints: [] }, '/ttl'],
    ['scopes that are no list', { scopes: 'crm.*', constraints: [], ttl: null }, '/scopes'],
    ['a scope that is no text', { scopes: [1], constraints: [], ttl: null }, '/scopes/0'],
    ['a scope that is none', { scopes: ['crm.read', '*'], constraints: [], ttl: null }, '/scopes/1'],
    ['constraints as a map', { scopes: [], constraints: {}, ttl: null }, '/constraints'],
    ['a ttl that is a text', { scopes: [], constraints: [], ttl: '60' }, '/ttl'],
    ['a ttl that is a boolean', { scopes: [], constraints: [], ttl: true }, '/ttl'],
    ['another member', { scopes: [], constraints: [], ttl: null, 'a/b': 1 }, '/a~1b'],
  ])('an authority is unreadable when it is or has %s', (_what, wire, pointer) => {
    expect(readAuthority(wire, DRAFT_01)).toMatchObject({ ok: false, pointer })
  })

  it('is total: any JSON value is an authority or a refusal with a place', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readAuthority(value as JsonValue, DRAFT_02)
        expect(read.ok || typeof read.pointer === 'string').toBe(true)
      }),
    )
  })

  it('writes scopes and constraints sorted, each scope once, the ttl always', () => {
    const held = authority(
      DRAFT_02,
      ['mail.send', 'crm.*', 'mail.send'],
      [
        { key: 'z', max: 1 },
        { key: 'a', min: 1 },
        { key: 'a', max: 2 },
      ],
    )
    expect(toWire(held)).toEqual({
      scopes: ['crm.*', 'mail.send'],
      constraints: [
        { key: 'a', max: 2 },
        { key: 'a', min: 1 },
        { key: 'z', max: 1 },
      ],
      ttl: null,
    })
  })

  it('sorts keys by code point, where UTF-16 order differs', () => {
    expect(compareCodePoints('\u{10000}', '\ue000')).toBeGreaterThan(0)
    expect(compareCodePoints('a', 'ab')).toBeLessThan(0)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
        const [a, b] = [left, right].map((text) => Array.from(text, (char) => char.codePointAt(0) ?? 0))
        const first = a!.findIndex((point, index) => point !== b![index])
        const expected =
          first === -1 || b![first] === undefined ? a!.length - b!.length : a![first]! - b![first]
        expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(expected))
      }),
    )
  })
})

describe('ttl', () => {
  const ttl = (seconds: number | null): ReturnType<typeof authority> => authority(DRAFT_01, [], [], seconds)

  it.each([
    [10, 10, true],
    [5, 10, true],
    [11, 10, false],
    [null, 10, false],
    [10, null, true],
    [null, null, true],
  ])('%j under %j: narrower is %j', (child, parent, expected) => {
    expect(narrower(ttl(child), ttl(parent)).ok).toBe(expected)
    if (!expected) expect(narrower(ttl(child), ttl(parent))).toMatchObject({ dimension: 'ttl' })
  })

  it.each([
    [10, 5, 5],
    [5, 10, 5],
    [null, 5, 5],
    [5, null, 5],
    [null, null, null],
  ])('%j meets %j in %j', (held, requested, expected) => {
    const met = meet(ttl(held), ttl(requested))
    expect(met.ok && met.authority.ttl).toBe(expected)
  })
})

describe('scopes of a meet', () => {
  const scopes = (held: string[], requested: string[]): readonly string[] => {
    const met = meet(authority(DRAFT_02, held), authority(DRAFT_02, requested))
    return met.ok ? met.authority.scopes : []
  }

  it.each([
    [['crm.*'], ['crm.read'], ['crm.read']],
    [['crm.read'], ['crm.*'], ['crm.read']],
    [['crm.*'], ['crm.*', 'crm.read'], ['crm.*']],
    [['crm.*', 'mail.send'], ['crm.x.*', 'pay.send'], ['crm.x.*']],
    [['crm.*', 'crm.read'], ['crm.*', 'crm.read'], ['crm.*']],
    [['drive.*', 'drive.Read'], ['drive.Read'], ['drive.Read']],
    [['drive.*'], ['drive.Read'], []],
    [['a.b'], ['c.d'], []],
  ])('%j and %j give %j', (held, requested, expected) => {
    expect(scopes(held, requested)).toEqual(expected)
  })
})

describe('profiles', () => {
  it('never mix', () => {
    const [one, two] = [authority(DRAFT_01, ['crm.read']), authority(DRAFT_02, ['crm.read'])]
    expect(meet(one, two)).toMatchObject({ ok: false, reason: 'not_narrower' })
    expect(narrower(one, two)).toMatchObject({ ok: false, dimension: 'profile' })
  })
})

describe('the first dimension that widens', () => {
  const parent = authority(
    DRAFT_01,
    ['crm.*'],
    [
      { key: 'egress', rank: 'none' },
      { key: 'max_rows', max: 1 },
    ],
    10,
  )

  it('is named in the order scopes, constraints by key, ttl', () => {
    const all = authority(DRAFT_01, ['pay.send'], [{ key: 'max_rows', max: 2 }], 20)
    expect(narrower(all, parent)).toMatchObject({ dimension: 'scopes' })
    const two = authority(DRAFT_01, ['crm.read'], [{ key: 'max_rows', max: 2 }], 20)
    expect(narrower(two, parent)).toMatchObject({ dimension: 'constraints', key: 'egress' })
    const three = authority(
      DRAFT_01,
      ['crm.read'],
      [
        { key: 'egress', rank: 'none' },
        { key: 'max_rows', max: 2 },
      ],
      20,
    )
    expect(narrower(three, parent)).toMatchObject({ dimension: 'constraints', key: 'max_rows' })
  })

  it('keeps a key with a line break inside its line', () => {
    const held = authority(DRAFT_02, [], [{ key: 'a\nOK', max: 1 }])
    const verdict = narrower(authority(DRAFT_02, []), held)
    expect(verdict.ok ? '' : verdict.message).not.toContain('\n')
  })
})
