/** What became of findings: reviews by operators, and statements that arrived after all. */
import { sql } from 'kysely'
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const insertFindingEvent = insertRow('finding_events')(
  'organization_id',
  'project_id',
  'finding_id',
  'ordinal',
  'event',
  'entry_seq',
  'entry_hash',
  'execution_id',
  'at',
)

/** In the order in which they happened. */
export const listFindingEvents = query<InProject & { finding_id: string }>()((db, p) =>
  db
    .selectFrom('finding_events')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('finding_id', '=', p.finding_id)
    .orderBy('ordinal'),
)

/** A statement has arrived: clears the action's MISSING_EXECUTION where one was raised, once. */
export const clearMissing = query<InProject & { action_id: string; execution_id: string; at: string }>()(
  (db, p) =>
    db
      .insertInto('finding_events')
      .columns([
        'organization_id',
        'project_id',
        'finding_id',
        'ordinal',
        'event',
        'entry_seq',
        'entry_hash',
        'execution_id',
        'at',
      ])
      .expression((eb) =>
        eb
          .selectFrom('findings as f')
          .select((each) => [
            'f.organization_id',
            'f.project_id',
            'f.id',
            each
              .selectFrom('finding_events as e')
              .select(({ fn }) => fn.countAll<number>().as('ordinal'))
              .whereRef('e.organization_id', '=', 'f.organization_id')
              .whereRef('e.project_id', '=', 'f.project_id')
              .whereRef('e.finding_id', '=', 'f.id')
              .as('ordinal'),
            sql.lit('cleared').as('event'),
            sql.lit(null).as('entry_seq'),
            sql.lit(null).as('entry_hash'),
            sql<string>`${p.execution_id}`.as('execution_id'),
            sql<string>`${p.at}`.as('at'),
          ])
          .where('f.organization_id', '=', p.organization_id)
          .where('f.project_id', '=', p.project_id)
          .where('f.kind', '=', sql.lit('MISSING_EXECUTION'))
          .where('f.subject', '=', p.action_id)
          .where((each) =>
            each.not(
              each.exists(
                each
                  .selectFrom('finding_events as e')
                  .select('e.ordinal')
                  .whereRef('e.organization_id', '=', 'f.organization_id')
                  .whereRef('e.project_id', '=', 'f.project_id')
                  .whereRef('e.finding_id', '=', 'f.id')
                  .where('e.event', '=', sql.lit('cleared')),
              ),
            ),
          ),
      ),
)
