import { hashJson } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { classifyError } from '../../src/index.js'
import { resultHash } from '../../src/evidence/outcome.js'

class Spelt extends Error {}
class Named extends Error {
  override name = 'has spaces and maria@acme.com'
}

const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error('looked at')
    },
  },
)

describe('a thrown error', () => {
  it.each([
    [new TypeError('x'), 'FAILED', 'TypeError'],
    [new Spelt('x'), 'FAILED', 'Spelt'],
    [new Named('x'), 'FAILED', 'Named'],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'FAILED', 'ECONNREFUSED'],
    [Object.assign(new Spelt('x'), { code: 404 }), 'FAILED', 'Spelt'],
    [Object.assign(new Error('x'), { code: 'no mail for maria@acme.com' }), 'FAILED', 'Error'],
    [new DOMException('stop', 'AbortError'), 'ABANDONED', 'AbortError'],
    [Object.assign(new Error('x'), { name: 'TimeoutError' }), 'ABANDONED', 'TimeoutError'],
    ['a text', 'FAILED', 'Error'],
    [null, 'FAILED', 'Error'],
    [undefined, 'FAILED', 'Error'],
    [Object.create(null), 'FAILED', 'Error'],
    [hostile, 'FAILED', 'Error'],
  ])('is reported without its message, case %#', (error, outcome, errorCode) => {
    expect(classifyError(error)).toEqual({ outcome, errorCode })
  })
})

describe('the hash of a result', () => {
  it('is of its canonical form', () => {
    expect(resultHash({ b: 1, a: [null, 'x'] })).toBe(hashJson({ a: [null, 'x'], b: 1 }))
  })

  it('is of its JSON form where JSON leaves something out', () => {
    expect(resultHash({ content: [], isError: undefined })).toBe(hashJson({ content: [] }))
    expect(resultHash(new Date(0))).toBe(hashJson('1970-01-01T00:00:00.000Z'))
  })

  it('is absent for nothing returned, and null for what has no JSON form', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(resultHash(undefined)).toBeUndefined()
    for (const odd of [1n, cycle, () => 1, '\ud800']) expect(resultHash(odd)).toBeNull()
  })
})
