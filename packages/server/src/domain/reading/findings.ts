/** Findings as operators see them: every kind, with what became of each and who of them said so. */
import {
  type AuditPayload,
  type FindingKind,
  type JsonObject,
  type Paged,
  PUBLISHED_FINDINGS,
  REVIEW_ACTS,
} from '@heron/evidence'
import {
  endOfFindings,
  listEventsOfFindings,
  listFindingRows,
  listLogEntriesByHash,
  scanFindings,
} from '../../store/queries/finding-lists.js'
import { fillPlaces, MANY } from '../../store/many.js'
import type { Schema } from '../../store/schema.js'
import { cursorOf, type PageRequest, readCursor } from '../evidence-page/paging.js'
import { storedJson } from '../evidence-page/stored-json.js'
import { type FindingState, stateAfter } from '../findings/finding-state.js'
import type { OperatorParts } from '../operator-log.js'
import { actorNames } from '../people/actor-names.js'
import { Refusal } from '../refusal.js'
import { searchBounded, type Stretch } from './bounded-search.js'
import { groupedBy } from './grouped.js'
import { type ProjectScope, scopeOfProject } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type FindingItem = {
  readonly finding: string
  readonly kind: string
  readonly severity: string
  /** False for what no reviewer ever sees. */
  readonly published: boolean
  readonly state: FindingState
  readonly session: string | null
  readonly action: string | null
  readonly catalog_hash: string | null
  readonly tool: string | null
  readonly agent: string | null
  readonly environment: string | null
  readonly verdict: string | null
  readonly rule: string | null
  readonly raised_at: string
  readonly cleared_at: string | null
  readonly detail: JsonObject
  /** In the order in which they were written. */
  readonly reviews: readonly {
    readonly act: string
    /** A display name; null for somebody whom nobody knows any more. */
    readonly by: string | null
    readonly reason: string | null
    readonly at: string
    readonly entry_hash: string
  }[]
}

/** Absent members let everything through; {@link WITHOUT} asks for findings that have no such value. */
export type FindingListFilter = {
  readonly state?: FindingState
  readonly since?: string
  readonly tool?: string
  readonly agent?: string
  readonly environment?: string
  readonly verdict?: string
  readonly rule?: string
}

/** Stands for "none" in a filter; no tool, agent or rule can be called so and be told apart from it. */
export const WITHOUT = '~'

/** Looked at in one portion: each with its last event. */
const ROWS_AT_ONCE = 300

/** Events of one page's findings. */
const MAX_EVENTS = 2000

type ReadingParts = Pick<OperatorParts, 'store' | 'pseudonymSecret'>

/**
 * Findings of a kind, newest first.
 *
 * @throws {Refusal} invalid_request for a cursor that is none.
 */
export async function listFindings(
  parts: ReadingParts,
  project: ProjectKey,
  kind: FindingKind,
  filter: FindingListFilter,
  { cursor, limit }: PageRequest,
): Promise<Paged<FindingItem>> {
  const scope = scopeOfProject(project)
  const [beforeId = WITHOUT] = readCursor(cursor, 1) ?? []
  const passing = passingOf(filter)
  const chunk = (place: string, take: number) => ({ ...scope, kind, before_id: place, take })
  const stretch: Stretch<string, string> = {
    start: beforeId,
    matches: async (place, take, most) => {
      const rows = await parts.store.all(scanFindings, { ...chunk(place, take), ...passing, limit: most })
      return rows.map(({ id }) => id)
    },
    end: async (place, take) => (await parts.store.first(endOfFindings, chunk(place, take - 1)))?.id,
  }
  const everyRowPasses = Object.values(passing).every((value) => value === '')
  const { rows, next } = await searchBounded([stretch], (id) => id, {
    ...{ limit, everyRowPasses, rowsAtOnce: ROWS_AT_ONCE },
  })
  return {
    items: await describeFindings(parts, project, rows),
    next_cursor: next === null ? null : cursorOf(next),
  }
}

