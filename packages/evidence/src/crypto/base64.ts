/** Base64 with padding (RFC 4648 §4), strict; only signed notes use it, everything of ours is base64url. */
import { decodeBase64url, toBase64url } from './base64url.js'

/** Encodes bytes as padded base64. */
export function toBase64(bytes: Uint8Array): string {
  const text = toBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/**
 * Decodes padded base64.
 *
 * @param text UNTRUSTED.
 * @returns `null` for missing or wrong padding, another alphabet, or a second spelling of the same bytes.
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) return null
  const bytes = decodeBase64url(
    text
      .replace(/={1,2}$/, '')
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  )
  return bytes !== null && toBase64(bytes) === text ? bytes : null
}
