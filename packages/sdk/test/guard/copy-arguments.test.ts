import { canonicalize } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyArguments } from '../../src/guard/copy-arguments.js'

describe('a copy of arguments', () => {
  it('says the same and shares nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = copyArguments(value)
        expect(copy).toEqual(value)
        const walk = (left: unknown, right: unknown): void => {
          if (typeof left !== 'object' || left === null) return
          expect(left).not.toBe(right)
          for (const [name, member] of Object.entries(left))
            walk(member, (right as Record<string, unknown>)[name])
        }
        walk(copy, value)
      }),
    )
  })

  it('has a member named `__proto__` as a member', () => {
    const copy = copyArguments(JSON.parse('{"__proto__":{"admin":true}}') as object)
    expect(Object.keys(copy)).toEqual(['__proto__'])
    expect('admin' in copy).toBe(false)
  })

  it('takes an object of a class for its members, as JSON would', () => {
    class Mail {
      readonly to = 'maria@acme.com'
    }
    expect(canonicalize(copyArguments(new Mail()))).toBe('{"to":"maria@acme.com"}')
  })

  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  it.each([
    ['a map', new Map([['a', 1]])],
    ['a date', new Date(0)],
    ['a function', () => 1],
    ['a hole', [1, , 2]],
    ['an endless list', new Array(2 ** 32 - 1)],
    ['undefined', { a: undefined }],
    ['a cycle', cycle],
    ['bytes', new Uint8Array(3)],
  ])('makes no JSON of %s', (_name, value) => {
    expect(() => canonicalize(copyArguments({ value }))).toThrow('no canonical form')
  })
})
