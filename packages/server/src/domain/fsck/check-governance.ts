/** Declarations and answers of operators: each says what its entry of the operator log says (heron.md §3, §8). */
import { APPROVAL_ACTS, type AuditPayload, ENFORCEMENT_ACTS } from '@heron/evidence'
import { pageOfAnswers } from '../../store/queries/approvals.js'
import { pageOfWindows } from '../../store/queries/enforcement.js'
import { findLogEntry } from '../../store/queries/records.js'
import type { Reader } from '../../store/store.js'
import { type FsckNotes, readText } from './report.js'

type Scope = { readonly organization_id: string; readonly project_id: string }

const PAGE = 500

export async function checkGovernance(reader: Reader, scope: Scope, notes: FsckNotes): Promise<void> {
  await eachRow(
    (after) => reader.all(pageOfWindows, { ...scope, after_id: after, limit: PAGE }),
    ({ id }) => id,
    async (row) => {
      const where = `enforcement_windows ${row.id}`
      notes.row('enforcement_windows')
      const acts = ENFORCEMENT_ACTS[row.effect]
      const declared = await entryOf(reader, scope, row.declared_by, where, notes)
      if (declared !== null) {
        notes.expectColumns(where, 'log entry', {
          effect: [row.effect, declared.after?.['effect']],
          id: [`${acts.subject}:${row.id}`, declared.subject],
          declared_by: [acts.declared, declared.act],
          declared_from: [row.declared_from, declared.at],
          declared_until: [row.declared_until, declared.after?.['until']],
          reason: [row.reason, declared.reason],
        })
      }
      if (row.ended_by === null) return
      const ended = await entryOf(reader, scope, row.ended_by, where, notes)
      if (ended === null) return
      notes.expectColumns(where, 'log entry', {
        ended_by: [acts.ended, ended.act],
        id: [`${acts.subject}:${row.id}`, ended.subject],
        ended_at: [row.ended_at, ended.at],
      })
    },
  )
  await eachRow(
    (after) => reader.all(pageOfAnswers, { ...scope, after_id: after, limit: PAGE }),
    ({ action_id }) => action_id,
    async (row) => {
      const where = `approval_answers ${row.action_id}`
      notes.row('approval_answers')
      const entry = await entryOf(reader, scope, row.entry_hash, where, notes)
      if (entry === null) return
      notes.expectColumns(where, 'log entry', {
        decision: [APPROVAL_ACTS[row.decision], entry.act],
        action_id: [`action:${row.action_id}`, entry.subject],
        approver: [row.approver, entry.actor],
        reason: [row.reason, entry.reason],
        answered_at: [row.answered_at, entry.at],
      })
    },
  )
}

async function eachRow<Row>(
  read: (after: string) => Promise<Row[]>,
  idOf: (row: Row) => string,
  check: (row: Row) => Promise<void>,
): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await read(after)
    for (const row of rows) await check(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = idOf(last)
  }
}

async function entryOf(
  reader: Reader,
  { organization_id, project_id }: Scope,
  entryHash: string,
  where: string,
  notes: FsckNotes,
): Promise<AuditPayload | null> {
  const which = { organization_id, chain: `project:${project_id}`, entry_hash: entryHash }
  const entry = await reader.first(findLogEntry, which)
  notes.expect(entry !== undefined, 'missing', where, 'the operator log holds no such entry')
  return entry === undefined ? null : readText<AuditPayload>(notes, where, entry.payload_text)
}
