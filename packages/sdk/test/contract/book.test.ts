import { hashJson, type JsonObject, type JsonValue } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Contracts, ToolContract } from '../../src/index.js'
import { ContractBook } from '../../src/contract/book.js'
import type { ToolIdentity } from '../../src/contract/key.js'
import { buildSubmission } from '../../src/contract/submission.js'

const book = (contracts: Contracts) => new ContractBook(contracts, true)
const SEND = { name: 'gmail.send', provider: 'google', server: 'mail' }

describe('a contract is found', () => {
  it.each([
    ['gmail.send', SEND, true],
    ['gmail.send', { name: 'gmail.send_all' }, false],
    ['gmail.*', SEND, true],
    ['gmail.*', { name: 'gmail' }, false],
    ['*.send', SEND, true],
    ['*.send', { name: 'gmail.send.now' }, false],
    ['g*l.*d', SEND, true],
    ['a*a', { name: 'a' }, false],
    ['*', { name: '' }, true],
    ['server:mail', SEND, true],
    ['server:mail', { name: 'mail' }, false],
    ['provider:goo*', SEND, true],
    ['provider:google', { name: 'gmail.send', server: 'google' }, false],
  ] as [string, ToolIdentity, boolean][])('by %s for %j: %s', (key, tool, found) => {
    expect(book({ [key]: { keep: ['subject'] } }).of(tool).keep).toEqual(found ? ['subject'] : undefined)
  })

  it('by the narrowest key: a name, then the longer glob, then its server, its provider, and anything last', () => {
    const keys = ['gmail.send', 'gmail.se*', 'gmail.*', 'server:mail', 'server:m*', 'provider:google', '*']
    for (let from = 0; from < keys.length; from += 1) {
      const contracts = Object.fromEntries(keys.slice(from).map((key) => [key, { keep: [hashJson(key)] }]))
      expect(book(contracts).of(SEND).keep).toEqual([hashJson(keys[from])])
    }
  })

  it('once, so that a wider key adds nothing to what may leave, even where the narrower one is silent', () => {
    const found = book({
      '*': { keep: ['body'], anchors: ['to'], resource: 'id' },
      'gmail.send': { signals: { op: 'send' } },
    }).of(SEND)
    expect(found).toMatchObject({ signals: { op: 'send' }, recipients: ['to'] })
    expect([found.keep, found.anchors, found.resource]).toEqual([undefined, undefined, undefined])
  })

  it('field by field for what is counted and stated', () => {
    const found = book({
      'provider:google': { signals: { destination: 'third_party', op: 'read' }, records: 'rows' },
      'gmail.*': { signals: { op: 'send' }, recipients: ['to', 'cc'] },
      'gmail.send': { keep: ['subject'], signals: () => ({ amount: 1 }) },
    }).of(SEND)
    expect(found).toMatchObject({ keep: ['subject'], recipients: ['to', 'cc'], records: 'rows' })
    expect((found.signals as (args: JsonObject) => object)({})).toEqual({
      destination: 'third_party',
      op: 'send',
      amount: 1,
    })
  })

  it('without what a wider key computes, which could repeat the arguments', () => {
    const found = book({
      '*': { signals: ({ body }) => ({ note: JSON.stringify(body) }) },
      'gmail.send': {},
    }).of(SEND)
    expect(found.signals).toEqual({})
  })
})

const names = fc.constantFrom('to', 'cc', 'subject', 'body', 'rows', 'id')
const paths = fc.uniqueArray(names, { maxLength: 4 })
const contract: fc.Arbitrary<ToolContract> = fc
  .record(
    { keep: paths, anchors: paths, records: names, resource: names, unlisted: fc.boolean() },
    { requiredKeys: [] },
  )
  .map(({ keep, anchors, unlisted, ...rest }) => ({
    ...rest,
    ...(keep === undefined ? {} : { keep: keep.filter((path) => anchors?.includes(path) !== true) }),
    ...(anchors === undefined ? {} : { anchors }),
    ...(unlisted === true ? { unlisted: 'omit' as const } : {}),
  }))
const keys = fc.constantFrom('gmail.send', 'gmail.*', 'g*', '*', 'server:mail', 'server:*', 'provider:google')
const contracts = fc.dictionary(keys, contract, { maxKeys: 5 })
/** Values that can be told apart wherever they turn up. */
const secret = fc.uuid().map((id) => `${id}@secret.example`)
const args = fc.dictionary(names, fc.oneof(secret, fc.array(secret, { maxLength: 3 })))

const context = { anchorKey: { secret: 's' }, internal: null, signals: {} }
const leaving = (contract: ToolContract, given: JsonObject) => {
  const { argsHash: _, ...body } = buildSubmission(given, contract, context)
  return JSON.stringify(body)
}
const texts = (value: JsonValue): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(texts)
      : []

describe('however contracts are combined', () => {
  it('their order does not matter', () => {
    fc.assert(
      fc.property(contracts, fc.infiniteStream(fc.nat()), (given, order) => {
        const shuffled = Object.entries(given)
          .map((entry) => ({ entry, at: order.next().value as number }))
          .sort((left, right) => left.at - right.at)
          .map(({ entry }) => entry)
        expect(book(Object.fromEntries(shuffled)).of(SEND)).toEqual(book(given).of(SEND))
      }),
    )
  })

  it('a wider key never lets more leave', () => {
    fc.assert(
      fc.property(contracts, contract, args, (given, wide, values) => {
        fc.pre(Object.keys(given).some((key) => key !== '*'))
        const { '*': _, ...narrow } = given
        const before = leaving(book(narrow).of(SEND), values)
        const after = leaving(book({ ...narrow, '*': wide }).of(SEND), values)
        for (const text of texts(values)) if (!before.includes(text)) expect(after).not.toContain(text)
        const tokens = (body: string) => new Set(body.match(/<email:[0-9a-f]+>/g) ?? [])
        for (const token of tokens(after)) expect(tokens(before)).toContain(token)
      }),
    )
  })

  it('no value leaves but what its narrowest key keeps', () => {
    fc.assert(
      fc.property(contracts, args, (given, values) => {
        const found = book(given).of(SEND)
        const body = leaving(found, values)
        for (const [name, value] of Object.entries(values)) {
          const named = found.keep?.includes(name) === true || found.resource === name
          if (!named) for (const text of texts(value)) expect(body).not.toContain(text)
        }
      }),
    )
  })
})
