/** Whether anything changed in a project: one row of the newest of everything, each found by one step in an index. */
import { sql } from 'kysely'
import { query } from '../query.js'

type Pulse = {
  organization_id: string
  project_id: string
  chain: string
  now: string
  /** Findings raised from this day on are watched for being cleared. */
  since_day: string
}

export const readPulse = query<Pulse>()((db, p) => {
  const newest = (table: 'actions' | 'sessions' | 'executions' | 'findings' | 'receipts') =>
    sql<string | null>`(select max(id) from ${sql.table(table)}
      where organization_id = ${p.organization_id} and project_id = ${p.project_id})`
  return db
    .selectFrom('project_settings as s')
    .select([
      's.revision',
      newest('actions').as('action'),
      newest('sessions').as('session'),
      newest('executions').as('execution'),
      newest('findings').as('finding'),
      newest('receipts').as('receipt'),
      sql<number | null>`(select revision from project_edits
        where organization_id = ${p.organization_id} and project_id = ${p.project_id})`.as('edit'),
      sql<number | null>`(select max(seq) from log_entries
        where organization_id = ${p.organization_id} and chain = ${p.chain})`.as('log'),
      sql<number>`(select count(*) from awaited_answers
        where organization_id = ${p.organization_id} and project_id = ${p.project_id}
          and verdict = 'STEP_UP' and due_at > ${p.now})`.as('waiting'),
      sql<number | null>`(select sum(n) from finding_tallies
        where organization_id = ${p.organization_id} and project_id = ${p.project_id}
          and day >= ${p.since_day} and state = 'cleared')`.as('cleared'),
    ])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
})
