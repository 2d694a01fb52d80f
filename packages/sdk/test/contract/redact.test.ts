import { anchorToken, type JsonValue } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolContract } from '../../src/index.js'
import { redactArguments } from '../../src/contract/redact.js'

const key = { secret: 'heron-conformance-vectors-secret' }
const redact = (args: { [name: string]: JsonValue }, contract: ToolContract) =>
  redactArguments(args, contract, key)
const MARIA = '<email:0f367fdcc159df07>'
const BOB = '<email:caeda1e2a85227d2>'

describe('the rendering of arguments', () => {
  it('hides everything that the contract does not name', () => {
    const args = { subject: 'Hi', body: 'text', count: 3, flags: [true], deep: { a: { b: 1 } }, none: null }
    expect(redact(args, {})).toEqual({
      subject: '<redacted:subject>',
      body: '<redacted:body>',
      count: '<redacted:count>',
      flags: '<redacted:flags>',
      deep: '<redacted:deep>',
      none: '<redacted:none>',
    })
  })

  it('leaves out what is not named where the contract says so', () => {
    expect(redact({ subject: 'Hi', body: 'text' }, { keep: ['subject'], unlisted: 'omit' })).toEqual({
      subject: 'Hi',
    })
  })

  it('keeps scalars and lists of scalars that are named, and nothing below them', () => {
    const args = { a: 'x', b: [1, 'two', null, { secret: 1 }, ['nested']], c: { secret: 'y' } }
    expect(redact(args, { keep: ['a', 'b', 'c'] })).toEqual({
      a: 'x',
      b: [1, 'two', null, '<redacted:b>', '<redacted:b>'],
      c: '<redacted:c>',
    })
  })

  it('reaches members of objects and of every element of a list', () => {
    const args = {
      order: { id: 7, note: 'n' },
      lines: [{ sku: 'A', price: 1 }, { sku: 'B', price: 2 }, 'loose'],
    }
    expect(redact(args, { keep: ['order.id', 'lines.*.sku'] })).toEqual({
      order: { id: 7, note: '<redacted:note>' },
      lines: [
        { sku: 'A', price: '<redacted:price>' },
        { sku: 'B', price: '<redacted:price>' },
        '<redacted:lines>',
      ],
    })
  })

  it('reaches names with dots by a JSON pointer', () => {
    expect(redact({ 'reply.to': 'x', 'a/b': 'y' }, { keep: ['/reply.to', '/a~1b'] })).toEqual({
      'reply.to': 'x',
      'a/b': 'y',
    })
  })

  it('turns addresses and numbers into tokens, lists element-wise', () => {
    const args = { to: ' Maria@Acme.com ', cc: ['bob@x.io'], phone: '+1 (415) 555-0142' }
    expect(redact(args, { anchors: ['to', 'cc', 'phone'] })).toEqual({
      to: MARIA,
      cc: [BOB],
      phone: anchorToken('phone', '+1 (415) 555-0142', key),
    })
  })

  it('drops an entry of a list of anchors that is no text, and never passes it raw', () => {
    const args = { cc: ['bob@x.io', 42, null, { email: 'eve@y.io' }, ['eve@y.io']] }
    expect(redact(args, { anchors: ['cc'] })).toEqual({ cc: [BOB] })
  })

  it('finds the addresses inside a text, and shows nothing of one that holds none', () => {
    const args = { to: 'Maria <maria@acme.com>, bob@x.io', cc: 'the whole team', bcc: { email: 'eve@y.io' } }
    expect(redact(args, { anchors: ['to', 'cc', 'bcc'] })).toEqual({
      to: [MARIA, BOB],
      cc: '<redacted:cc>',
      bcc: '<redacted:bcc>',
    })
  })

  it('tokenises an anchored member of a kept object', () => {
    expect(redact({ m: { to: 'bob@x.io', id: 1 } }, { keep: ['m.id'], anchors: ['m.to'] })).toEqual({
      m: { to: BOB, id: 1 },
    })
  })

  it('shows no name that may be data itself', () => {
    const args = { 'maria@acme.com': 1, 'two words': 2, ok: 3 }
    expect(redact(args, {})).toEqual({ ok: '<redacted:ok>' })
  })

  it('reads names that JavaScript objects inherit as plain names', () => {
    const args = JSON.parse('{"__proto__":{"secret":"s"},"constructor":"s"}') as { [name: string]: JsonValue }
    const out = redact(args, { keep: ['toString', 'hasOwnProperty'] })
    expect(JSON.stringify(out)).toBe(
      '{"__proto__":"<redacted:__proto__>","constructor":"<redacted:constructor>"}',
    )
  })

  it('never holds a value from outside the kept and anchored paths', () => {
    // Every leaf is recognisable, wherever it ends up.
    const leaf = fc.integer({ min: 100_000, max: 999_999 }).map((n) => `leaf-${n.toString()}@secret.example`)
    const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        leaf.map((text) => Number(text.slice(5, 11))),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'to', 'cc', 'x', 'kept'), tie('tree'), { maxKeys: 4 }),
      ),
    }))
    const name = fc.constantFrom('a', 'b', 'to', 'cc', 'x', 'kept', 'other')
    const path = fc
      .array(fc.oneof(name, fc.constant('*')), { minLength: 1, maxLength: 3 })
      .map((s) => s.join('.'))
    const unlisted = fc.constantFrom('mark' as const, 'omit' as const)
    fc.assert(
      fc.property(fc.dictionary(name, tree), fc.array(path), unlisted, (args, anchors, mode) => {
        const out = JSON.stringify(redact(args, { anchors, unlisted: mode }))
        expect(out).not.toMatch(/\d{6}@|leaf-|secret\.example|(?<![0-9a-f])[1-9]\d{5}(?![0-9a-f])/)
      }),
    )
  })
})
