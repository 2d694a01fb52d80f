/** Published findings with what became of them. Reviewing one removes nothing (heron.md §7). */
import { type AuditPayload, type Paged, type PageFinding, REVIEW_ACTS } from '@heron/evidence'
import { listFindingEvents } from '../../store/queries/finding-events.js'
import {
  findLogEntryByHash,
  listFindingsOfAction,
  pageOfFindingsOfKind,
  pageOfNewestFindings,
} from '../../store/queries/runs.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { Refusal } from '../refusal.js'
import { cursorOf, type PageRequest, readCursor } from './paging.js'
import { logOf, type Reach, type Window } from './reach.js'
import { storedJson } from './stored-json.js'
import { isPublished } from './tallies.js'

export type FindingFilter = { readonly kind: string | null; readonly state: 'open' | 'reviewed' | null }

/**
 * Rows looked at for one answer. Where few of very many match, an answer may hold fewer than were asked for, and a
 * cursor to go on.
 */
const MAX_LOOKED_AT = 2000

/**
 * Findings raised in the window, newest first.
 *
 * @throws {Refusal} invalid_request
 */
export async function listFindings(
  reader: Reader,
  reach: Reach,
  { kind, state }: FindingFilter,
  { cursor, limit }: PageRequest,
): Promise<Paged<PageFinding>> {
  if (kind !== null && !isPublished(kind))
    throw new Refusal('invalid_request', 'there is no published finding of that kind')
  const items: PageFinding[] = []
  let [beforeId = '~'] = readCursor(cursor, 1) ?? []
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += limit) {
    const where = { ...reach.scope, since: reach.from, before_id: beforeId, limit }
    const rows = await (kind === null
      ? reader.all(pageOfNewestFindings, where)
      : reader.all(pageOfFindingsOfKind, { ...where, kind }))
    for (const row of rows) {
      const finding = await publishFinding(reader, reach, row)
      beforeId = row.id
      if (state !== null && finding.state !== state) continue
      items.push(finding.finding)
      if (items.length === limit) return { items, next_cursor: cursorOf(beforeId) }
    }
    if (rows.length < limit) return { items, next_cursor: null }
  }
  return { items, next_cursor: cursorOf(beforeId) }
}

/** Published findings about one action. */
export async function findingsOfAction(
  reader: Reader,
  reach: Window,
  actionId: string,
): Promise<readonly PageFinding[]> {
  const rows = await reader.all(listFindingsOfAction, { ...reach.scope, action_id: actionId })
  const inOrder = rows.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  return Promise.all(inOrder.map(async (row) => (await publishFinding(reader, reach, row)).finding))
}

type PublishedState = 'open' | 'reviewed' | 'cleared'

async function publishFinding(
  reader: Reader,
  reach: Window,
  row: Schema['findings'],
): Promise<{ readonly finding: PageFinding; readonly state: PublishedState }> {
  const events = await reader.all(listFindingEvents, { ...reach.scope, finding_id: row.id })
  const reviews: PageFinding['reviews'][number][] = []
  for (const { event, entry_hash, at } of events) {
    if (event === 'cleared' || entry_hash === null) continue
    const entry = await reader.first(findLogEntryByHash, { ...logOf(reach), entry_hash })
    const act = event === 'resolved' ? REVIEW_ACTS.resolve : REVIEW_ACTS.reopen
    const reason = entry === undefined ? null : storedJson<AuditPayload>(entry.payload_text).reason
    reviews.push({ act, reason, at, entry_hash })
  }
  const last = events.at(-1)?.event
  return {
    finding: {
      finding: row.id,
      kind: row.kind as PageFinding['kind'],
      severity: row.severity as PageFinding['severity'],
      session: row.session_id,
      action: row.action_id,
      tool: row.tool,
      raised_at: row.raised_at,
      cleared_at: events.find(({ event }) => event === 'cleared')?.at ?? null,
      reviews,
    },
    state: last === 'resolved' ? 'reviewed' : last === 'cleared' ? 'cleared' : 'open',
  }
}
