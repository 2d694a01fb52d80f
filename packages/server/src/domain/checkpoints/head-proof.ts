/** A single proof (RFC 9162): that the newest checkpoint commits to one head, for whoever has no export at hand. */
import {
  type CheckpointLeaf,
  checkpointLeafHash,
  consistencyProof,
  inclusionProof,
  toBase64,
  type TreeHash,
} from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import { findLeafBefore, findNewestCheckpoint, pageOfLeaves } from '../../store/queries/checkpoints.js'
import type { Reader } from '../../store/store.js'
import { Refusal } from '../refusal.js'
import { readNote } from './checkpoint-note.js'
import type { Scope } from './growing-tree.js'

const PAGE = 1000

export type HeadProof = {
  /** The newest checkpoint, a signed note. */
  readonly checkpoint: string
  readonly size: number
  /** Place of the leaf in the tree. */
  readonly index: number
  readonly leaf: CheckpointLeaf
  /** RFC 9162 §2.1.3, base64: the leaf is in the tree. */
  readonly inclusion: readonly string[]
  /** RFC 9162 §2.1.4, base64: the tree of `from` leaves is its beginning; null where none was asked for. */
  readonly consistency: { readonly from: number; readonly proof: readonly string[] } | null
}

/**
 * Proves what is committed to about a session, or about an operator log by the name of its chain.
 *
 * @param from size of an earlier checkpoint that the newest one should be shown to extend; null for none.
 * @throws {Refusal} not_found where nothing is committed to about it; invalid_request for a size beyond the newest.
 */
export async function proveHead(
  reader: Reader,
  scope: Scope,
  asked: {
    readonly subject: string
    readonly from: number | null
    readonly publishedKeys: readonly PublishedKey[]
  },
): Promise<HeadProof> {
  const { subject, from, publishedKeys } = asked
  const newest = await reader.first(findNewestCheckpoint, scope)
  const before = newest?.size ?? 0
  const row = await reader.first(findLeafBefore, { ...scope, subject, before })
  if (newest === undefined || row === undefined)
    throw new Refusal('not_found', 'no checkpoint commits to that session yet')
  const { size } = newest
  if (from !== null && from > size)
    throw new Refusal(
      'invalid_request',
      `must be ${String(size)}, the size of the newest checkpoint, or less`,
      '/from',
    )
  const hashes = await readLeafHashes(reader, scope, size)
  return {
    checkpoint: await readNote(reader, newest, publishedKeys),
    size,
    index: row.leaf_index,
    leaf: JSON.parse(row.leaf_text) as CheckpointLeaf,
    inclusion: inclusionProof(hashes, row.leaf_index).map(toBase64),
    consistency: from === null ? null : { from, proof: consistencyProof(hashes, from).map(toBase64) },
  }
}

/** The hashes of the first leaves. */
export async function readLeafHashes(reader: Reader, scope: Scope, size: number): Promise<TreeHash[]> {
  const hashes: TreeHash[] = []
  while (hashes.length < size) {
    const page = { from: hashes.length, before: size, limit: PAGE }
    const rows = await reader.all(pageOfLeaves, { ...scope, ...page })
    if (rows.length === 0) throw new Error('leaves of the log of heads are missing: `heron fsck` says more')
    for (const { leaf_text } of rows) hashes.push(checkpointLeafHash(leaf_text))
  }
  return hashes
}
