/** Calls by hour and by day (0006): folding in what arrived, and sums of what was folded in. */
import { type Kysely, sql, type SqlBool } from 'kysely'
import { query } from '../query.js'
import type { Schema } from '../schema.js'

type InProject = { organization_id: string; project_id: string }

/** Puts a project at its start; one that is under way stays where it is. */
export const beginCountSweep = query<
  InProject & { action_id: string; execution_id: string; due_at: string }
>()((db, p) =>
  db
    .insertInto('count_sweeps')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      action_id: p.action_id,
      execution_id: p.execution_id,
      due_at: p.due_at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id']).doNothing()),
)

/** The projects that wait longest. */
export const listCountSweeps = query<{ now: string; limit: number }>()((db, p) =>
  db.selectFrom('count_sweeps').selectAll().where('due_at', '<=', p.now).orderBy('due_at').limit(p.limit),
)

export const findCountSweep = query<InProject>()((db, p) =>
  db
    .selectFrom('count_sweeps')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

/** Holds only while nobody else has moved it: then what was added with it is added once. */
export const moveCountSweep = query<
  InProject & {
    expected_action: string
    expected_execution: string
    action_id: string
    execution_id: string
    due_at: string
  }
>()((db, p) =>
  db
    .updateTable('count_sweeps')
    .set({ action_id: p.action_id, execution_id: p.execution_id, due_at: p.due_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.expected_action)
    .where('execution_id', '=', p.expected_execution),
)

type Stretch = InProject & { after_id: string; before_id: string; limit: number }

/** The next calls behind one, by hour and by what is told apart; `last_id` is the last of each. */
export const tallyCalls = query<Stretch>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('actions')
        .select(['id', 'session_id', 'verdict', 'received_at'])
        .where('organization_id', '=', p.organization_id)
        .where('project_id', '=', p.project_id)
        .where('id', '>', p.after_id)
        .where('id', '<', p.before_id)
        .orderBy('id')
        .limit(p.limit)
        .as('chunk'),
    )
    .crossJoin('sessions as s')
    .select([
      sql<string>`substr(chunk.received_at, 1, 13)`.as('hour'),
      's.environment',
      's.agent_external_id as agent',
      'chunk.verdict',
      sql<number>`count(*)`.as('n'),
      sql<string>`max(chunk.id)`.as('last_id'),
    ])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .whereRef('s.id', '=', 'chunk.session_id')
    .groupBy([
      sql`substr(chunk.received_at, 1, 13)`,
      's.environment',
      's.agent_external_id',
      'chunk.verdict',
    ]),
)

/** The next statements behind one, by the hour of their calls; `n` of the `seen` were the first on theirs. */
export const tallyStatements = query<Stretch>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('executions')
        .select(['id', 'action_id'])
        .where('organization_id', '=', p.organization_id)
        .where('project_id', '=', p.project_id)
        .where('session_id', 'is not', null)
        .where('id', '>', p.after_id)
        .where('id', '<', p.before_id)
        .orderBy('id')
        .limit(p.limit)
        .as('chunk'),
    )
    .crossJoin('actions as a')
    .crossJoin('sessions as s')
    .select([
      sql<string>`substr(a.received_at, 1, 13)`.as('hour'),
      's.environment',
      's.agent_external_id as agent',
      'a.verdict',
      sql<number>`sum(case when exists (select 1 from executions as x
        where x.organization_id = ${p.organization_id} and x.project_id = ${p.project_id}
          and x.action_id = chunk.action_id and x.id < chunk.id and x.session_id is not null)
        then 0 else 1 end)`.as('n'),
      sql<number>`count(*)`.as('seen'),
      sql<string>`max(chunk.id)`.as('last_id'),
    ])
    .where('a.organization_id', '=', p.organization_id)
    .where('a.project_id', '=', p.project_id)
    .whereRef('a.id', '=', 'chunk.action_id')
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .whereRef('s.id', '=', 'a.session_id')
    .groupBy([sql`substr(a.received_at, 1, 13)`, 's.environment', 's.agent_external_id', 'a.verdict']),
)

/** Counts commute, so workers never wait for each other here. */
export const addCallCount = query<Schema['call_counts']>()((db, p) =>
  db
    .insertInto('call_counts')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      span: p.span,
      at: p.at,
      environment: p.environment,
      agent: p.agent,
      verdict: p.verdict,
      calls: p.calls,
      stated: p.stated,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'project_id', 'span', 'at', 'environment', 'agent', 'verdict'])
        .doUpdateSet({
          calls: sql<number>`call_counts.calls + excluded.calls`,
          stated: sql<number>`call_counts.stated + excluded.stated`,
        }),
    ),
)

/** `environment` empty takes both. */
type Counted = InProject & { span: string; from_at: string; to_at: string; environment: string }

const counted = (db: Kysely<Schema>, p: Counted) =>
  db
    .selectFrom('call_counts')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('span', '=', p.span as 'hour')
    .where('at', '>=', p.from_at)
    .where('at', '<=', p.to_at)
    .where(sql<SqlBool>`(${p.environment} = '' or environment = ${p.environment})`)

export const sumCallCounts = query<Counted>()((db, p) =>
  counted(db, p)
    .select(({ fn }) => [
      'at',
      'verdict',
      fn.sum<number>('calls').as('calls'),
      fn.sum<number>('stated').as('stated'),
    ])
    .groupBy(['at', 'verdict']),
)

/** Agents by the number of their calls, the busiest first. */
export const sumAgentCounts = query<Counted & { limit: number }>()((db, p) =>
  counted(db, p)
    .select(({ fn }) => [
      'agent',
      fn.sum<number>('calls').as('calls'),
      sql<number>`sum(case when verdict = 'ALLOW' then 0 else calls end)`.as('not_allowed'),
    ])
    .groupBy('agent')
    .orderBy('calls', 'desc')
    .orderBy('agent')
    .limit(p.limit),
)
