import { describe, expect, it } from 'vitest'
import { decodeJson, parseJson } from '../../src/json/read.js'

const keep = { unencodable: 'keep' } as const

describe('reading for a verifier that reports', () => {
  it('keeps values that JSON text can spell and canonical JSON cannot carry', () => {
    expect(parseJson('[1e400, -1e400, 9007199254740993]', keep)).toEqual([Infinity, -Infinity, 2 ** 53])
    expect(parseJson('{"\\ud800": "a\\udc00b"}', keep)).toEqual({ '\ud800': 'a\udc00b' })
  })

  it('refuses the same texts otherwise', () => {
    for (const text of ['[1e400]', '[9007199254740993]', '["\\ud800"]']) {
      expect(decodeJson(text).ok).toBe(false)
    }
  })

  it.each([
    ['{"a":1,"a":2}', 'duplicate_member'],
    ['{"\\ud800":1,"a":1e400,"a":2}', 'duplicate_member'],
    ['[NaN]', 'non_finite_number'],
    ['[1', 'invalid_json'],
    ['['.repeat(65) + ']'.repeat(65), 'nesting_too_deep'],
  ])('still refuses %s', (text, code) => {
    expect(decodeJson(text, keep)).toMatchObject({ ok: false, error: { code } })
  })
})
