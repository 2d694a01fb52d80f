/** Runs, one run, and its calls in the order of the chain. A run outside the window does not exist here. */
import {
  type DecisionPayload,
  type Dimension,
  DIMENSIONS,
  type EvaluationPayload,
  type PageCall,
  type Paged,
  type PageRun,
  type PageRunDetail,
  type SessionRecord,
  type Source,
  type Verdict,
  VERDICTS,
} from '@heron/evidence'
import { pageOfActions } from '../../store/queries/actions.js'
import { findSessionWithHead } from '../../store/queries/chain-sweeps.js'
import { listExecutions } from '../../store/queries/executions.js'
import {
  listChildSessions,
  listFindingsOfAction,
  listSessionMarks,
  pageOfRuns,
  pageOfRunsByAgent,
  pageOfRunsByMark,
} from '../../store/queries/runs.js'
import { findSession, type SessionWithHead } from '../../store/queries/sessions.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
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

/** Runs looked at for one answer, where several filters are set at once. */
const MAX_LOOKED_AT = 2000
const MAX_CHILDREN = 200

/**
 * Runs of the window, newest first. One filter is found by its index; the others are looked up run by run.
 *
 * @throws {Refusal} invalid_request
 */
export async function listRuns(
  reader: Reader,
  reach: Reach,
  filter: RunFilter,
  { cursor, limit }: PageRequest,
): Promise<Paged<PageRun>> {
  const marks = marksOf(filter)
  const items: PageRun[] = []
  let [beforeAt = '~', beforeId = '~'] = readCursor(cursor, 2) ?? []
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += limit) {
    const where = {
      ...reach.scope,
      ...{ since: reach.from, before_at: beforeAt, before_id: beforeId, limit },
    }
    const rows = await candidates(reader, where, marks[0], filter.agent)
    for (const { id, opened_at } of rows) {
      beforeAt = opened_at
      beforeId = id
      const run = await findRun(reader, reach, id)
      if (run === null || !matches(run, filter.agent, marks)) continue
      items.push(run.run)
      if (items.length === limit) return { items, next_cursor: cursorOf(beforeAt, beforeId) }
    }
    if (rows.length < limit) return { items, next_cursor: null }
  }
  return { items, next_cursor: cursorOf(beforeAt, beforeId) }
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
  const items = await Promise.all(rows.map((row) => callOf(reader, reach, row)))
  const last = rows.at(-1)
  return {
    items,
    next_cursor: last === undefined || rows.length < limit ? null : cursorOf(`${last.position}`),
  }
}

type Run = {
  readonly run: PageRun
  readonly session: SessionWithHead
  readonly marks: ReadonlySet<string>
}

/** @throws {Refusal} not_found */
async function requireRun(reader: Reader, reach: Reach, sessionId: string): Promise<Run> {
  const run = await findRun(reader, reach, sessionId)
  if (run === null) throw new Refusal('not_found', 'there is no such run in this window')
  return run
}

async function findRun(reader: Reader, reach: Reach, sessionId: string): Promise<Run | null> {
  const inSession = { ...reach.scope, session_id: sessionId }
  const session = await reader.first(findSessionWithHead, inSession)
  if (session === undefined || session.opened_at < reach.from) return null
  const marks = await reader.all(listSessionMarks, inSession)
  const verdicts: Record<string, number> = {}
  let findings = 0
  for (const { mark, n } of marks) {
    const [what = '', name = ''] = mark.split(':', 2)
    if (what === 'verdict') verdicts[name] = n
    if (what === 'finding' && isPublished(name)) findings += n
  }
  return {
    session,
    marks: new Set(marks.map(({ mark }) => mark)),
    run: {
      session: session.id,
      agent: session.agent_external_id,
      agent_version: session.agent_version,
      opened_at: session.opened_at,
      closed_at: session.closed_at,
      head_hash: session.head_hash,
      actions: session.position,
      verdicts,
      findings,
    },
  }
}

/** The rarest mark first, since it leads. */
function marksOf({ verdict, finding }: RunFilter): readonly string[] {
  if (finding !== null && !isPublished(finding))
    throw new Refusal('invalid_request', 'there is no published finding of that kind')
  if (verdict !== null && !(VERDICTS as readonly string[]).includes(verdict))
    throw new Refusal('invalid_request', `a verdict is one of ${VERDICTS.join(', ')}`)
  return [
    ...(finding === null ? [] : [`finding:${finding}`]),
    ...(verdict === null ? [] : [`verdict:${verdict}`]),
  ]
}

type Place = {
  readonly organization_id: string
  readonly project_id: string
  readonly since: string
  readonly before_at: string
  readonly before_id: string
  readonly limit: number
}

function candidates(
  reader: Reader,
  where: Place,
  mark: string | undefined,
  agent: string | null,
): Promise<{ id: string; opened_at: string }[]> {
  if (mark !== undefined) return reader.all(pageOfRunsByMark, { ...where, mark })
  if (agent !== null) return reader.all(pageOfRunsByAgent, { ...where, agent })
  return reader.all(pageOfRuns, where)
}

function matches({ run, marks: has }: Run, agent: string | null, marks: readonly string[]): boolean {
  return (agent === null || run.agent === agent) && marks.every((mark) => has.has(mark))
}

async function callOf(reader: Reader, reach: Reach, row: Schema['actions']): Promise<PageCall> {
  const decision = storedJson<Partial<DecisionPayload>>(row.decision_text)
  const { classification } = storedJson<Partial<EvaluationPayload>>(row.evaluation_text)
  const about = { ...reach.scope, action_id: row.id }
  const executions = await reader.all(listExecutions, about)
  const findings = await reader.all(listFindingsOfAction, about)
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
    reasons: decision.reasons ?? [],
    dimensions,
    prev_hash: row.prev_hash,
    record_hash: row.record_hash,
    resolves: row.resolves_action_id,
    outcomes: executions.map(({ outcome, signature_valid, received_at }) => ({
      ...{ outcome, received_at },
      signature_valid: signature_valid === 1,
    })),
    findings: [...new Set(findings.map(({ kind }) => kind).filter(isPublished))],
    received_at: row.received_at,
  }
}
