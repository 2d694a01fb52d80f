/** One session with its family, and its calls in the order of the chain: a page of them by a constant number of queries. */
import {
  type DecisionPayload,
  DIMENSIONS,
  type Dimension,
  type EvaluationPayload,
  type JsonObject,
  type PageCall,
  type Paged,
  type SessionRecord,
  type Source,
  type Verdict,
} from '@heron/evidence'
import { pageOfActions } from '../../store/queries/actions.js'
import { findSessionWithHead } from '../../store/queries/chain-sweeps.js'
import { listFindingsOfCalls } from '../../store/queries/finding-lists.js'
import { listChildren } from '../../store/queries/session-lists.js'
import { findSession, type SessionWithHead } from '../../store/queries/sessions.js'
import { fillPlaces } from '../../store/many.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { cursorOf, type PageRequest, readNumberCursor } from '../evidence-page/paging.js'
import { storedJson } from '../evidence-page/stored-json.js'
import { Refusal } from '../refusal.js'
import { type Outcome, outcomesOf } from './calls.js'
import { groupedBy } from './grouped.js'
import { type ProjectScope, scopeOfProject } from './project-scope.js'
import { describeSessions, type SessionItem } from './sessions.js'
import type { ProjectKey } from '../tenant.js'

type Relative = { readonly session: string; readonly external_id: string }

/** Wire names. */
export type SessionDetail = SessionItem & {
  readonly record: SessionRecord
  readonly genesis_hash: string
  readonly task_ref: string | null
  readonly parent: Relative | null
  /** Oldest first, {@link MAX_CHILDREN} of them. */
  readonly children: readonly Relative[]
  readonly anchors: readonly string[]
  readonly grant: {
    readonly hash: string | null
    readonly ref: string | null
    readonly scope: unknown
  } | null
}

/** A call as operators see it: its findings are of every kind. */
export type SessionCall = Omit<PageCall, 'findings'> & { readonly findings: readonly string[] }

const MAX_CHILDREN = 200

/** @throws {Refusal} not_found */
export async function readSessionDetail(
  reader: Reader,
  project: ProjectKey,
  sessionId: string,
): Promise<SessionDetail> {
  const scope = scopeOfProject(project)
  const session = await requireSession(reader, scope, sessionId)
  const [item] = await describeSessions(reader, scope, [sessionId])
  if (item === undefined) throw new Error('a session has no row in the list')
  const record = storedJson<SessionRecord>(session.record_text)
  const anchors: unknown = storedJson(session.anchors_text)
  return {
    ...item,
    record,
    genesis_hash: session.genesis_hash,
    task_ref: session.task_ref,
    parent: await parentOf(reader, scope, session),
    children: await childrenOf(reader, scope, session),
    anchors: Array.isArray(anchors) ? (anchors as string[]) : [],
    grant: grantOf(session, record),
  }
}

/** @throws {Refusal} not_found; invalid_request for a cursor that is none. */
export async function listCallsOfSession(
  reader: Reader,
  project: ProjectKey,
  sessionId: string,
  { cursor, limit }: PageRequest,
): Promise<Paged<SessionCall>> {
  const scope = scopeOfProject(project)
  const position = readNumberCursor(cursor) ?? 0
  await requireSession(reader, scope, sessionId)
  const rows = await reader.all(pageOfActions, {
    ...scope,
    ...{ session_id: sessionId, after_position: position, limit },
  })
  const last = rows.at(-1)
  return {
    items: await describeCallsOfSession(reader, scope, rows),
    next_cursor: last === undefined || rows.length < limit ? null : cursorOf(last.position.toString()),
  }
}

/** What is shown of calls, in their order: two queries, however many they are. */
export async function describeCallsOfSession(
  reader: Reader,
  scope: ProjectScope,
  rows: readonly Schema['actions'][],
): Promise<readonly SessionCall[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const outcomes = await outcomesOf(reader, scope, ids)
  const findings = await reader.all(listFindingsOfCalls, { ...scope, ...fillPlaces('id', ids) })
  const kinds = groupedBy(findings, ({ subject }) => subject)
  return rows.map((row) => {
    const raised = (kinds.get(row.id) ?? []).toSorted((left, right) => (left.id < right.id ? -1 : 1))
    return callOf(row, outcomes.get(row.id) ?? [], [...new Set(raised.map(({ kind }) => kind))])
  })
}

function callOf(
  row: Schema['actions'],
  outcomes: readonly Outcome[],
  findings: readonly string[],
): SessionCall {
  const { reasons = [] } = storedJson<Partial<DecisionPayload>>(row.decision_text)
  const { classification } = storedJson<Partial<EvaluationPayload>>(row.evaluation_text)
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name) => {
      const { value = 'unknown', source = 'unknown' } = classification?.[name] ?? {}
      return [name, { value, source }]
    }),
  ) as Record<Dimension, { value: string; source: Source }>
  return {
    action: row.id,
    position: row.position,
    seq: row.seq,
    tool: row.tool,
    verdict: row.verdict as Verdict,
    rule: row.rule,
    ...{ reasons, dimensions },
    prev_hash: row.prev_hash,
    record_hash: row.record_hash,
    resolves: row.resolves_action_id,
    ...{ outcomes, findings },
    received_at: row.received_at,
  }
}

/** @throws {Refusal} not_found */
async function requireSession(
  reader: Reader,
  scope: ProjectScope,
  sessionId: string,
): Promise<SessionWithHead> {
  const session = await reader.first(findSessionWithHead, { ...scope, session_id: sessionId })
  if (session === undefined) throw new Refusal('not_found', 'there is no session of this id in this project')
  return session
}

async function parentOf(
  reader: Reader,
  scope: ProjectScope,
  { environment, parent_external_id: externalId }: SessionWithHead,
): Promise<Relative | null> {
  if (externalId === null) return null
  const parent = await reader.first(findSession, { ...scope, environment, external_id: externalId })
  return parent === undefined ? null : { session: parent.id, external_id: externalId }
}

async function childrenOf(
  reader: Reader,
  scope: ProjectScope,
  { environment, external_id }: SessionWithHead,
): Promise<readonly Relative[]> {
  const rows = await reader.all(listChildren, { ...scope, environment, external_id, limit: MAX_CHILDREN })
  return rows.map((row) => ({ session: row.id, external_id: row.external_id }))
}

function grantOf(session: SessionWithHead, record: SessionRecord): SessionDetail['grant'] {
  const hash = ('grant_hash' in record ? record.grant_hash : null) ?? null
  const { grant_ref: ref, grant_scope_text: scopeText } = session
  if (hash === null && ref === null && scopeText === null) return null
  return { hash, ref, scope: scopeText === null ? null : storedJson<JsonObject>(scopeText) }
}
