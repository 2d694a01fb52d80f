/** Canonical JSON (RFC 8785) on generated values, beside an independent implementation. */
import oracle from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalBytes,
  CanonicalizationError,
  canonicalize,
  composeText,
  embedText,
  isJsonObject,
  type JsonValue,
  parseJson,
} from '../../src/index.js'
import { carelessText, jsonValue } from '../support/json-values.js'

/** Canonical JSON writes 1e20 out in digits. */
const written = { unsafeIntegers: 'uncanonical' } as const

describe('canonical JSON', () => {
  it('is what the independent implementation writes', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(canonicalize(value)).toBe(oracle(value))
      }),
      { numRuns: 500 },
    )
  })

  it('is a fixed point: read and written again it is the same', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = canonicalize(value)
        expect(canonicalize(parseJson(text, written))).toBe(text)
        expect(canonicalize(JSON.parse(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on the order of members or on how the text was spelt', () => {
    fc.assert(
      fc.property(
        jsonValue,
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true })),
        (value, random) => {
          const text = carelessText(value, () => random.next().value ?? 0)
          expect(canonicalize(parseJson(text, written))).toBe(canonicalize(value))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('tells different values apart', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (left, right) => {
        const same = canonicalize(left) === canonicalize(right)
        // `toEqual` calls -0 and 0 different; JSON does not.
        expect(same).toBe(isDeeplyEqual(left, right))
      }),
    )
  })

  it('orders names by UTF-16 code unit, not by code point', () => {
    expect(canonicalize({ '\ufb33': 1, '\ud83d\ude00': 2, a: 3 })).toBe('{"a":3,"\ud83d\ude00":2,"\ufb33":1}')
  })

  it('embeds canonical text letter for letter', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (first, second) => {
        const whole = { b: [first], a: { inner: second } }
        const pieces = { b: [embedText(canonicalize(first))], a: { inner: embedText(canonicalize(second)) } }
        expect(composeText(pieces)).toBe(canonicalize(whole))
      }),
    )
  })

  it('writes UTF-8', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(canonicalBytes(value))
        expect(text).toBe(canonicalize(value))
      }),
    )
  })
})

describe('what has no canonical form', () => {
  const cyclic: unknown[] = []
  cyclic.push(cyclic)
  const deep = Array.from({ length: 65 }).reduce<unknown>((inner) => [inner], 1)

  it.each<[string, unknown, string]>([
    ['undefined', { a: undefined }, '/a'],
    ['a hole', { a: [1, , 3] }, '/a/1'],
    ['NaN', [NaN], '/0'],
    ['an infinity', { 'a/b': -Infinity }, '/a~1b'],
    ['a lone surrogate', { a: ['\ud800'] }, '/a/0'],
    ['a lone surrogate in a name', { 'x\udc00': 1 }, '/x\udc00'],
    ['a function', { a: () => 1 }, '/a'],
    ['a symbol', { a: Symbol('x') }, '/a'],
    ['a big integer', { a: 1n }, '/a'],
    ['a date, whose toJSON would change it', { a: new Date(0) }, '/a'],
    ['a map', new Map(), ''],
    ['a boxed string', { a: Object('x') }, '/a'],
    ['65 levels', deep, '/0'.repeat(64)],
    ['a cycle', cyclic, '/0'.repeat(64)],
  ])('%s is refused at its place', (_what, value, pointer) => {
    let error: unknown
    try {
      canonicalize(value)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(CanonicalizationError)
    expect((error as CanonicalizationError).pointer).toBe(pointer)
  })

  it('takes 64 levels', () => {
    const value = Array.from({ length: 64 }).reduce<unknown>((inner) => [inner], 1)
    expect(canonicalize(value)).toBe(`${'['.repeat(64)}1${']'.repeat(64)}`)
  })
})

function isDeeplyEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length &&
      left.every((item: JsonValue, index) => isDeeplyEqual(item, right[index] as JsonValue))
    )
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isDeeplyEqual(left[name]!, right[name]!))
  )
}
