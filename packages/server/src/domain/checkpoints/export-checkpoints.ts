/**
 * Checkpoints and leaves of an export (heron.md §10, §11). The leaves begin with those of the newest checkpoint before its
 * window, whose statement proves that none of the window is left out. What came before stands there as the subtrees of the
 * checkpoint before that one, so that a file says nothing about sessions that were over by then.
 */
import { type CheckpointLeaf, embedText, type ExportWriter } from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import {
  findCheckpointBefore,
  findNewestCheckpoint,
  pageOfCheckpoints,
  pageOfLeaves,
} from '../../store/queries/checkpoints.js'
import type { Reader } from '../../store/store.js'
import { readNote } from './checkpoint-note.js'
import type { Scope } from './growing-tree.js'

const PAGE = 500

/** @param since beginning of the window; null is without limit. */
export async function* checkpointLines(
  { reader, scope }: { readonly reader: Reader; readonly scope: Scope },
  since: string | null,
  publishedKeys: readonly PublishedKey[],
  writer: ExportWriter,
): AsyncGenerator<string> {
  const newest = await reader.first(findNewestCheckpoint, scope)
  if (newest === undefined) return
  const base = since === null ? undefined : await baseOf(reader, scope, since)
  for (let after_number = (base?.number ?? 1) - 1; ;) {
    const rows = await reader.all(pageOfCheckpoints, { ...scope, after_number, limit: PAGE })
    for (const row of rows) {
      const note = await readNote(reader, row, publishedKeys)
      const nodes = row.number === base?.number ? (JSON.parse(row.nodes_text) as string[]) : null
      yield writer.line({ type: 'checkpoint', note, nodes })
    }
    if (rows.length < PAGE) break
    after_number = rows.at(-1)?.number ?? after_number
  }
  for (let from = base?.size ?? 0; from < newest.size;) {
    const rows = await reader.all(pageOfLeaves, { ...scope, from, before: newest.size, limit: PAGE })
    for (const { leaf_index: index, leaf_text } of rows)
      yield writer.line({ type: 'checkpoint_leaf', index, leaf: embedText<CheckpointLeaf>(leaf_text) })
    if (rows.length < PAGE) break
    from += rows.length
  }
}

/** The checkpoint before the newest one that was taken before the window; none where that one is the first. */
async function baseOf(
  reader: Reader,
  scope: Scope,
  since: string,
): Promise<{ readonly number: number; readonly size: number } | undefined> {
  const proof = await reader.first(findCheckpointBefore, { ...scope, before: since })
  if (proof === undefined || proof.number === 1) return undefined
  return reader.first(pageOfCheckpoints, { ...scope, after_number: proof.number - 2, limit: 1 })
}
