/** Calls as operators list them: newest first, searched and filtered, every page by a constant number of queries. */
import type { DecisionPayload, Paged } from '@heron/evidence'
import { findAction } from '../../store/queries/actions.js'
import {
  endOfCalls,
  listCallRows,
  listOutcomes,
  scanCalls,
  scanCallsOfAgent,
  scanCallsOfSession,
} from '../../store/queries/call-lists.js'
import { findSessionWithHead } from '../../store/queries/chain-sweeps.js'
import { listSessionsNamed } from '../../store/queries/session-lists.js'
import { fillPlaces } from '../../store/many.js'
import type { Reader } from '../../store/store.js'
import { cursorOf, type PageRequest, readCursor, readNumberCursor } from '../evidence-page/paging.js'
import { storedJson } from '../evidence-page/stored-json.js'
import { type Found, searchBounded, type Stretch } from './bounded-search.js'
import { spansOf, within } from './call-times.js'
import { groupedBy } from './grouped.js'
import { type ProjectScope, scopeOfProject } from './project-scope.js'
import { containing } from './text-pattern.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type CallItem = {
  readonly action: string
  readonly session: string
  readonly session_external_id: string
  readonly agent: string
  readonly environment: string
  readonly tool: string
  readonly seq: number
  readonly position: number
  readonly verdict: string
  readonly rule: string | null
  readonly reasons: readonly string[]
  readonly effect: string
  readonly received_at: string
  /** What was stated of it, in the order of arrival. */
  readonly outcomes: readonly Outcome[]
}

export type Outcome = {
  readonly outcome: string
  readonly signature_valid: boolean
  readonly received_at: string
}

/** Absent members let everything through. */
export type CallFilter = {
  /** A part of a tool's name; or a call's id, or the name or id of a session, in full. */
  readonly q?: string
  readonly tool?: string
  readonly verdict?: string
  readonly rule?: string
  readonly agent?: string
  /** A session's id. */
  readonly session?: string
  readonly environment?: string
  /** Received at this time or later, and before that; RFC 3339 UTC with milliseconds. */
  readonly since?: string
  readonly until?: string
}

/** Statements of one page: a vendor may contradict itself, but a page stays a page. */
const MAX_STATEMENTS = 2000

/** @throws {Refusal} invalid_request for a cursor that is none. */
export async function listCalls(
  reader: Reader,
  project: ProjectKey,
  filter: CallFilter,
  page: PageRequest,
): Promise<Paged<CallItem>> {
  const scope = scopeOfProject(project)
  const asked = await meant(reader, scope, filter)
  if (asked.action !== undefined) {
    readCursor(page.cursor, 1)
    const { rows } = await findOne(reader, scope, asked.action)
    return { items: await describeCalls(reader, scope, rows), next_cursor: null }
  }
  const { rows, next } =
    asked.filter.session === undefined
      ? await searchProject(reader, scope, asked.filter, page)
      : await searchSession(reader, scope, asked.filter, asked.filter.session, page)
  return {
    items: await describeCalls(reader, scope, rows),
    next_cursor: next === null ? null : cursorOf(next),
  }
}

/** What somebody typed, where it is the full name of one thing. */
async function meant(
  reader: Reader,
  scope: ProjectScope,
  filter: CallFilter,
): Promise<{ readonly filter: CallFilter; readonly action?: string }> {
  const { q = '' } = filter
  if (q.startsWith('act_')) return { filter, action: q }
  if (q === '' || filter.session !== undefined) return { filter }
  if (q.startsWith('ses_')) return { filter: { ...filter, q: '', session: q } }
  const [named, another] = await reader.all(listSessionsNamed, { ...scope, external_id: q })
  // A name that both environments use is told apart by that filter; without it, it is searched for as a tool's.
  if (named === undefined || another !== undefined) return { filter }
  return { filter: { ...filter, q: '', session: named.id } }
}

async function findOne(reader: Reader, scope: ProjectScope, id: string): Promise<Found<string, string>> {
  const row = await reader.first(findAction, { ...scope, id })
  return { rows: row === undefined ? [] : [row.id], next: null }
}

