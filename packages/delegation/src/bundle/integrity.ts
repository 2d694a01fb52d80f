/** Checks 9 and 10 of delegation.md §4.4: the hash chain, and the anchor over its head. */
import { isJsonObject, type JsonObject, ownMember } from '@heron/evidence'
import { anchorSignatureDefect, type TrustedAnchorKey } from '../ledger/anchor.js'
import { EMPTY_HEAD } from '../ledger/hash.js'
import { integerOf } from '../ledger/integer.js'
import { type ChainWalk, walkChain } from '../ledger/walk.js'
import type { Findings } from './finding.js'

/**
 * @param key null when the caller gave none; the anchor is then not checked, which is no failure.
 * @param keepHashes true when envelopes will need the recomputed hashes.
 */
export function checkIntegrity(
  bundle: JsonObject,
  entries: readonly unknown[],
  key: TrustedAnchorKey | null,
  keepHashes: boolean,
  found: Findings,
): ChainWalk {
  const walk = walkChain(entries, keepHashes)
  if (walk.broken !== null) found.onEntry('integrity', walk.broken.message, walk.broken.index)
  if (key !== null) {
    const defect = anchorDefect(ownMember(bundle, 'anchor'), entries, key, walk)
    if (defect !== null) found.onChain('integrity(anchor)', defect)
  }
  return walk
}

/** In this order: signature, chain, chain id, head and seq. One finding whatever fails. */
function anchorDefect(
  anchor: unknown,
  entries: readonly unknown[],
  key: TrustedAnchorKey,
  walk: ChainWalk,
): string | null {
  if (!isJsonObject(anchor)) return 'a key was given, but the bundle carries no anchor'
  const signature = anchorSignatureDefect(anchor, key)
  if (signature !== null) return signature
  if (walk.broken !== null) return 'the chain does not reach the anchored head unbroken'
  const [first] = entries
  const last = entries.at(-1)
  if (isJsonObject(first) && ownMember(anchor, 'chain_id') !== ownMember(first, 'chain_id')) {
    return 'the anchor signs another chain'
  }
  const head = isJsonObject(last) ? ownMember(last, 'hash') : EMPTY_HEAD
  if (ownMember(anchor, 'head') !== head) return 'the anchor signs another head'
  return integerOf(ownMember(anchor, 'seq')) === entries.length - 1 ? null : 'the anchor signs another seq'
}
