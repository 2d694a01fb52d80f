/** Where the recomputation of each project's chains stands, and what it reads. */
import { query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

/** Puts a project at its start; one that is under way stays where it is. */
export const beginSweep = query<
  InProject & {
    session_id: string
    position: number
    head_hash: string
    lap_began_at: string
    due_at: string
  }
>()((db, p) =>
  db
    .insertInto('chain_sweeps')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      session_id: p.session_id,
      position: p.position,
      head_hash: p.head_hash,
      lap_began_at: p.lap_began_at,
      due_at: p.due_at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id']).doNothing()),
)

/** The project that waits longest. */
export const nextSweep = query<{ now: string }>()((db, p) =>
  db.selectFrom('chain_sweeps').selectAll().where('due_at', '<=', p.now).orderBy('due_at').limit(1),
)

/** Holds only while no other worker has moved it. */
export const moveSweep = query<
  InProject & {
    expected_session: string
    expected_position: number
    expected_due: string
    session_id: string
    position: number
    head_hash: string
    lap_began_at: string
    due_at: string
  }
>()((db, p) =>
  db
    .updateTable('chain_sweeps')
    .set({
      session_id: p.session_id,
      position: p.position,
      head_hash: p.head_hash,
      lap_began_at: p.lap_began_at,
      due_at: p.due_at,
    })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.expected_session)
    .where('position', '=', p.expected_position)
    .where('due_at', '=', p.expected_due),
)

export const findSessionWithHead = query<InProject & { session_id: string }>()((db, p) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('session_heads as h', (join) =>
      join
        .onRef('h.organization_id', '=', 's.organization_id')
        .onRef('h.project_id', '=', 's.project_id')
        .onRef('h.session_id', '=', 's.id'),
    )
    .selectAll('s')
    .select(['h.head_hash', 'h.position', 'h.history_text', 'h.closed_at'])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .where('s.id', '=', p.session_id),
)
