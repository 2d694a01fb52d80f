/**
 * A snapshot against the record as it is now: what was added, and what has gone. A head that still stands at its place
 * vouches for every call before it, so one look a session is enough; Verify recomputes the rest.
 */
import type {
  Paged,
  PageSnapshot,
  PageSnapshotComparison,
  Receipt,
  SnapshotHead,
  SnapshotPayload,
} from '@heron/evidence'
import { findActionAt, findLogEntryAt } from '../../store/queries/runs.js'
import { findSnapshot, listSnapshots as listRows, pageOfHeads } from '../../store/queries/snapshots.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { cursorOf, type PageRequest, readCursor } from '../evidence-page/paging.js'
import { type LinkReach, logOf } from '../evidence-page/reach.js'
import { countActions, countFindings, countSessions } from '../evidence-page/tallies.js'
import { Refusal } from '../refusal.js'
import { others } from './take-snapshot.js'

type Vanished = PageSnapshotComparison['vanished'][number]

/** Sessions looked at before others are let in. */
const BETWEEN_PAUSES = 1000

/** Those that this link may see, newest first. */
export async function listSnapshots(
  reader: Reader,
  reach: LinkReach,
  { cursor, limit }: PageRequest,
): Promise<Paged<PageSnapshot>> {
  const [before = '~'] = readCursor(cursor, 1) ?? []
  const items = await reader.all(listRows, {
    ...reach.scope,
    ...{ link_id: reach.linkId, window_days: reach.days, before_id: before, limit },
  })
  const last = items.at(-1)
  return { items, next_cursor: last === undefined || items.length < limit ? null : cursorOf(last.id) }
}

/**
 * The signed receipt, to keep.
 *
 * @throws {Refusal} not_found
 */
export async function readSnapshot(
  reader: Reader,
  reach: LinkReach,
  id: string,
): Promise<Receipt<SnapshotPayload>> {
  const row = await requireSnapshot(reader, reach, id)
  const payload = JSON.parse(row.payload_text) as SnapshotPayload
  return { payload, alg: 'EdDSA', kid: row.kid, signature: row.signature }
}

/** @throws {Refusal} not_found */
export async function compareSnapshot(
  reader: Reader,
  reach: LinkReach,
  id: string,
): Promise<PageSnapshotComparison> {
  const row = await requireSnapshot(reader, reach, id)
  const payload = JSON.parse(row.payload_text) as SnapshotPayload
  const vanished: Vanished[] = []
  const genesis = await genesisSince(reader, reach, payload.since)
  for (const [index, head] of payload.heads.entries()) {
    const gone = await lookFor(reader, reach, head, genesis.get(head.session))
    if (gone !== null) vanished.push(gone)
    if (index % BETWEEN_PAUSES === BETWEEN_PAUSES - 1) await others()
  }
  const logGone = await lookForLog(reader, reach, payload.log)
  if (logGone !== null) vanished.push(logGone)
  const since = { ...reach, from: payload.since }
  const sessions = await countSessions(reader, since)
  const actions = await countActions(reader, since)
  const findings = await countFindings(reader, since)
  const raised = findings.reduce((sum, { open, reviewed, cleared }) => sum + open + reviewed + cleared, 0)
  const added = {
    sessions: Math.max(0, sessions.sessions - payload.heads.length),
    actions: Math.max(0, actions.actions - payload.actions),
    findings: Math.max(0, raised - payload.findings),
  }
  const { taken_at, digest } = row
  return {
    snapshot: { id: row.id, taken_at, sessions: row.sessions, actions: row.actions, digest },
    added,
    vanished,
  }
}

async function requireSnapshot(reader: Reader, reach: LinkReach, id: string): Promise<Schema['snapshots']> {
  const { linkId: link_id, days: window_days } = reach
  const row = await reader.first(findSnapshot, { ...reach.scope, id, link_id, window_days })
  if (row === undefined) throw new Refusal('not_found', 'there is no such snapshot')
  return row
}

/** The sessions that are there, each with the hash that its chain begins with. */
async function genesisSince(
  reader: Reader,
  { scope }: LinkReach,
  since: string,
): Promise<ReadonlyMap<string, string>> {
  const genesis = new Map<string, string>()
  let after = ''
  for (;;) {
    const page = { ...scope, since, after_id: after, limit: BETWEEN_PAUSES }
    const rows = await reader.all(pageOfHeads, page)
    for (const { id, genesis_hash } of rows) genesis.set(id, genesis_hash)
    if (rows.length < BETWEEN_PAUSES) return genesis
    after = rows.at(-1)?.id ?? after
    await others()
  }
}

/** @param genesis undefined where the session is gone. */
async function lookFor(
  reader: Reader,
  { scope }: LinkReach,
  { session, head_hash: hash, actions }: SnapshotHead,
  genesis: string | undefined,
): Promise<Vanished | null> {
  if (genesis === undefined)
    return { what: 'session', id: session, detail: `it had ${String(actions)} calls` }
  const at = { ...scope, session_id: session, position: actions }
  const standing = actions === 0 ? genesis : (await reader.first(findActionAt, at))?.record_hash
  if (standing === undefined)
    return { what: 'action', id: session, detail: `call ${String(actions)} of this run is no longer there` }
  if (standing === hash) return null
  const detail = `the snapshot has ${hash} after ${String(actions)} calls, the record has ${standing}`
  return { what: 'head', id: session, detail }
}

async function lookForLog(
  reader: Reader,
  reach: LinkReach,
  log: SnapshotPayload['log'],
): Promise<Vanished | null> {
  if (log === null) return null
  const entry = await reader.first(findLogEntryAt, { ...logOf(reach), seq: log.entries - 1 })
  if (entry?.entry_hash === log.head_hash) return null
  const detail =
    entry === undefined
      ? `entry ${String(log.entries - 1)} is no longer there`
      : `entry ${String(log.entries - 1)} is another one now`
  return { what: 'log_entry', id: log.head_hash, detail }
}
