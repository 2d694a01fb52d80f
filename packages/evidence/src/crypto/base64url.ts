/** Base64url without padding (RFC 4648 §5), strict: one text for each byte string, so that equal bytes compare equal as text. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Int8Array(128).fill(-1)
for (let index = 0; index < ALPHABET.length; index += 1) VALUES[ALPHABET.charCodeAt(index)] = index

/** Encodes bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  let index = 0
  for (; index + 2 < bytes.length; index += 3) {
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    text += sextet(word >> 18) + sextet(word >> 12) + sextet(word >> 6) + sextet(word)
  }
  const rest = bytes.length - index
  if (rest === 1) {
    const word = (bytes[index] ?? 0) << 16
    text += sextet(word >> 18) + sextet(word >> 12)
  } else if (rest === 2) {
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8)
    text += sextet(word >> 18) + sextet(word >> 12) + sextet(word >> 6)
  }
  return text
}

/**
 * Decodes base64url without padding.
 *
 * @param text UNTRUSTED.
 * @returns `null` for padding, another alphabet, an impossible length, or trailing bits that are not zero (a second spelling).
 */
export function decodeBase64url(text: string): Uint8Array | null {
  const rest = text.length % 4
  if (rest === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let word = 0
  let bits = 0
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const value = code < 128 ? (VALUES[code] ?? -1) : -1
    if (value < 0) return null
    word = (word << 6) | value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[length] = (word >> bits) & 0xff
      length += 1
      word &= (1 << bits) - 1
    }
  }
  return word === 0 ? bytes : null
}

function sextet(word: number): string {
  return ALPHABET.charAt(word & 0x3f)
}
