/** The link from a child to one instance of its parent (delegation.md §2.5). */
import { sha256, toBase64url } from '@heron/evidence'
import type { CompactJws } from './compact.js'

/** Base64url of SHA-256 over the parent's signing input as received; the signature is not part of it. */
export function parHashOf(parent: CompactJws): string {
  return toBase64url(sha256(parent.signingInput))
}
