/** SHA-256 by the runtime, for the hot path: the portable one takes several times as long over so few bytes. */
import { hash } from 'node:crypto'

export function nativeSha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer')
}
