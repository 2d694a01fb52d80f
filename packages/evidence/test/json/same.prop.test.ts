/** Equality of JSON values is equality of their canonical texts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize, type JsonValue } from '../../src/index.js'
import { isSameJson } from '../../src/json/same.js'
import { jsonValue } from '../support/json-values.js'

describe('isSameJson', () => {
  it('says of two values what their canonical texts say', () => {
    const near = jsonValue.chain((value) =>
      fc.tuple(fc.constant(value), fc.oneof(jsonValue, fc.constant(structuredClone<JsonValue>(value)))),
    )
    fc.assert(
      fc.property(near, ([left, right]) => {
        expect(isSameJson(left, right)).toBe(canonicalize(left) === canonicalize(right))
      }),
      { numRuns: 500 },
    )
  })

  it.each<[JsonValue, JsonValue, boolean]>([
    [0, -0, true],
    [null, {}, false],
    [[], {}, false],
    [[1], [1, 2], false],
    [{ a: 1, b: null }, { a: 1 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['1', 1, false],
  ])('%j and %j: %s', (left, right, same) => {
    expect(isSameJson(left, right)).toBe(same)
    expect(isSameJson(right, left)).toBe(same)
  })
})
