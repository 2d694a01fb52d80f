/** Counts that are kept as rows are written (0002): days × what is told apart, never a row an action. */
import { query } from '../query.js'

type InWindow = { organization_id: string; project_id: string; since_day: string }

export const sumActionTallies = query<InWindow>()((db, p) =>
  db
    .selectFrom('action_tallies')
    .select(({ fn }) => [
      'tool',
      'verdict',
      'rule',
      'shape',
      fn.sum<number>('actions').as('actions'),
      fn.min<string>('first_at').as('first_at'),
      fn.max<string>('last_at').as('last_at'),
    ])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('day', '>=', p.since_day)
    .groupBy(['tool', 'verdict', 'rule', 'shape']),
)

export const sumSessionTallies = query<InWindow>()((db, p) =>
  db
    .selectFrom('session_tallies')
    .select(({ fn }) => ['what', fn.sum<number>('n').as('n')])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('day', '>=', p.since_day)
    .groupBy('what'),
)

export const sumFindingTallies = query<InWindow>()((db, p) =>
  db
    .selectFrom('finding_tallies')
    .select(({ fn }) => [
      'kind',
      'state',
      fn.sum<number>('n').as('n'),
      fn.max<string>('newest_at').as('newest_at'),
    ])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('day', '>=', p.since_day)
    .groupBy(['kind', 'state']),
)
