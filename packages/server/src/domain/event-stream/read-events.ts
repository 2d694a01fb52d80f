/**
 * The event stream (heron.md §14, AARM R8): decisions, statements, findings and the operator log of a project in the order
 * in which they were written, derived from the rows themselves. A reader keeps the last cursor and comes back with it.
 */
import type { AuditPayload } from '@heron/evidence'
import { pageOfDecisions, pageOfStatements } from '../../store/queries/event-stream.js'
import { pageOfProjectFindings } from '../../store/queries/findings.js'
import { pageOfLog } from '../../store/queries/records.js'
import type { Reader } from '../../store/store.js'
import { decisionEvent, executionEvent } from './call-events.js'
import { readCursor, type StreamPlace, writeCursor } from './cursor.js'
import { findingEvent } from './finding-event.js'
import { logEvent } from './log-event.js'
import type { OcsfEvent } from './ocsf.js'
import type { ProjectKey } from '../tenant.js'

/** Events in one answer: under a megabyte, a few milliseconds of work. */
export const MAX_EVENTS = 500

export type StreamPage = {
  /** Each carries the cursor behind it, so that a reader who is cut off goes on after the last line that arrived whole. */
  readonly events: readonly OcsfEvent[]
  /** Where to go on; the same cursor again when nothing has happened since. */
  readonly nextCursor: string
}

export type StreamRequest = {
  /** UNTRUSTED. */
  readonly cursor?: string | undefined
  /** 1 to {@link MAX_EVENTS}. */
  readonly limit?: number | undefined
  /**
   * Rows written later than this are left for the next time. Where several processes write, one with a slower clock or a
   * slower commit may still write before what is there; RFC 3339.
   */
  readonly until?: string
}

/** @throws {Refusal} invalid_request for a cursor that was never given. */
export async function readEvents(
  reader: Reader,
  project: ProjectKey,
  { cursor, limit = MAX_EVENTS, until = '~' }: StreamRequest,
): Promise<StreamPage> {
  let place = readCursor(cursor)
  const heads = await readHeads(reader, project, place, limit)
  const events: OcsfEvent[] = []
  while (events.length < limit) {
    const next = earliest(heads)
    if (next === null || next.at > until) break
    place = { ...place, ...next.place }
    const event = next.event()
    events.push({ ...event, unmapped: { ...(event['unmapped'] as object), cursor: writeCursor(place) } })
  }
  return { events, nextCursor: writeCursor(place) }
}

/** A row in waiting: when it was written, the place behind it, and its event, which is made only when it is given. */
type Head = {
  readonly at: string
  readonly place: Partial<StreamPlace>
  readonly event: () => OcsfEvent
}

/** The next rows of each source, each in its order. What was there first comes first: a call before what was found of it. */
async function readHeads(
  reader: Reader,
  { organizationId, projectId }: ProjectKey,
  after: StreamPlace,
  limit: number,
): Promise<Head[][]> {
  const scope = { organization_id: organizationId, project_id: projectId }
  const log = { organization_id: organizationId, chain: `project:${projectId}` }
  const [entries, decisions, statements, findings] = await Promise.all([
    reader.all(pageOfLog, { ...log, after_seq: after.log, limit }),
    reader.all(pageOfDecisions, { ...scope, after_id: after.action, limit }),
    reader.all(pageOfStatements, { ...scope, after_id: after.execution, limit }),
    reader.all(pageOfProjectFindings, { ...scope, after_id: after.finding, limit }),
  ])
  return [
    entries.map(({ seq, created_at, payload_text }) => ({
      ...{ at: created_at, place: { log: seq } },
      event: () => logEvent(JSON.parse(payload_text) as AuditPayload, organizationId),
    })),
    decisions.map((row) => ({
      ...{ at: row.received_at, place: { action: row.id }, event: () => decisionEvent(row) },
    })),
    statements.map((row) => ({
      ...{ at: row.received_at, place: { execution: row.id }, event: () => executionEvent(row) },
    })),
    findings.map((row) => ({
      ...{ at: row.raised_at, place: { finding: row.id }, event: () => findingEvent(row) },
    })),
  ]
}

/** Takes the row that was written first; null when there is none. */
function earliest(sources: Head[][]): Head | null {
  let found: Head[] | null = null
  for (const source of sources) {
    if (source[0] !== undefined && (found?.[0] === undefined || source[0].at < found[0].at)) found = source
  }
  return found?.shift() ?? null
}
