/** Expiry of redacted text (heron.md §12): where each project's sweep stands, and what it lets expire. */
import { sql } from 'kysely'
import { query } from '../query.js'

type InProject = { organization_id: string; project_id: string }
type Page = InProject & { after_id: string; limit: number }
type Range = InProject & { after_id: string; through_id: string }

/** Puts a project at its start; one that is under way stays where it is. */
export const beginRetention = query<InProject & { due_at: string }>()((db, p) =>
  db
    .insertInto('retention_sweeps')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      action_id: sql.lit(''),
      session_id: sql.lit(''),
      due_at: p.due_at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id']).doNothing()),
)

/** The project that waits longest. */
export const nextRetention = query<{ now: string }>()((db, p) =>
  db.selectFrom('retention_sweeps').selectAll().where('due_at', '<=', p.now).orderBy('due_at').limit(1),
)

/** Holds only while no other worker has moved it. */
export const moveRetention = query<
  InProject & {
    expected_action: string
    expected_session: string
    expected_due: string
    action_id: string
    session_id: string
    due_at: string
  }
>()((db, p) =>
  db
    .updateTable('retention_sweeps')
    .set({ action_id: p.action_id, session_id: p.session_id, due_at: p.due_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.expected_action)
    .where('session_id', '=', p.expected_session)
    .where('due_at', '=', p.expected_due),
)

/** The project's sweep is due at once, wherever it stands. */
export const hastenRetention = query<InProject & { due_at: string }>()((db, p) =>
  db
    .updateTable('retention_sweeps')
    .set({ due_at: p.due_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

/** Ids ascend with time, so a page of them is a walk along the primary key. */
export const pageOfActionAges = query<Page>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['id', 'received_at as at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

export const pageOfSessionAges = query<Page>()((db, p) =>
  db
    .selectFrom('sessions')
    .select(['id', 'opened_at as at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

export const expireActions = query<Range>()((db, p) =>
  db
    .updateTable('actions')
    .set({ args_redacted_text: sql.lit(null), resource_ref_redacted: sql.lit(null) })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .where('id', '<=', p.through_id),
)

export const expireSessions = query<Range>()((db, p) =>
  db
    .updateTable('sessions')
    .set({ agent_name: sql.lit(null), anchors_text: sql.lit('[]') })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .where('id', '<=', p.through_id),
)
