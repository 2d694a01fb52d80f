/** Sessions as operators list them: newest first, searched and filtered, every page by a constant number of queries. */
import { type FindingKind, type Paged, PUBLISHED_FINDINGS, UNPUBLISHED_FINDINGS } from '@heron/evidence'
import {
  endOfMarkedSessions,
  endOfSessions,
  endOfSessionsOfAgent,
  listMarksOfSessions,
  listSessionRows,
  listSessionsNamed,
  scanMarkedSessions,
  scanSessions,
  scanSessionsOfAgent,
} from '../../store/queries/session-lists.js'
import { fillPlaces } from '../../store/many.js'
import type { Reader } from '../../store/store.js'
import { cursorOf, type PageRequest, readCursor } from '../evidence-page/paging.js'
import { type Found, searchBounded, type Stretch } from './bounded-search.js'
import { type ProjectScope, scopeOfProject } from './project-scope.js'
import { containing } from './text-pattern.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type SessionItem = {
  readonly session: string
  readonly external_id: string
  readonly agent: string
  readonly agent_name: string | null
  readonly agent_version: string | null
  readonly environment: string
  readonly principal: { readonly type: string; readonly ref: string }
  readonly opened_at: string
  readonly closed_at: string | null
  readonly head_hash: string
  readonly actions: number
  readonly verdicts: { readonly [verdict: string]: number }
  /** Of every kind, whatever became of them. */
  readonly findings: number
}

/** Absent members let everything through. */
export type SessionFilter = {
  /** A session's id or the vendor's name for it in full; else a part of that name, or of agent, principal or task. */
  readonly q?: string
  readonly agent?: string
  readonly environment?: string
  readonly state?: 'open' | 'closed'
  /** Sessions in which it occurred. */
  readonly verdict?: string
  /** Sessions about which that kind was raised. */
  readonly finding?: string
  /** Opened at this time or later, and before that; RFC 3339 UTC with milliseconds. */
  readonly since?: string
  readonly until?: string
}

type Place = { readonly opened_at: string; readonly id: string }

/** Looked at in one portion: each is looked up by key, and there are fewer of them than of calls. */
const ROWS_AT_ONCE = 150

/** What operators get to see. */
export const FINDING_KINDS = [
  ...Object.keys(PUBLISHED_FINDINGS),
  ...Object.keys(UNPUBLISHED_FINDINGS),
] as readonly FindingKind[]

/** @throws {Refusal} invalid_request for a cursor that is none. */
export async function listSessions(
  reader: Reader,
  project: ProjectKey,
  filter: SessionFilter,
  page: PageRequest,
): Promise<Paged<SessionItem>> {
  const scope = scopeOfProject(project)
  const [openedAt, id] = readCursor(page.cursor, 2) ?? []
  const exact = await namedInFull(reader, scope, filter)
  if (exact.length > 0) {
    const sessions = await describeSessions(reader, scope, exact)
    return { items: sessions.filter((session) => passes(session, filter)), next_cursor: null }
  }
  const start = {
    opened_at: openedAt ?? filter.until ?? '~',
    id: id ?? (filter.until === undefined ? '~' : ''),
  }
  const { rows, next } = await searchSessions(reader, scope, filter, { start, limit: page.limit })
  return {
    items: await describeSessions(
      reader,
      scope,
      rows.map((row) => row.id),
    ),
    next_cursor: next === null ? null : cursorOf(next.opened_at, next.id),
  }
}

/** Ids of the sessions whose whole name or id somebody typed: found however old they are. */
async function namedInFull(
  reader: Reader,
  scope: ProjectScope,
  { q = '', finding }: SessionFilter,
): Promise<readonly string[]> {
  if (q === '') return []
  const named = await reader.all(listSessionsNamed, { ...scope, external_id: q })
  const asked = { ...scope, ...fillPlaces('id', named.length > 0 ? named.map(({ id }) => id) : [q]) }
  const ids = (await reader.all(listSessionRows, asked)).map(({ id }) => id)
  if (finding === undefined || ids.length === 0) return ids
  const marks = await reader.all(listMarksOfSessions, asked)
  return ids.filter((id) =>
    marks.some(({ session_id, mark }) => session_id === id && mark === `finding:${finding}`),
  )
}