async function searchProject(
  reader: Reader,
  scope: ProjectScope,
  filter: CallFilter,
  { cursor, limit }: PageRequest,
): Promise<Found<string, string>> {
  const [beforeId = '~'] = readCursor(cursor, 1) ?? []
  const { tool = '', verdict = '', rule = '', since = '', until = '' } = filter
  const { agent = '', environment = '' } = filter
  const spans = await spansOf(reader, scope, { tool, verdict, rule }, { since, until })
  const passing = passingOf(filter)
  const stretches = spans
    .flatMap((span) => within(span, { fromId: '', beforeId }))
    .map(({ fromId, beforeId: start }): Stretch<string, string> => {
      const chunk = (place: string, take: number) => ({
        ...scope,
        ...{ before_id: place, from_id: fromId, take },
      })
      return {
        start,
        matches: async (place, take, most) => {
          const asked = { ...chunk(place, take), ...passing, limit: most }
          const rows =
            agent === '' && environment === ''
              ? await reader.all(scanCalls, asked)
              : await reader.all(scanCallsOfAgent, { ...asked, agent, environment })
          return rows.map(({ id }) => id)
        },
        end: async (place, take) => (await reader.first(endOfCalls, chunk(place, take - 1)))?.id,
      }
    })
  return searchBounded(stretches, (id) => id, { limit, everyRowPasses: isEmpty(filter) })
}

/** A session's calls, the last one first. Its agent and environment are those of all of them. */
async function searchSession(
  reader: Reader,
  scope: ProjectScope,
  filter: CallFilter,
  sessionId: string,
  { cursor, limit }: PageRequest,
): Promise<Found<string, string>> {
  const from = readNumberCursor(cursor)
  const session = await reader.first(findSessionWithHead, { ...scope, session_id: sessionId })
  const { agent = session?.agent_external_id, environment = session?.environment } = filter
  const isOther = agent !== session?.agent_external_id || environment !== session?.environment
  if (session === undefined || isOther) return { rows: [], next: null }
  const passing = passingOf(filter)
  const stretch: Stretch<number, { id: string; position: number }> = {
    start: from ?? session.position + 1,
    matches: (place, take, most) =>
      reader.all(scanCallsOfSession, {
        ...scope,
        ...passing,
        ...{ session_id: sessionId, before_position: place, take, limit: most },
      }),
    // Positions are dense, from 1: no need to look where a portion ends.
    end: (place, take) => Promise.resolve(place - take > 1 ? place - take : undefined),
  }
  const { session: _session, agent: _agent, environment: _environment, ...rest } = filter
  const found = await searchBounded([stretch], ({ position }) => position, {
    limit,
    everyRowPasses: isEmpty(rest),
  })
  return { rows: found.rows.map(({ id }) => id), next: found.next?.toString() ?? null }
}

function passingOf({ q = '', tool = '', verdict = '', rule = '', since = '', until = '' }: CallFilter) {
  return { pattern: containing(q), tool, verdict, rule, since, until }
}

function isEmpty(filter: CallFilter): boolean {
  return Object.values(filter).every((value) => value === '')
}

/** Completes a page: what is shown of its calls, in the order of their ids as given. */
async function describeCalls(
  reader: Reader,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<readonly CallItem[]> {
  if (ids.length === 0) return []
  const rows = await reader.all(listCallRows, { ...scope, ...fillPlaces('id', ids) })
  const outcomes = await outcomesOf(reader, scope, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const { reasons = [], enforcement } = storedJson<Partial<DecisionPayload>>(row.decision_text)
    return {
      action: id,
      session: row.session_id,
      session_external_id: row.external_id,
      agent: row.agent_external_id,
      environment: row.environment,
      tool: row.tool,
      seq: row.seq,
      position: row.position,
      verdict: row.verdict,
      rule: row.rule,
      reasons,
      effect: enforcement?.effect ?? 'enforced',
      received_at: row.received_at,
      outcomes: outcomes.get(id) ?? [],
    }
  })
}

/** What was stated of each call. */
export async function outcomesOf(
  reader: Reader,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const about = { ...scope, ...fillPlaces('id', ids), limit: MAX_STATEMENTS }
  const stated = (await reader.all(listOutcomes, about)).map((row) => ({
    action: row.action_id,
    outcome: row.outcome,
    signature_valid: row.signature_valid === 1,
    received_at: row.received_at,
  }))
  return new Map(
    [...groupedBy(stated, ({ action }) => action)].map(([action, outcomes]) => [
      action,
      outcomes.map(({ action: _action, ...outcome }) => outcome),
    ]),
  )
}
