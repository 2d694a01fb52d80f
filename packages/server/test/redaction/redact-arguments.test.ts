/** Redaction of a call's arguments (heron.md §12): values and keys, at any depth, with the shape kept. */
import type { JsonObject, JsonValue } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactArguments } from '../../src/domain/redaction/redact-arguments.js'

const allow = (...names: string[]): { allowlist: ReadonlySet<string> } => ({ allowlist: new Set(names) })

describe('leaves outside the allowlist', () => {
  it('become markers, whatever their type, and the shape stays', () => {
    expect(
      redactArguments(
        { subject: 'Hi', count: 3, urgent: true, none: null, list: ['a', ['b', {}], []] },
        allow(),
      ),
    ).toEqual({
      subject: '<redacted:field>',
      count: '<redacted:field>',
      urgent: '<redacted:field>',
      none: '<redacted:field>',
      list: ['<redacted:field>', ['<redacted:field>', {}], []],
    })
  })

  it('keep anchor tokens, also inside a text', () => {
    expect(
      redactArguments(
        { to: '<email:0f367fdcc159df07>', body: 'Dear <email:0f367fdcc159df07>, hello' },
        allow(),
      ),
    ).toEqual({
      to: '<email:0f367fdcc159df07>',
      body: '<redacted:field><email:0f367fdcc159df07><redacted:field>',
    })
  })

  it('do not keep a marker that the sender made up', () => {
    expect(redactArguments({ to: '<redacted:maria>' }, allow())).toEqual({ to: '<redacted:field>' })
  })
})

describe('leaves on the allowlist', () => {
  it('are named by member at any depth, arrays included, or by path', () => {
    const value = { subject: 'a', message: { subject: 'b', format: 'c', tags: ['d', 'e'] }, format: 'f' }
    expect(redactArguments(value, allow('subject', 'message.format', 'tags'))).toEqual({
      subject: 'a',
      message: { subject: 'b', format: 'c', tags: ['d', 'e'] },
      format: '<redacted:field>',
    })
  })

  it('are scrubbed all the same, numbers too', () => {
    expect(
      redactArguments(
        { subject: 'for maria@acme.com', n: 4111111111111111, m: 12, b: false, z: null },
        {
          allowlist: new Set(['subject', 'n', 'm', 'b', 'z']),
        },
      ),
    ).toEqual({ subject: 'for <redacted:email>', n: '<redacted:card>', m: 12, b: false, z: null })
  })

  it('are not the members of an object of that name', () => {
    expect(redactArguments({ meta: { name: 'Maria' } }, allow('meta'))).toEqual({
      meta: { name: '<redacted:field>' },
    })
  })
})

describe('member names', () => {
  it('are scrubbed, and two that become alike both stay', () => {
    expect(
      redactArguments({ 'maria@acme.com': { x: 1 }, 'jon@acme.com': 2, '4111111111111111': 3 }, allow('x')),
    ).toEqual({
      '<redacted:card>': '<redacted:field>',
      '<redacted:email>': { x: 1 },
      '<redacted:email>#2': '<redacted:field>',
    })
  })

  it('may be __proto__ without harm', () => {
    const value = JSON.parse('{"__proto__":{"a":"maria@acme.com"}}') as JsonObject
    const redacted = redactArguments(value, allow())
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"a":"<redacted:field>"}}')
  })

  it('may be many and alike', () => {
    const value = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`m${index.toString()}@acme.com`, 1]),
    )
    expect(Object.keys(redactArguments(value, allow()))).toHaveLength(5000)
  })
})

describe('in general', () => {
  const secret = fc.constantFrom(
    'maria.lopez@acme.com',
    '5555555555554444',
    '+34 600 123 456',
    '203.0.113.77',
  )
  const leaf = fc.oneof(secret, fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  const name = fc.oneof(secret, fc.string({ maxLength: 8 }), fc.constant('subject'))
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  const args = fc.dictionary(name, tree, { maxKeys: 5, noNullPrototype: true })

  it('lets no seeded person through, in values or keys, on the allowlist or off it', () => {
    fc.assert(
      fc.property(args, (value) => {
        const text = JSON.stringify(redactArguments(value, allow('subject')))
        expect(text).not.toMatch(/maria|acme|5555555555554444|600 123|203\.0\.113/)
      }),
    )
  })

  it('keeps the shape and is done after one pass', () => {
    fc.assert(
      fc.property(args, (value) => {
        const once = redactArguments(value, allow('subject'))
        expect(shapeOf(once)).toEqual(shapeOf(value))
        expect(redactArguments(once, allow('subject'))).toEqual(once)
      }),
    )
  })
})

/** Nesting and sizes, without names and leaves; members in no order, since a name of digits moves to the front. */
function shapeOf(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return 'leaf'
  return Object.values(value as JsonObject)
    .map((member) => JSON.stringify(shapeOf(member)))
    .sort()
}
