/** Snapshots that reviewers took. */
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const insertSnapshot = insertRow('snapshots')(
  'organization_id',
  'project_id',
  'id',
  'link_id',
  'window_days',
  'sessions',
  'actions',
  'digest',
  'payload_text',
  'kid',
  'signature',
  'taken_at',
)

/** Those that a link may see: its own, and those that reach no further than it does. Newest first. */
export const listSnapshots = query<
  InProject & { link_id: string; window_days: number; before_id: string; limit: number }
>()((db, p) =>
  db
    .selectFrom('snapshots')
    .select(['id', 'sessions', 'actions', 'digest', 'taken_at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id)
    .where((eb) => eb.or([eb('link_id', '=', p.link_id), eb('window_days', '<=', p.window_days)]))
    .orderBy('id', 'desc')
    .limit(p.limit),
)

export const findSnapshot = query<InProject & { id: string; link_id: string; window_days: number }>()(
  (db, p) =>
    db
      .selectFrom('snapshots')
      .selectAll()
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('id', '=', p.id)
      .where((eb) => eb.or([eb('link_id', '=', p.link_id), eb('window_days', '<=', p.window_days)])),
)

/** Session heads opened since, a page: what a snapshot names. */
export const pageOfHeads = query<InProject & { since: string; after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('session_heads as h', (join) =>
      join
        .onRef('h.organization_id', '=', 's.organization_id')
        .onRef('h.project_id', '=', 's.project_id')
        .onRef('h.session_id', '=', 's.id'),
    )
    .select(['s.id', 's.genesis_hash', 'h.head_hash', 'h.position'])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .where('s.opened_at', '>=', p.since)
    .where('s.id', '>', p.after_id)
    .orderBy('s.id')
    .limit(p.limit),
)

/** Every snapshot of a project, whichever link took it. Newest first, one page. */
export const pageOfSnapshots = query<InProject & { before_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('snapshots')
    .select(['id', 'sessions', 'actions', 'digest', 'taken_at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
