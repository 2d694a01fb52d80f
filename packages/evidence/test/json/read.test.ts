/** Strict reading (RFC 8259 within I-JSON): what is read, and every refusal with its place. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeJson,
  type JsonTextErrorCode,
  type JsonValue,
  parseJson,
  parseJsonBytes,
} from '../../src/index.js'
import { carelessText, jsonValue } from '../support/json-values.js'

const encoder = new TextEncoder()
/** `JSON.stringify` writes 1e20 out, as canonical JSON does. */
const written = { unsafeIntegers: 'uncanonical' } as const

describe('the strict reader', () => {
  it('reads what JSON.parse reads, wherever nothing has to be refused', () => {
    fc.assert(
      fc.property(
        jsonValue,
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true })),
        (value, random) => {
          const text = carelessText(value, () => random.next().value ?? 0)
          expect(parseJson(text, written)).toEqual(JSON.parse(text))
          expect(parseJsonBytes(encoder.encode(text), written)).toEqual(JSON.parse(text))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('answers for any text at all, and never reads what JSON.parse would not', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      'null',
      'true',
      '1',
      '-',
      '.5',
      'e9',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          const read = decodeJson(text)
          let lax: { value: JsonValue } | null = null
          try {
            lax = { value: JSON.parse(text) as JsonValue }
          } catch {
            // Not JSON for either.
          }
          if (read.ok) expect(lax).toEqual({ value: read.value })
          else if (lax !== null) expect(read.error.code).not.toBe('invalid_json')
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('answers for any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(typeof decodeJson(bytes).ok).toBe('boolean')
      }),
    )
  })

  it('gives a member named __proto__ to the object, not to its prototype', () => {
    const value = parseJson('{"__proto__":{"polluted":true}}') as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(value['polluted']).toBeUndefined()
  })

  it.each(['1e21', '9007199254740991', '-9007199254740991', '1.5e300', '5e-324', '1E+2', '-0'])(
    'reads %s',
    (text) => {
      expect(parseJson(text)).toBe(Number(text))
    },
  )

  it('takes 64 levels and not 65', () => {
    expect(decodeJson('['.repeat(64) + ']'.repeat(64)).ok).toBe(true)
    expect(decodeJson('{"a":'.repeat(64) + '1' + '}'.repeat(64)).ok).toBe(true)
    expect(decodeJson('['.repeat(65) + ']'.repeat(65)).ok).toBe(false)
  })
})

describe('refusals', () => {
  it.each<[string, JsonTextErrorCode, string, string]>([
    ['a name that stands twice', 'duplicate_member', '{"a":1,"b":{"c":1,"c":2}}', '/b/c'],
    ['a name that stands twice once unescaped', 'duplicate_member', '{"a":1,"\\u0061":2}', '/a'],
    ['__proto__ twice', 'duplicate_member', '{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['a lone surrogate, escaped', 'lone_surrogate', '{"a":["\\ud800"]}', '/a/0'],
    ['a lone surrogate, raw', 'lone_surrogate', '["\ud800"]', '/0'],
    ['a lone surrogate in a name', 'lone_surrogate', '{"\\udc00":1}', ''],
    ['surrogates in the wrong order', 'lone_surrogate', '["\\udc00\\ud800"]', '/0'],
    ['an overflowing number', 'non_finite_number', '{"a":1e400}', '/a'],
    ['a negative overflowing number', 'non_finite_number', '[-1e999]', '/0'],
    ['NaN', 'non_finite_number', '{"a":NaN}', '/a'],
    ['-Infinity', 'non_finite_number', '[1,-Infinity]', '/1'],
    ['an integer beyond 2^53-1', 'unsafe_integer', '{"a":{"b":9007199254740992}}', '/a/b'],
    ['a negative one', 'unsafe_integer', '[-9007199254740993]', '/0'],
    ['a very long integer', 'unsafe_integer', `[${'1'.repeat(300)}]`, '/0'],
    ['65 levels', 'nesting_too_deep', `{"a":${'['.repeat(65)}`, `/a${'/0'.repeat(63)}`],
    ['text after the document', 'invalid_json', '{} x', ''],
    ['two documents', 'invalid_json', '1 2', ''],
    ['nothing', 'invalid_json', '', ''],
    ['an unfinished object', 'invalid_json', '{"a":', '/a'],
    ['a trailing comma', 'invalid_json', '{"a":[1,]}', '/a/1'],
    ['a missing colon', 'invalid_json', '{"a" 1}', '/a'],
    ['single quotes', 'invalid_json', "{'a':1}", ''],
    ['a comment', 'invalid_json', '[/**/1]', '/0'],
    ['a raw control character', 'invalid_json', '["a\u0001"]', '/0'],
    ['an escape that JSON lacks', 'invalid_json', '["\\x41"]', '/0'],
    ['a string without an end', 'invalid_json', '["abc', '/0'],
    ['a leading zero', 'invalid_json', '[01]', ''],
    ['a plus sign', 'invalid_json', '[+1]', '/0'],
    ['a number without digits after the point', 'invalid_json', '[1.]', ''],
    ['a word that is none', 'invalid_json', '{"a":nul}', '/a'],
    ['a byte order mark', 'invalid_json', '\ufeff{}', ''],
  ])('names %s', (_what, code, text, pointer) => {
    const read = decodeJson(text)
    expect(read.ok ? 'read' : { code: read.error.code, pointer: read.error.pointer }).toEqual({
      code,
      pointer,
    })
    expect(read.ok ? -1 : read.error.offset).toBeGreaterThanOrEqual(0)
  })

  it('names bytes that are not UTF-8, and a byte order mark', () => {
    const codes = [
      [0x22, 0xff, 0x22],
      [0xed, 0xa0, 0x80],
      [0xef, 0xbb, 0xbf, 0x7b, 0x7d],
    ].map((bytes) => {
      const read = decodeJson(Uint8Array.from(bytes))
      return read.ok ? 'read' : read.error.code
    })
    expect(codes).toEqual(['invalid_utf8', 'invalid_utf8', 'invalid_json'])
  })

  it('refuses every integral value beyond 2^53-1 where asked to, however it is written', () => {
    for (const text of ['1e21', '9007199254740992.0', '-1e16']) {
      const read = decodeJson(text, { unsafeIntegers: 'value' })
      expect(read.ok ? 'read' : read.error.code).toBe('unsafe_integer')
    }
    expect(decodeJson('1.5e15', { unsafeIntegers: 'value' }).ok).toBe(true)
  })

  it('takes the digits that canonical JSON writes where asked to, and none that round to the same number', () => {
    const options = { unsafeIntegers: 'uncanonical' } as const
    for (const text of ['100000000000000000000', '-9007199254740992']) {
      expect(decodeJson(text, options)).toEqual({ ok: true, value: Number(text) })
      expect(decodeJson(text).ok).toBe(false)
    }
    for (const text of ['100000000000000000001', '9007199254740993', '1000000000000000000000']) {
      const read = decodeJson(text, options)
      expect(read.ok ? 'read' : read.error.code).toBe('unsafe_integer')
    }
  })
})
