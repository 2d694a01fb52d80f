import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalCatalog, catalogHash, signCatalog } from '../../src/catalog/catalog.js'
import { checkCatalog, MAX_CATALOG_TOOLS } from '../../src/catalog/check.js'
import { indexCatalog } from '../../src/catalog/join.js'
import type { ToolCatalogBody } from '../../src/wire/requests.js'

const read = { op: 'read' }
const catalog = (...tools: ToolCatalogBody['tools']): ToolCatalogBody => ({ v: 1, tools })

describe('catalogue form', () => {
  it('orders tools by UTF-16 code unit, never by locale', () => {
    const body = catalog(
      ...['\u{10000}', 'é', 'z', 'B', 'a', '\ue000'].map((name) => ({ name, signals: {} })),
    )
    expect(canonicalCatalog(body).tools.map(({ name }) => name)).toEqual([
      'B',
      'a',
      'z',
      'é',
      '\u{10000}',
      '\ue000',
    ])
  })

  it('is named by its content, whatever the order sent', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 8 })
    fc.assert(
      fc.property(names, (list) => {
        const tools = list.map((name) => ({ name, signals: read }))
        expect(catalogHash(catalog(...tools))).toBe(catalogHash(catalog(...tools.toReversed())))
      }),
    )
  })

  it('reproduces the hash and the signature of the recorded run', () => {
    const signed = signCatalog(catalog({ name: 'b', signals: read }), {
      kid: 'k1',
      seed: new Uint8Array(32).fill(1),
    })
    expect(catalogHash(signed)).toBe(
      'sha256:457ec600a449d7d48ce669bebe7dbfc93fd888d71fad23287e30bda84c05c138',
    )
    expect(signed.signature.value).toBe(
      'ur2djp9jfXktYqNm-U6YMH0OXPyAL94bHZkc22fLSKdhHiUMZcN28ZbLZWuKSvisjmRCWGiHByHTJ-vPJAycCA',
    )
  })
})

describe('catalogue check', () => {
  const codes = (body: unknown) =>
    checkCatalog(body as never).findings.map(({ code, pointer }) => `${code} ${pointer}`)

  it('accepts a tool without any constant fact', () => {
    expect(codes(catalog({ name: 'a', signals: {} }))).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['a foreign version', { v: 2, tools: [] }, 'invalid /v'],
    ['tools that are no array', { v: 1, tools: {} }, 'invalid /tools'],
    [
      'more tools than the bound',
      { v: 1, tools: new Array(MAX_CATALOG_TOOLS + 1).fill(null) },
      'invalid /tools',
    ],
    ['an entry that is no object', { v: 1, tools: [null] }, 'invalid /tools/0'],
    ['a tool without a name', { v: 1, tools: [{ signals: {} }] }, 'invalid /tools/0/name'],
    [
      'a member nobody reads',
      { v: 1, tools: [{ name: 'a', signals: {}, note: 1 }] },
      'invalid /tools/0/note',
    ],
    [
      'a per-call signal',
      { v: 1, tools: [{ name: 'a', signals: { amount: 5 } }] },
      'invalid /tools/0/signals/amount',
    ],
    [
      'an unknown value',
      { v: 1, tools: [{ name: 'a', signals: { op: 'unknown' } }] },
      'invalid /tools/0/signals/op',
    ],
    [
      'a word outside the vocabulary',
      { v: 1, tools: [{ name: 'a', signals: { op: 'x' } }] },
      'invalid /tools/0/signals/op',
    ],
    [
      'a prototype name as a signal',
      { v: 1, tools: [{ name: 'a', signals: { toString: 'x' } }] },
      'invalid /tools/0/signals/toString',
    ],
    [
      'a name twice',
      catalog({ name: 'a', signals: {} }, { name: 'a', signals: read }),
      'duplicate_name /tools/1/name',
    ],
    [
      'an alias claimed twice',
      catalog({ name: 'a', aliases: ['x'], signals: {} }, { name: 'b', aliases: ['y', 'x'], signals: {} }),
      'ambiguous /tools/1/aliases/1',
    ],
  ])('refuses %s', (_what, body, finding) => {
    expect(codes(body)).toEqual([finding])
  })

  it('warns that an alias is shadowed by a live name before it calls it ambiguous', () => {
    const body = catalog(
      { name: 'a', aliases: ['c'], signals: {} },
      { name: 'b', aliases: ['c'], signals: {} },
      { name: 'c', signals: {} },
    )
    const { findings, warnings } = checkCatalog(body)
    expect(findings).toEqual([])
    expect(warnings.map(({ code, alias, tool }) => [code, alias, tool])).toEqual([
      ['shadowed', 'c', 'a'],
      ['shadowed', 'c', 'b'],
    ])
  })

  it('answers any JSON value with findings, never with an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        checkCatalog(value as never)
        checkCatalog({ v: 1, tools: [value] } as never)
        checkCatalog({ v: 1, tools: [{ name: 'a', aliases: value, signals: value }] } as never)
      }),
    )
  })
})

describe('catalogue join', () => {
  const index = indexCatalog(
    catalog(
      { name: 'mail.send', aliases: ['send', 'both'], signals: { op: 'send' } },
      { name: 'send', signals: {} },
      { name: 'c', aliases: ['both', 'see', 'see'], signals: read },
    ),
  )

  it('finds an exact name, else an exact alias', () => {
    expect(index.find('mail.send')?.name).toBe('mail.send')
    expect(index.find('see')?.name).toBe('c')
    expect(index.find('Mail.Send')).toBeNull()
  })

  it("lets a live name beat another tool's alias", () => {
    expect(index.find('send')?.signals).toEqual({})
  })

  it('resolves an alias that two tools claim to nothing', () => {
    expect(index.find('both')).toBeNull()
  })

  it('counts listed without facts apart from never mentioned', () => {
    expect(['mail.send', 'send', 'gone', 'toString'].map(index.coverage)).toEqual([
      'described',
      'listed',
      'absent',
      'absent',
    ])
  })
})
