/** What the overview shows besides counts of calls: each a bounded read, whatever the size of the record. */
import { sql, type SqlBool } from 'kysely'
import { query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

/** The newest decisions among ids, as they were signed. */
export const listDecisionTexts = query<InProject & { from_id: string; before_id: string; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('actions')
      .select('decision_text')
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('id', '>=', p.from_id)
      .where('id', '<', p.before_id)
      .orderBy('id', 'desc')
      .limit(p.limit),
)

/** Findings by the hour in which they were raised, among the newest `limit`. */
export const sumFindingsByHour = query<
  InProject & { from_id: string; since: string; environment: string; limit: number }
>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('findings')
        .select(['id', 'raised_at', 'environment'])
        .where('organization_id', '=', p.organization_id)
        .where('project_id', '=', p.project_id)
        .where('id', '>=', p.from_id)
        .orderBy('id', 'desc')
        .limit(p.limit)
        .as('chunk'),
    )
    .select([sql<string>`substr(chunk.raised_at, 1, 13)`.as('at'), sql<number>`count(*)`.as('count')])
    .where('chunk.raised_at', '>=', p.since)
    .where(sql<SqlBool>`(${p.environment} = '' or chunk.environment = ${p.environment})`)
    .groupBy(sql`substr(chunk.raised_at, 1, 13)`),
)

/** Calls that wait for a person, up to `limit`. */
export const countWaiting = query<InProject & { now: string; limit: number }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('awaited_answers as w')
        .select('w.action_id')
        .where('w.organization_id', '=', p.organization_id)
        .where('w.project_id', '=', p.project_id)
        .where('w.verdict', '=', sql.lit('STEP_UP'))
        .where('w.due_at', '>', p.now)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('approval_answers as r')
                .select('r.action_id')
                .whereRef('r.organization_id', '=', 'w.organization_id')
                .whereRef('r.project_id', '=', 'w.project_id')
                .whereRef('r.action_id', '=', 'w.action_id'),
            ),
          ),
        )
        .limit(p.limit)
        .as('chunk'),
    )
    .select(({ fn }) => fn.countAll<number>().as('waiting')),
)

/** Decisions of the project that are due to be compared, among all that have waited longest. */
export const countDue = query<InProject & { now: string; limit: number }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('reconciliations')
        .select(['organization_id', 'project_id', 'due_at'])
        .where('due_at', '<=', p.now)
        .orderBy('due_at')
        .limit(p.limit)
        .as('chunk'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('queue'), fn.min<string | null>('due_at').as('oldest')])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)
