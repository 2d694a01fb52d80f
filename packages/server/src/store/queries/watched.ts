/** What an operator of the whole service watches, of all projects together. */
import { query } from '../query.js'

/** A bounded number of rows: projects × kinds, of one day. */
export const countFindingsOfDay = query<{ day: string }>()((db, p) =>
  db
    .selectFrom('finding_tallies')
    .select(({ fn }) => ['kind', fn.sum<number>('n').as('n')])
    .where('day', '=', p.day)
    .groupBy('kind'),
)

/** The project whose chains wait longest to be recomputed, and the lap that began longest ago. */
export const readSweepTimes = query()((db) =>
  db
    .selectFrom('chain_sweeps')
    .select(({ fn }) => [fn.min('due_at').as('due_at'), fn.min('lap_began_at').as('lap_began_at')]),
)
