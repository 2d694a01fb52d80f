/** Sessions as operators list them, newest first; searched as calls are, a bounded number at a time. */
import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { type Many, placesOf } from '../many.js'
import { query } from '../query.js'
import type { Schema } from '../schema.js'

type InProject = { organization_id: string; project_id: string }

/** The sessions before one, `take` of them. */
type Chunk = InProject & { since: string; before_at: string; before_id: string; take: number }

/** An empty text lets everything through; `state` is open or closed; a mark is one of `session_marks`. */
type SessionFilter = {
  agent: string
  environment: string
  state: string
  mark: string
  pattern: string
  limit: number
}

type Candidate = { id: string; opened_at: string }
type Candidates = SelectQueryBuilder<Schema, 'sessions' | 'session_marks', Candidate>

const newest = (db: Kysely<Schema>, p: Chunk) =>
  db
    .selectFrom('sessions')
    .select(['id', 'opened_at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('opened_at', '>=', p.since)
    .where(sql<SqlBool>`(opened_at, id) < (${p.before_at}, ${p.before_id})`)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')

const ofAgent = (db: Kysely<Schema>, p: Chunk & { agent: string }) =>
  newest(db, p).where('agent_external_id', '=', p.agent)

const withMark = (db: Kysely<Schema>, p: Chunk & { lead: string }) =>
  db
    .selectFrom('session_marks')
    .select(['session_id as id', 'opened_at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('mark', '=', p.lead)
    .where('opened_at', '>=', p.since)
    .where(sql<SqlBool>`(opened_at, session_id) < (${p.before_at}, ${p.before_id})`)
    .orderBy('opened_at', 'desc')
    .orderBy('session_id', 'desc')

/** The order of the joins is given: each candidate is looked up by key. */
const passing = (
  db: Kysely<Schema>,
  candidates: { limit: (take: number) => unknown },
  p: Chunk & SessionFilter,
) =>
  db
    .selectFrom((candidates.limit(p.take) as Candidates).as('chunk'))
    .crossJoin('sessions as s')
    .crossJoin('session_heads as h')
    .select(['chunk.id', 'chunk.opened_at'])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .whereRef('s.id', '=', 'chunk.id')
    .where('h.organization_id', '=', p.organization_id)
    .where('h.project_id', '=', p.project_id)
    .whereRef('h.session_id', '=', 'chunk.id')
    .where(sql<SqlBool>`(${p.agent} = '' or s.agent_external_id = ${p.agent})`)
    .where(sql<SqlBool>`(${p.environment} = '' or s.environment = ${p.environment})`)
    .where(sql<SqlBool>`(${p.state} = '' or (${p.state} = 'closed') = (h.closed_at is not null))`)
    .where(
      sql<SqlBool>`(${p.mark} = '' or exists (select 1 from session_marks as m
        where m.organization_id = ${p.organization_id} and m.project_id = ${p.project_id}
          and m.session_id = chunk.id and m.mark = ${p.mark}))`,
    )
    .where(
      sql<SqlBool>`(${p.pattern} = '' or lower(s.external_id) like lower(${p.pattern}) escape '\\'
        or lower(s.agent_external_id) like lower(${p.pattern}) escape '\\'
        or lower(coalesce(s.agent_name, '')) like lower(${p.pattern}) escape '\\'
        or lower(s.principal_ref) like lower(${p.pattern}) escape '\\'
        or lower(coalesce(s.task_ref, '')) like lower(${p.pattern}) escape '\\')`,
    )
    .orderBy('chunk.opened_at', 'desc')
    .orderBy('chunk.id', 'desc')
    .limit(p.limit)

export const scanSessions = query<Chunk & SessionFilter>()((db, p) => passing(db, newest(db, p), p))
export const scanSessionsOfAgent = query<Chunk & SessionFilter>()((db, p) => passing(db, ofAgent(db, p), p))
/** `lead` is the mark by which they are found, `mark` another one that they must have. */
export const scanMarkedSessions = query<Chunk & SessionFilter & { lead: string }>()((db, p) =>
  passing(db, withMark(db, p), p),
)

/** The last of the next sessions: where a search that found too little goes on. `take` is how many lie before it. */
export const endOfSessions = query<Chunk>()((db, p) => newest(db, p).limit(sql.lit(1)).offset(p.take))
export const endOfSessionsOfAgent = query<Chunk & { agent: string }>()((db, p) =>
  ofAgent(db, p).limit(sql.lit(1)).offset(p.take),
)
export const endOfMarkedSessions = query<Chunk & { lead: string }>()((db, p) =>
  withMark(db, p).limit(sql.lit(1)).offset(p.take),
)

/** Sessions by id, in no order. */
export const listSessionRows = query<InProject & Many<'id'>>()((db, p) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('session_heads as h', (join) =>
      join
        .onRef('h.organization_id', '=', 's.organization_id')
        .onRef('h.project_id', '=', 's.project_id')
        .onRef('h.session_id', '=', 's.id'),
    )
    .select(['s.id', 's.external_id', 's.agent_external_id', 's.agent_name', 's.agent_version'])
    .select(['s.environment', 's.principal_type', 's.principal_ref', 's.opened_at'])
    .select(['h.closed_at', 'h.head_hash', 'h.position'])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .where('s.id', 'in', placesOf(p, 'id')),
)

export const listMarksOfSessions = query<InProject & Many<'id'>>()((db, p) =>
  db
    .selectFrom('session_marks')
    .select(['session_id', 'mark', 'n'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', 'in', placesOf(p, 'id')),
)

/** Sessions that the vendor calls so: one for each environment at most. */
export const listSessionsNamed = query<InProject & { external_id: string }>()((db, p) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('environment', 'in', ['live', 'test'])
    .where('external_id', '=', p.external_id),
)

/** Sessions begun by another one, oldest first. */
export const listChildren = query<InProject & { environment: string; external_id: string; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('sessions')
      .select(['id', 'external_id'])
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('parent_external_id', '=', p.external_id)
      .where('environment', '=', p.environment as 'live' | 'test')
      .orderBy('id')
      .limit(p.limit),
)

/** Agents of a project, each found by one step in the index, whatever the number of their sessions. */
export const listAgents = query<InProject & { limit: number }>()((db, p) =>
  db
    .selectFrom(
      sql<{ agent: string }>`(with recursive step(agent) as (
        select min(agent_external_id) from sessions
          where organization_id = ${p.organization_id} and project_id = ${p.project_id}
        union all
        select (select min(agent_external_id) from sessions
          where organization_id = ${p.organization_id} and project_id = ${p.project_id}
            and agent_external_id > step.agent)
        from step where step.agent is not null
      ) select agent from step where agent is not null limit ${p.limit})`.as('found'),
    )
    .select('found.agent'),
)

/** The tools that were called most, and the rules that decided most; empty where none did. */
export const listToolCalls = query<InProject & { limit: number }>()((db, p) =>
  db
    .selectFrom('action_tallies')
    .select(({ fn }) => ['tool as name', fn.sum<number>('actions').as('calls')])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .groupBy('tool')
    .orderBy('calls', 'desc')
    .orderBy('name')
    .limit(p.limit),
)
export const listRuleCalls = query<InProject & { limit: number }>()((db, p) =>
  db
    .selectFrom('action_tallies')
    .select(({ fn }) => ['rule as name', fn.sum<number>('actions').as('calls')])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('rule', '<>', sql.lit(''))
    .groupBy('rule')
    .orderBy('calls', 'desc')
    .orderBy('name')
    .limit(p.limit),
)
