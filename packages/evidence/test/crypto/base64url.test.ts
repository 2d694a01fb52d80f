/** Base64url without padding, one text for each byte string (RFC 4648 §5), against Node's own encoder. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64url, toBase64url } from '../../src/crypto/base64url.js'

const reference = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

describe('base64url', () => {
  it('writes what Node writes, and reads it back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = toBase64url(bytes)
        expect(text).toBe(reference(bytes))
        expect(decodeBase64url(text)).toEqual(new Uint8Array(bytes))
      }),
    )
  })

  it('reads a text only when it is the one spelling of its bytes', () => {
    const char = fc.constantFrom(
      'A',
      'B',
      'Q',
      'f',
      'g',
      'w',
      '9',
      '-',
      '_',
      '=',
      '+',
      '/',
      ' ',
      '\n',
      '\u0100',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(char, { maxLength: 12 }), (chars) => {
        const text = chars.join('')
        const isOneSpelling =
          /^[A-Za-z0-9_-]*$/.test(text) && reference(Buffer.from(text, 'base64url')) === text
        expect(decodeBase64url(text) !== null).toBe(isOneSpelling)
      }),
      { numRuns: 5000 },
    )
  })

  it.each(['A', 'AAAAA', 'AA==', 'AA=', 'AB', 'AAB', 'AA A', 'AA\n'])('refuses %j', (text) => {
    expect(decodeBase64url(text)).toBeNull()
  })
})
