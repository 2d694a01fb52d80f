/** Walks a ledger's hash chain to its first break (delegation.md §4.4 row 9). Signatures are `anchor.ts`'s work. */
import { isJsonObject, type JsonObject } from '@heron/evidence'
import { GENESIS_PREV_HASH, hashEntry } from './hash.js'
import { integerOf } from './integer.js'
import { briefly } from './printable.js'

type ChainBreak = {
  /** Position in the array: a forged `seq` may be missing, repeated or no number at all. */
  readonly index: number
  readonly message: string
}

export type ChainWalk = {
  readonly broken: ChainBreak | null
  /**
   * Hashes recomputed from the bundle, each chained over the recomputed one before it; `null` from the first entry on
   * that has no canonical text. Empty unless asked for.
   */
  readonly hashes: readonly (string | null)[]
}

/**
 * Checks `seq`, `prev_hash` and `hash` of every entry in order.
 *
 * @param entries UNTRUSTED.
 * @param keepHashes true to recompute every hash, past the first break too (observer envelopes need them).
 */
export function walkChain(entries: readonly unknown[], keepHashes = false): ChainWalk {
  const hashes: (string | null)[] = []
  let broken: ChainBreak | null = null
  let previous: string | null = GENESIS_PREV_HASH
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]
    const recomputed: string | null =
      previous !== null && isJsonObject(entry) ? hashEntry(previous, entry) : null
    if (broken === null) {
      const message = linkDefect(entry, index, previous ?? '', recomputed)
      if (message !== null) {
        broken = { index, message }
        if (!keepHashes) break
      }
    }
    if (keepHashes) hashes.push(recomputed)
    previous = recomputed
  }
  return { broken, hashes }
}

// INVARIANT: called only while the chain is whole so far, so the previous stored hash equals the recomputed one.
function linkDefect(
  entry: unknown,
  index: number,
  previous: string,
  recomputed: string | null,
): string | null {
  if (!isJsonObject(entry)) return `seq gap at ${index} (got null)`
  const { seq, prev_hash: claimedPrevious, hash }: JsonObject = entry
  if (integerOf(seq) !== index) return `seq gap at ${index} (got ${briefly(seq)})`
  if (claimedPrevious !== previous) return `prev_hash mismatch at seq ${index}`
  if (recomputed === null) return `hash mismatch at seq ${index} (the entry has no canonical form)`
  if (hash !== recomputed) return `hash mismatch at seq ${index}`
  return null
}
