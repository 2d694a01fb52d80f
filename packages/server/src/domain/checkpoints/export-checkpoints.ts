/**
 * Checkpoints and leaves of an export (heron.md §10, §11): from the newest checkpoint before its window on. What came
 * before stands there as the subtrees of that checkpoint, so that a file says nothing about sessions that were over by then.
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
  const base =
    since === null ? undefined : await reader.first(findCheckpointBefore, { ...scope, before: since })
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
