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
  const whole = text.length - rest
  let length = 0
  for (let index = 0; index < whole; index += 4) {
    const word =
      (valueAt(text, index) << 18) |
      (valueAt(text, index + 1) << 12) |
      (valueAt(text, index + 2) << 6) |
      valueAt(text, index + 3)
    // A character outside the alphabet is −1, whose sign bit survives shifting and joining.
    if (word < 0) return null
    bytes[length] = word >> 16
    bytes[length + 1] = word >> 8
    bytes[length + 2] = word
    length += 3
  }
  if (rest === 0) return bytes
  const word =
    (valueAt(text, whole) << 12) |
    (valueAt(text, whole + 1) << 6) |
    (rest === 3 ? valueAt(text, whole + 2) : 0)
  const spare = rest === 3 ? 0b11 : 0b11_11_00_00_00
  if (word < 0 || (word & spare) !== 0) return null
  bytes[length] = word >> 10
  if (rest === 3) bytes[length + 1] = word >> 2
  return bytes
}

/** Six bits, or −1 for a character outside the alphabet. */
function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code < 128 ? (VALUES[code] ?? -1) : -1
}

function sextet(word: number): string {
  return ALPHABET.charAt(word & 0x3f)
}
