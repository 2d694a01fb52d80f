/** Lower-case hexadecimal, strict. */
import { bytesToHex } from '@noble/hashes/utils.js'

const LOWER_HEX = /^(?:[0-9a-f]{2})*$/

/** Encodes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes)
}

/**
 * Decodes lower-case hex.
 *
 * @param text UNTRUSTED.
 * @returns `null` for an odd length, upper case or any other character.
 */
export function decodeHex(text: string): Uint8Array | null {
  if (!LOWER_HEX.test(text)) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16)
  }
  return bytes
}
