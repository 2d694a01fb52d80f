/** How far a project's record is committed to, as a reader of its evidence page sees it (heron.md §9, §11). */
import { type PageCheckpoints, parseCheckpoint, toBase64 } from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import { findNewestCheckpoint, listCosignatures, pageOfCheckpoints } from '../../store/queries/checkpoints.js'
import type { Reader } from '../../store/store.js'
import { readNote } from './checkpoint-note.js'
import type { Scope } from './growing-tree.js'

export async function readCheckpoints(
  reader: Reader,
  scope: Scope,
  publishedKeys: readonly PublishedKey[],
): Promise<PageCheckpoints> {
  const row = await reader.first(findNewestCheckpoint, scope)
  if (row === undefined) return { count: 0, first_at: null, newest: null }
  const [first] = await reader.all(pageOfCheckpoints, { ...scope, after_number: 0, limit: 1 })
  const { number, size, taken_at } = row
  const witnesses = await reader.all(listCosignatures, { ...scope, number })
  const root = parseCheckpoint(row.note_text)?.root ?? new Uint8Array(0)
  return {
    count: number,
    first_at: first?.taken_at ?? null,
    newest: {
      ...{ number, size, taken_at },
      root: toBase64(root),
      witnesses: witnesses.map(({ name }) => name),
      note: await readNote(reader, row, publishedKeys),
    },
  }
}
