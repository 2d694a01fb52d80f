/** Published findings with what became of them. Reviewing one removes nothing (heron.md §7). */
import { type AuditPayload, type Paged, type PageFinding, REVIEW_ACTS } from '@heron/evidence'
import { listEventsOfFindings, listLogEntriesByHash } from '../../store/queries/finding-lists.js'
import { listFindingsOfAction, pageOfFindingsOfKind, pageOfNewestFindings } from '../../store/queries/runs.js'
import { fillPlaces, MANY } from '../../store/many.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { groupedBy } from '../reading/grouped.js'
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
    for (const finding of await publishFindings(reader, reach, rows)) {
      beforeId = finding.finding.finding
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
  return (await publishFindings(reader, reach, inOrder)).map(({ finding }) => finding)
}

type PublishedState = 'open' | 'reviewed' | 'cleared'
type Event = Schema['finding_events']
type Published = { readonly finding: PageFinding; readonly state: PublishedState }

/** Events of one page's findings. */
const MAX_EVENTS = 2000

/** What is published of findings, in their order: a query for what became of them, and one for why. */
async function publishFindings(
  reader: Reader,
  reach: Window,
  rows: readonly Schema['findings'][],
): Promise<readonly Published[]> {
  const asked = {
    ...reach.scope,
    ...fillPlaces(
      'id',
      rows.map(({ id }) => id),
    ),
  }
  const events =
    rows.length === 0 ? [] : await reader.all(listEventsOfFindings, { ...asked, limit: MAX_EVENTS })
  const reasons = await readReasons(reader, reach, events)
  const became = groupedBy(events, ({ finding_id }) => finding_id)
  return rows.map((row) => publishedOf(row, became.get(row.id) ?? [], reasons))
}

/** Why findings were reviewed, by the entry of the log. */
async function readReasons(
  reader: Reader,
  reach: Window,
  events: readonly Event[],
): Promise<ReadonlyMap<string, string | null>> {
  const hashes = [...new Set(events.flatMap(({ entry_hash }) => (entry_hash === null ? [] : [entry_hash])))]
  const reasons = new Map<string, string | null>()
  for (let start = 0; start < hashes.length; start += MANY) {
    const asked = { ...logOf(reach), ...fillPlaces('hash', hashes.slice(start, start + MANY)) }
    for (const { entry_hash, payload_text } of await reader.all(listLogEntriesByHash, asked))
      reasons.set(entry_hash, storedJson<Partial<AuditPayload>>(payload_text).reason ?? null)
  }
  return reasons
}

function publishedOf(
  row: Schema['findings'],
  events: readonly Event[],
  reasons: ReadonlyMap<string, string | null>,
): Published {
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
      reviews: events.flatMap(({ event, entry_hash, at }) =>
        event === 'cleared' || entry_hash === null
          ? []
          : [
              {
                act: event === 'resolved' ? REVIEW_ACTS.resolve : REVIEW_ACTS.reopen,
                reason: reasons.get(entry_hash) ?? null,
                ...{ at, entry_hash },
              },
            ],
      ),
    },
    state: last === 'resolved' ? 'reviewed' : last === 'cleared' ? 'cleared' : 'open',
  }
}
