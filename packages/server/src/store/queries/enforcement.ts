/** Shadow windows and break-glass. */
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const insertEnforcementWindow = insertRow('enforcement_windows')(
  'organization_id',
  'project_id',
  'id',
  'effect',
  'declared_by',
  'declared_from',
  'declared_until',
  'reason',
  'actor_id',
  'ended_at',
  'ended_by',
)

/** The one that has not ended; its time may be over all the same. */
export const findOpenWindow = query<InProject>()((db, p) =>
  db
    .selectFrom('enforcement_windows')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('ended_at', 'is', null),
)

/** Those whose time is over and of whose end nothing stands in the log yet. */
export const listExpiredWindows = query<{ now: string; limit: number }>()((db, p) =>
  db
    .selectFrom('enforcement_windows')
    .selectAll()
    .where('declared_until', '<=', p.now)
    .where('ended_at', 'is', null)
    .orderBy('declared_until')
    .limit(p.limit),
)

export const endWindow = query<InProject & { id: string; ended_at: string; ended_by: string }>()((db, p) =>
  db
    .updateTable('enforcement_windows')
    .set({ ended_at: p.ended_at, ended_by: p.ended_by })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('ended_at', 'is', null),
)

/** Every declaration there was, one page. */
export const pageOfWindows = query<InProject & { after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('enforcement_windows')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)
