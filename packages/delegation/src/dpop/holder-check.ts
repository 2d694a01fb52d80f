/** What holder binding is judged by (delegation.md §2.10): the request, its proofs, and the memory of used ones. */
import type { ReplayCache } from './replay-cache.js'

/** The request that a chain was presented with, and how strictly its proof is judged. */
export type HolderCheck = {
  /** UNTRUSTED: every `DPoP` header of the request. Exactly one is acceptable. */
  readonly proofs: readonly string[]
  /** As received, e.g. `POST`. */
  readonly method: string
  /** The request's own absolute URI, as this server knows itself. */
  readonly uri: string
  /** The nonce this server handed out, when it hands out nonces. */
  readonly nonce?: string
  /** How far `iat` may be from now, either way. */
  readonly windowSeconds?: number
  readonly acceptedAlgs?: readonly string[]
  readonly replay: ReplayCache
}