/** One filter is found by its index, the rarest kind first; the others are asked of each session that it finds. */
export function searchSessions(
  reader: Reader,
  scope: ProjectScope,
  filter: SessionFilter,
  { start, limit }: { readonly start: Place; readonly limit: number },
): Promise<Found<Place, Place>> {
  const { q = '', agent = '', environment = '', state = '', since = '' } = filter
  const [lead, mark = ''] = marksOf(filter)
  const passing = { agent, environment, state, mark, pattern: containing(q) }
  const chunk = (place: Place, take: number) => ({
    ...scope,
    ...{ since, before_at: place.opened_at, before_id: place.id, take },
  })
  const stretch: Stretch<Place, Place> = {
    start,
    matches: (place, take, most) => {
      const asked = { ...chunk(place, take), ...passing, limit: most }
      if (lead !== undefined) return reader.all(scanMarkedSessions, { ...asked, lead })
      return reader.all(agent === '' ? scanSessions : scanSessionsOfAgent, asked)
    },
    end: (place, take) => {
      const last = chunk(place, take - 1)
      if (lead !== undefined) return reader.first(endOfMarkedSessions, { ...last, lead })
      return agent === ''
        ? reader.first(endOfSessions, last)
        : reader.first(endOfSessionsOfAgent, { ...last, agent })
    },
  }
  // What is looked up by its index passes by itself.
  const set = [filter.finding, filter.verdict, filter.state, filter.environment, filter.agent]
  const everyRowPasses = q === '' && set.filter((value) => value !== undefined).length <= 1
  return searchBounded([stretch], (place) => place, { limit, everyRowPasses, rowsAtOnce: ROWS_AT_ONCE })
}

/** What a session that passes is marked with; an agent is found by its own index where nothing rarer is asked. */
function marksOf({ finding, verdict, agent, state, environment }: SessionFilter): readonly string[] {
  const rare = [
    ...(finding === undefined ? [] : [`finding:${finding}`]),
    ...(verdict === undefined ? [] : [`verdict:${verdict}`]),
  ]
  const common = [
    ...(state === undefined ? [] : [`state:${state}`]),
    ...(environment === undefined ? [] : [`environment:${environment}`]),
  ]
  return agent === undefined || rare.length > 0 ? [...rare, ...common] : []
}

/**
 * Completes a page: what is shown of its sessions, in the order of their ids as given.
 *
 * @param isShown kinds of findings that are counted.
 */
export async function describeSessions(
  reader: Reader,
  scope: ProjectScope,
  ids: readonly string[],
  isShown: (kind: string) => boolean = () => true,
): Promise<readonly SessionItem[]> {
  if (ids.length === 0) return []
  const asked = { ...scope, ...fillPlaces('id', ids) }
  const rows = new Map((await reader.all(listSessionRows, asked)).map((row) => [row.id, row]))
  const verdicts = new Map<string, Record<string, number>>()
  const findings = new Map<string, number>()
  for (const { session_id, mark, n } of await reader.all(listMarksOfSessions, asked)) {
    const [what = '', name = ''] = mark.split(':', 2)
    if (what === 'verdict') verdicts.set(session_id, { ...verdicts.get(session_id), [name]: n })
    if (what === 'finding' && isShown(name)) findings.set(session_id, (findings.get(session_id) ?? 0) + n)
  }
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const { agent_name, agent_version, environment, opened_at, closed_at, head_hash } = row
    return {
      session: id,
      external_id: row.external_id,
      agent: row.agent_external_id,
      ...{ agent_name, agent_version, environment },
      principal: { type: row.principal_type, ref: row.principal_ref },
      ...{ opened_at, closed_at, head_hash },
      actions: row.position,
      verdicts: verdicts.get(id) ?? {},
      findings: findings.get(id) ?? 0,
    }
  })
}

/** Whether a session that was named in full is one of those that the other filters ask for. */
function passes(session: SessionItem, filter: SessionFilter): boolean {
  const { agent = session.agent, environment = session.environment, state, verdict } = filter
  const { since = '', until = '~' } = filter
  return (
    session.agent === agent &&
    session.environment === environment &&
    (state === undefined || (state === 'closed') === (session.closed_at !== null)) &&
    (verdict === undefined || (session.verdicts[verdict] ?? 0) > 0) &&
    session.opened_at >= since &&
    session.opened_at < until
  )
}
