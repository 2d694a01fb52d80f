/** Findings as operators list them, every kind, newest first; and what became of the findings of a page. */
import { PUBLISHED_FINDINGS, UNPUBLISHED_FINDINGS } from '@heron/evidence'
import { type Kysely, sql, type SqlBool } from 'kysely'
import { type Many, placesOf } from '../many.js'
import { query } from '../query.js'
import type { Schema } from '../schema.js'

const KINDS = [...Object.keys(PUBLISHED_FINDINGS), ...Object.keys(UNPUBLISHED_FINDINGS)]

type InProject = { organization_id: string; project_id: string }

type Chunk = InProject & { kind: string; before_id: string; take: number }

/** An empty text lets everything through; `~` asks for findings without such a value. */
type FindingFilter = {
  state: string
  since: string
  tool: string
  agent: string
  environment: string
  verdict: string
  rule: string
}

const chunkOf = (db: Kysely<Schema>, p: Chunk) =>
  db
    .selectFrom('findings as f')
    .select([
      'f.id',
      'f.session_id',
      'f.tool',
      'f.agent',
      'f.environment',
      'f.verdict',
      'f.rule',
      'f.raised_at',
    ])
    .select(
      sql<string>`coalesce((select case e.event when 'reopened' then 'open' else e.event end from finding_events as e
        where e.organization_id = f.organization_id and e.project_id = f.project_id and e.finding_id = f.id
        order by e.ordinal desc limit 1), 'open')`.as('state'),
    )
    .where('f.organization_id', '=', p.organization_id)
    .where('f.project_id', '=', p.project_id)
    .where('f.kind', '=', p.kind)
    .where('f.id', '<', p.before_id)
    .orderBy('f.id', 'desc')
    .limit(p.take)

const passes = (p: FindingFilter) => sql<SqlBool>`
  (${p.state} = '' or chunk.state = ${p.state}) and (${p.since} = '' or chunk.raised_at >= ${p.since})
  and (${p.tool} = '' or coalesce(chunk.tool, '~') = ${p.tool})
  and (${p.agent} = '' or coalesce(chunk.agent, '~') = ${p.agent})
  and (${p.environment} = '' or coalesce(chunk.environment, '~') = ${p.environment})
  and (${p.verdict} = '' or coalesce(chunk.verdict, '~') = ${p.verdict})
  and (${p.rule} = '' or coalesce(chunk.rule, '~') = ${p.rule})`

/** Findings of a kind that pass among the next ones. */
export const scanFindings = query<Chunk & FindingFilter & { limit: number }>()((db, p) =>
  db
    .selectFrom(chunkOf(db, p).as('chunk'))
    .select(['chunk.id', 'chunk.state'])
    .where(passes(p))
    .orderBy('chunk.id', 'desc')
    .limit(p.limit),
)

/** The last of the next findings; `take` is how many lie before it. */
export const endOfFindings = query<Chunk>()((db, p) =>
  db
    .selectFrom('findings')
    .select('id')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kind', '=', p.kind)
    .where('id', '<', p.before_id)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .offset(p.take),
)

/** The sessions among the newest findings of a kind that pass, and whether those were all. */
export const countSessionsFound = query<Chunk & FindingFilter>()((db, p) =>
  db
    .selectFrom(chunkOf(db, p).as('chunk'))
    .select(sql<number>`count(distinct chunk.session_id)`.as('sessions'))
    .where(passes(p)),
)

/** Findings by id, in no order. */
export const listFindingRows = query<InProject & Many<'id'>>()((db, p) =>
  db
    .selectFrom('findings')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', 'in', placesOf(p, 'id')),
)

/** What became of findings, each in the order in which it happened. */
export const listEventsOfFindings = query<InProject & Many<'id'> & { limit: number }>()((db, p) =>
  db
    .selectFrom('finding_events')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('finding_id', 'in', placesOf(p, 'id'))
    .orderBy('finding_id')
    .orderBy('ordinal')
    .limit(p.limit),
)

/** Entries of a log by their hash, in no order. */
export const listLogEntriesByHash = query<{ organization_id: string; chain: string } & Many<'hash'>>()(
  (db, p) =>
    db
      .selectFrom('log_entries')
      .select(['entry_hash', 'payload_text'])
      .where('organization_id', '=', p.organization_id)
      .where('chain', '=', p.chain)
      .where('entry_hash', 'in', placesOf(p, 'hash')),
)

/** Every finding about calls, in no order: each is found by kind and call, so no planner reads the project. */
export const listFindingsOfCalls = query<InProject & Many<'id'>>()((db, p) =>
  db
    .selectFrom('findings')
    .select(['id', 'kind', 'subject'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kind', 'in', KINDS)
    .where('subject', 'in', placesOf(p, 'id')),
)
