/**
 * Calls as operators list them, newest first. A filter is looked for in a bounded number of the next calls, through the
 * one index that holds all they are filtered by; what a page then shows is read for all its rows at once.
 */
import { type ExpressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import { type Many, placesOf } from '../many.js'
import { query } from '../query.js'
import type { Schema } from '../schema.js'

type InProject = { organization_id: string; project_id: string }

/** Filters; an empty text lets everything through. `pattern` is that of a `like`, its escape sign a backslash. */
type CallFilter = {
  tool: string
  verdict: string
  rule: string
  pattern: string
  since: string
  until: string
  limit: number
}

/** The calls before one and from another on, `take` of them. */
type Chunk = InProject & { before_id: string; from_id: string; take: number }

const chunkOf = (db: Kysely<Schema>, p: Chunk) =>
  db
    .selectFrom('actions')
    .select(['id', 'session_id', 'tool', 'verdict', 'rule', 'received_at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id)
    .where('id', '>=', p.from_id)
    .orderBy('id', 'desc')
    .limit(p.take)

type ChunkRow = {
  id: string
  session_id: string
  tool: string
  verdict: string
  rule: string | null
  received_at: string
}

const passes = (eb: ExpressionBuilder<{ chunk: ChunkRow }, 'chunk'>, p: CallFilter) =>
  eb.and([
    sql<SqlBool>`(${p.tool} = '' or chunk.tool = ${p.tool})`,
    sql<SqlBool>`(${p.verdict} = '' or chunk.verdict = ${p.verdict})`,
    sql<SqlBool>`(${p.rule} = '' or chunk.rule = ${p.rule})`,
    sql<SqlBool>`(${p.pattern} = '' or lower(chunk.tool) like lower(${p.pattern}) escape '\\')`,
    sql<SqlBool>`(${p.since} = '' or chunk.received_at >= ${p.since})`,
    sql<SqlBool>`(${p.until} = '' or chunk.received_at < ${p.until})`,
  ])

/** Those that pass among the next calls. */
export const scanCalls = query<Chunk & CallFilter>()((db, p) =>
  db
    .selectFrom(chunkOf(db, p).as('chunk'))
    .select('chunk.id')
    .where((eb) => passes(eb, p))
    .orderBy('chunk.id', 'desc')
    .limit(p.limit),
)

/** As {@link scanCalls}, with what only the session says. The join's order is given: sessions are looked up by key. */
export const scanCallsOfAgent = query<Chunk & CallFilter & { agent: string; environment: string }>()(
  (db, p) =>
    db
      .selectFrom(chunkOf(db, p).as('chunk'))
      .crossJoin('sessions as s')
      .select('chunk.id')
      .where('s.organization_id', '=', p.organization_id)
      .where('s.project_id', '=', p.project_id)
      .whereRef('s.id', '=', 'chunk.session_id')
      .where(sql<SqlBool>`(${p.agent} = '' or s.agent_external_id = ${p.agent})`)
      .where(sql<SqlBool>`(${p.environment} = '' or s.environment = ${p.environment})`)
      .where((eb) => passes(eb as unknown as ExpressionBuilder<{ chunk: ChunkRow }, 'chunk'>, p))
      .orderBy('chunk.id', 'desc')
      .limit(p.limit),
)

/** The last of the next calls: where a search that found too little goes on. */
export const endOfCalls = query<Chunk>()((db, p) =>
  db
    .selectFrom('actions')
    .select('id')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id)
    .where('id', '>=', p.from_id)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .offset(p.take),
)

type SessionChunk = InProject & { session_id: string; before_position: number; take: number }

/** Those that pass among the next calls of one session, the last one first. */
export const scanCallsOfSession = query<SessionChunk & CallFilter>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('actions')
        .select(['id', 'session_id', 'position', 'tool', 'verdict', 'rule', 'received_at'])
        .where('organization_id', '=', p.organization_id)
        .where('project_id', '=', p.project_id)
        .where('session_id', '=', p.session_id)
        .where('position', '<', p.before_position)
        .orderBy('position', 'desc')
        .limit(p.take)
        .as('chunk'),
    )
    .select(['chunk.id', 'chunk.position'])
    .where((eb) => passes(eb as unknown as ExpressionBuilder<{ chunk: ChunkRow }, 'chunk'>, p))
    .orderBy('chunk.position', 'desc')
    .limit(p.limit),
)

/** When calls of some kind arrived, by the day on which their session was opened: where a search may skip. */
export const listCallTimes = query<
  InProject & { tool: string; verdict: string; rule: string; limit: number }
>()((db, p) =>
  db
    .selectFrom('action_tallies')
    .select(({ fn }) => [
      'day',
      fn.min<string>('first_at').as('first_at'),
      fn.max<string>('last_at').as('last_at'),
    ])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where(sql<SqlBool>`(${p.tool} = '' or tool = ${p.tool})`)
    .where(sql<SqlBool>`(${p.verdict} = '' or verdict = ${p.verdict})`)
    .where(sql<SqlBool>`(${p.rule} = '' or rule = ${p.rule})`)
    .groupBy('day')
    .orderBy('day', 'desc')
    .limit(p.limit),
)

/** What a list shows of calls, in no order. */
export const listCallRows = query<InProject & Many<'id'>>()((db, p) =>
  db
    .selectFrom('actions as a')
    .innerJoin('sessions as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'a.organization_id')
        .onRef('s.project_id', '=', 'a.project_id')
        .onRef('s.id', '=', 'a.session_id'),
    )
    .select(['a.id', 'a.session_id', 'a.tool', 'a.seq', 'a.position', 'a.verdict', 'a.rule'])
    .select(['a.decision_text', 'a.received_at', 's.external_id', 's.agent_external_id', 's.environment'])
    .where('a.organization_id', '=', p.organization_id)
    .where('a.project_id', '=', p.project_id)
    .where('a.id', 'in', placesOf(p, 'id')),
)

/** What was stated of calls, in the order of arrival. */
export const listOutcomes = query<InProject & Many<'id'> & { limit: number }>()((db, p) =>
  db
    .selectFrom('executions')
    .select(['action_id', 'id', 'outcome', 'signature_valid', 'received_at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', 'in', placesOf(p, 'id'))
    .orderBy('action_id')
    .orderBy('id')
    .limit(p.limit),
)
