/** How far a file's record is committed to, from its own checkpoints: for display, the verifier judges them. */
import { type PageCheckpoints, parseCheckpoint, parseNote, toBase64 } from '@heron/evidence'
import type { FileRecord } from './file-record.js'

/** @param record UNTRUSTED. */
export function checkpointsOf({ checkpoints, leaves }: FileRecord): PageCheckpoints {
  const statements = leaves.flatMap(({ leaf }) => (leaf.kind === 'checkpoint' ? [leaf] : []))
  const statement = statements.at(-1)
  const entry = checkpoints.at(-1)
  const note = entry === undefined ? null : parseNote(entry.note)
  const checkpoint = note === null ? null : parseCheckpoint(note.text)
  if (entry === undefined || note === null || checkpoint === null || statement === undefined)
    return { count: 0, first_at: null, newest: null }
  return {
    count: checkpoints.length,
    first_at: statements[0]?.taken_at ?? null,
    newest: {
      number: statement.number,
      size: checkpoint.size,
      root: toBase64(checkpoint.root),
      taken_at: statement.taken_at,
      // Its own signature aside.
      witnesses: note.signatures.map(({ name }) => name).filter((name) => name !== checkpoint.origin),
      note: entry.note,
    },
  }
}
