/** Findings and what became of them: each review stands in the operator log as it is told here (heron.md §8). */
import { type AuditPayload, type FindingKind, REVIEW_ACTS, severityOf } from '@heron/evidence'
import { listFindingEvents } from '../../store/queries/finding-events.js'
import { pageOfProjectFindings } from '../../store/queries/findings.js'
import { pageOfLog } from '../../store/queries/records.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { type FsckNotes, readText } from './report.js'

type Scope = { readonly organization_id: string; readonly project_id: string }

const PAGE = 500

export async function checkFindings(reader: Reader, scope: Scope, notes: FsckNotes): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await reader.all(pageOfProjectFindings, { ...scope, after_id: after, limit: PAGE })
    for (const { id, kind, severity, last_event: last } of rows) {
      const where = `findings ${id}`
      notes.row('findings')
      const right = severity === severityOf(kind as FindingKind)
      notes.expect(right, 'column_differs', where, '`severity` is not that of the kind')
      if (last !== null) await checkEvents(reader, scope, id, notes)
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < PAGE) return
  }
}

async function checkEvents(reader: Reader, scope: Scope, findingId: string, notes: FsckNotes): Promise<void> {
  const events = await reader.all(listFindingEvents, { ...scope, finding_id: findingId })
  for (const [index, event] of events.entries()) {
    const where = `finding_events ${findingId} ${event.ordinal}`
    notes.row('finding_events')
    notes.expect(event.ordinal === index, 'link_broken', where, 'numbers are not dense')
    if (event.event !== 'cleared') await checkReview(reader, scope, event, where, notes)
  }
}

async function checkReview(
  reader: Reader,
  { organization_id, project_id }: Scope,
  event: Schema['finding_events'],
  where: string,
  notes: FsckNotes,
): Promise<void> {
  const log = {
    organization_id,
    chain: `project:${project_id}`,
    after_seq: (event.entry_seq ?? 0) - 1,
    limit: 1,
  }
  const entry = (await reader.all(pageOfLog, log)).find(({ seq }) => seq === event.entry_seq)
  notes.expect(entry !== undefined, 'missing', where, 'the operator log holds no such review')
  if (entry === undefined) return
  const payload = readText<AuditPayload>(notes, where, entry.payload_text)
  if (payload === null) return
  notes.expectColumns(where, 'log entry', {
    event: [event.event === 'resolved' ? REVIEW_ACTS.resolve : REVIEW_ACTS.reopen, payload.act],
    finding_id: [`finding:${event.finding_id}`, payload.subject],
    entry_hash: [event.entry_hash, payload.entry_hash],
    at: [event.at, payload.at],
  })
}