/** @throws {Refusal} not_found */
export async function readFindingItem(
  parts: ReadingParts,
  project: ProjectKey,
  id: string,
): Promise<FindingItem> {
  const [finding] = await describeFindings(parts, project, [id])
  if (finding === undefined) throw new Refusal('not_found', 'there is no finding of this id in this project')
  return finding
}

/** The filter as a query takes it. */
export function passingOf(filter: FindingListFilter) {
  const { state = '', since = '', tool = '', agent = '', environment = '', verdict = '', rule = '' } = filter
  return { state, since, tool, agent, environment, verdict, rule }
}

/** What is shown of findings, in the order of their ids as given: three queries, however many they are. */
export async function describeFindings(
  parts: ReadingParts,
  project: ProjectKey,
  ids: readonly string[],
): Promise<readonly FindingItem[]> {
  if (ids.length === 0) return []
  const scope = scopeOfProject(project)
  const asked = { ...scope, ...fillPlaces('id', ids) }
  const rows = new Map((await parts.store.all(listFindingRows, asked)).map((row) => [row.id, row]))
  const events = await eventsOf(parts, scope, ids)
  const reviews = await readReviews(parts, project, [...events.values()].flat())
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined ? [] : [itemOf(row, events.get(id) ?? [], reviews)]
  })
}

type Event = Schema['finding_events']

async function eventsOf(
  { store }: ReadingParts,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Event[]>> {
  const asked = { ...scope, ...fillPlaces('id', ids), limit: MAX_EVENTS }
  return groupedBy(await store.all(listEventsOfFindings, asked), ({ finding_id }) => finding_id)
}

type Review = Pick<FindingItem['reviews'][number], 'by' | 'reason'>

/** Who reviewed and why, by the entry of the log. */
async function readReviews(
  parts: ReadingParts,
  project: ProjectKey,
  events: readonly Event[],
): Promise<ReadonlyMap<string, Review>> {
  const hashes = [...new Set(events.flatMap(({ entry_hash }) => (entry_hash === null ? [] : [entry_hash])))]
  if (hashes.length === 0) return new Map()
  const { organizationId, projectId } = project
  const chain = `project:${projectId}` as const
  const names = await actorNames(parts, organizationId, chain)
  const reviews = new Map<string, Review>()
  for (let start = 0; start < hashes.length; start += MANY) {
    const asked = {
      organization_id: organizationId,
      chain,
      ...fillPlaces('hash', hashes.slice(start, start + MANY)),
    }
    for (const { entry_hash, payload_text } of await parts.store.all(listLogEntriesByHash, asked)) {
      const { actor, reason = null } = storedJson<Partial<AuditPayload>>(payload_text)
      reviews.set(entry_hash, { by: actor === undefined ? null : names(actor), reason })
    }
  }
  return reviews
}

function itemOf(
  row: Schema['findings'],
  events: readonly Event[],
  reviews: ReadonlyMap<string, Review>,
): FindingItem {
  const { id, kind, severity, tool, agent, environment, verdict, rule, raised_at, catalog_hash } = row
  return {
    finding: id,
    ...{ kind, severity },
    published: Object.hasOwn(PUBLISHED_FINDINGS, kind),
    state: stateAfter(events.at(-1)?.event ?? null),
    session: row.session_id,
    action: row.action_id,
    ...{ catalog_hash, tool, agent, environment, verdict, rule, raised_at },
    cleared_at: events.find(({ event }) => event === 'cleared')?.at ?? null,
    detail: storedJson<JsonObject>(row.detail_text),
    reviews: events.flatMap(({ event, at, entry_hash }) =>
      entry_hash === null
        ? []
        : [
            {
              act: event === 'resolved' ? REVIEW_ACTS.resolve : REVIEW_ACTS.reopen,
              by: reviews.get(entry_hash)?.by ?? null,
              reason: reviews.get(entry_hash)?.reason ?? null,
              ...{ at, entry_hash },
            },
          ],
    ),
  }
}
