/** Runs, one run, and its calls in the order of the chain. A run outside the window does not exist here. */
import {
  type PageCall,
  type Paged,
  type PageRun,
  type PageRunDetail,
  type SessionRecord,
  VERDICTS,
} from '@heron/evidence'
import { pageOfActions } from '../../store/queries/actions.js'
import { findSessionWithHead } from '../../store/queries/chain-sweeps.js'
import { listChildSessions } from '../../store/queries/runs.js'
import { findSession, type SessionWithHead } from '../../store/queries/sessions.js'
import type { Reader } from '../../store/store.js'
import { describeCallsOfSession } from '../reading/session-detail.js'
import { describeSessions, searchSessions } from '../reading/sessions.js'
import { Refusal } from '../refusal.js'
import { cursorOf, type PageRequest, readCursor, readNumberCursor } from './paging.js'
import type { Reach } from './reach.js'
import { storedJson } from './stored-json.js'
import { isPublished } from './tallies.js'

export type RunFilter = {
  readonly agent: string | null
  readonly verdict: string | null
  readonly finding: string | null
}

const MAX_CHILDREN = 200

/**
 * Runs of the window, newest first.
 *
 * @throws {Refusal} invalid_request
 */
export async function listRuns(
  reader: Reader,
  reach: Reach,
  { agent, verdict, finding }: RunFilter,
  { cursor, limit }: PageRequest,
): Promise<Paged<PageRun>> {
  const [openedAt = '~', id = '~'] = readCursor(cursor, 2) ?? []
  const filter = {
    since: reach.from,
    ...(agent === null ? {} : { agent }),
    ...(verdict === null ? {} : { verdict: requireVerdict(verdict) }),
    ...(finding === null ? {} : { finding: requireKind(finding) }),
  }
  const { rows, next } = await searchSessions(reader, reach.scope, filter, {
    start: { opened_at: openedAt, id },
    limit,
  })
  return {
    items: await describeRuns(
      reader,
      reach,
      rows.map((row) => row.id),
    ),
    next_cursor: next === null ? null : cursorOf(next.opened_at, next.id),
  }
}

/** @throws {Refusal} not_found */
export async function readRun(reader: Reader, reach: Reach, sessionId: string): Promise<PageRunDetail> {
  const { run, session } = await requireRun(reader, reach, sessionId)
  const { environment, parent_external_id: parentName } = session
  const parent =
    parentName === null
      ? undefined
      : await reader.first(findSession, { ...reach.scope, environment, external_id: parentName })
  const children = await reader.all(listChildSessions, {
    ...reach.scope,
    ...{ environment, external_id: session.external_id, since: reach.from, limit: MAX_CHILDREN },
  })
  return {
    ...run,
    record: storedJson<SessionRecord>(session.record_text),
    genesis_hash: session.genesis_hash,
    parent_session: parent !== undefined && parent.opened_at >= reach.from ? parent.id : null,
    child_sessions: children.map(({ id }) => id),
  }
}

/** @throws {Refusal} not_found */
export async function listCalls(
  reader: Reader,
  reach: Reach,
  sessionId: string,
  { cursor, limit }: PageRequest,
): Promise<Paged<PageCall>> {
  await requireRun(reader, reach, sessionId)
  const position = readNumberCursor(cursor) ?? 0
  const rows = await reader.all(pageOfActions, {
    ...reach.scope,
    ...{ session_id: sessionId, after_position: position, limit },
  })
  const calls = await describeCallsOfSession(reader, reach.scope, rows)
  const last = rows.at(-1)
  return {
    items: calls.map((call) => ({ ...call, findings: call.findings.filter(isPublished) })),
    next_cursor: last === undefined || rows.length < limit ? null : cursorOf(`${last.position}`),
  }
}

type Run = { readonly run: PageRun; readonly session: SessionWithHead }

/** @throws {Refusal} not_found */
async function requireRun(reader: Reader, reach: Reach, sessionId: string): Promise<Run> {
  const run = await findRun(reader, reach, sessionId)
  if (run === null) throw new Refusal('not_found', 'there is no such run in this window')
  return run
}

async function findRun(reader: Reader, reach: Reach, sessionId: string): Promise<Run | null> {
  const session = await reader.first(findSessionWithHead, { ...reach.scope, session_id: sessionId })
  if (session === undefined || session.opened_at < reach.from) return null
  const [run] = await describeRuns(reader, reach, [sessionId])
  return run === undefined ? null : { run, session }
}

/** What reviewers see of runs, in the order of their ids as given. */
async function describeRuns(
  reader: Reader,
  { scope }: Reach,
  ids: readonly string[],
): Promise<readonly PageRun[]> {
  const sessions = await describeSessions(reader, scope, ids, isPublished)
  return sessions.map(
    ({ session, agent, agent_version, opened_at, closed_at, head_hash, actions, verdicts, findings }) => ({
      ...{ session, agent, agent_version, opened_at, closed_at, head_hash, actions, verdicts, findings },
    }),
  )
}

/** @throws {Refusal} invalid_request */
function requireKind(kind: string): string {
  if (isPublished(kind)) return kind
  throw new Refusal('invalid_request', 'there is no published finding of that kind')
}

/** @throws {Refusal} invalid_request */
function requireVerdict(verdict: string): string {
  if ((VERDICTS as readonly string[]).includes(verdict)) return verdict
  throw new Refusal('invalid_request', `a verdict is one of ${VERDICTS.join(', ')}`)
}
