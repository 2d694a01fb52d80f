/**
 * The hash rule of the ledger (delegation.md §4.1): SHA-256 over the previous hash as ASCII hex, then the canonical
 * text of the entry without its own `hash`.
 */
import { canonicalize, CanonicalizationError, sha256, toHex, type JsonObject } from '@heron/evidence'

/** What the first entry names as its predecessor. */
export const GENESIS_PREV_HASH = '0'.repeat(64)

/** The head of a ledger without entries, as an anchor names it. */
export const EMPTY_HEAD = 'GENESIS'

const encoder = new TextEncoder()

/**
 * The canonical text of a ledger value.
 *
 * Stricter than RFC 8785 in one point: an integral number beyond ±(2^53−1) has no text, whatever its spelling, since
 * two readers of one ledger could round it differently (delegation.md §2.6, §4.2).
 *
 * @throws {CanonicalizationError}
 */
export function ledgerText(value: unknown): string {
  const text = canonicalize(value)
  refuseUnsafeIntegers(value)
  return text
}

/** SHA-256 of a text's UTF-8, in lower-case hex. An entry hashes as the previous hash followed by its own text. */
export function sha256Hex(text: string): string {
  return toHex(sha256(encoder.encode(text)))
}

/**
 * Recomputes the hash of an entry. Its stored `hash` is not read.
 *
 * @param previousHash hex of the predecessor, {@link GENESIS_PREV_HASH} for the first.
 * @param entry UNTRUSTED.
 * @returns `null` when the entry has no canonical text.
 */
export function hashEntry(previousHash: string, entry: JsonObject): string | null {
  const { hash: _stored, ...body } = entry
  try {
    return sha256Hex(previousHash + ledgerText(body))
  } catch (error) {
    if (error instanceof CanonicalizationError) return null
    throw error
  }
}

// Runs after the canonical writer, which has already bounded the depth and refused cycles.
function refuseUnsafeIntegers(value: unknown): void {
  if (typeof value === 'number') {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      throw new CanonicalizationError('no canonical form: an integer beyond ±(2^53−1)', '')
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) refuseUnsafeIntegers(member)
  }
}
