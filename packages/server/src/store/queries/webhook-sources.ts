/** What the telling of events asks besides the rows themselves. */
import { sql } from 'kysely'
import { query } from '../query.js'

type OfKind = { organization_id: string; project_id: string; kind: string }

/** From the tallies: a bounded number of rows, however many findings there are. */
export const countOpenFindings = query<OfKind>()((db, p) =>
  db
    .selectFrom('finding_tallies')
    .select(({ fn }) => fn.sum<number>('n').as('n'))
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kind', '=', p.kind)
    .where('state', '=', sql.lit('open')),
)

/** An open finding of the kind that was raised before: the newest first, since those are the ones that stand open. */
export const findEarlierOpen = query<OfKind & { before_id: string }>()((db, p) =>
  db
    .selectFrom('findings as f')
    .select('f.id')
    .where('f.organization_id', '=', p.organization_id)
    .where('f.project_id', '=', p.project_id)
    .where('f.kind', '=', p.kind)
    .where('f.id', '<', p.before_id)
    .where((eb) =>
      eb(
        eb.fn.coalesce(
          eb
            .selectFrom('finding_events as e')
            .select('e.event')
            .whereRef('e.organization_id', '=', 'f.organization_id')
            .whereRef('e.project_id', '=', 'f.project_id')
            .whereRef('e.finding_id', '=', 'f.id')
            .orderBy('e.ordinal', 'desc')
            .limit(1),
          sql.lit('reopened'),
        ),
        '=',
        sql.lit('reopened'),
      ),
    )
    .orderBy('f.id', 'desc')
    .limit(1),
)
