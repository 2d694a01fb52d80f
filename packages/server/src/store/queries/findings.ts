/** Findings as operators read them: one, or all of a project in narrow rows, each with what became of it last. */
import { query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const findFinding = query<InProject & { id: string }>()((db, p) =>
  db
    .selectFrom('findings')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

/** Findings in the order in which they were raised, one page. */
export const pageOfProjectFindings = query<InProject & { after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('findings as f')
    .selectAll('f')
    .select((eb) => [
      eb
        .selectFrom('finding_events as e')
        .select('e.event')
        .whereRef('e.organization_id', '=', 'f.organization_id')
        .whereRef('e.project_id', '=', 'f.project_id')
        .whereRef('e.finding_id', '=', 'f.id')
        .orderBy('e.ordinal', 'desc')
        .limit(1)
        .as('last_event'),
    ])
    .where('f.organization_id', '=', p.organization_id)
    .where('f.project_id', '=', p.project_id)
    .where('f.id', '>', p.after_id)
    .orderBy('f.id')
    .limit(p.limit),
)

export const pageOfKind = query<InProject & { kind: string; after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('findings as f')
    .selectAll('f')
    .select((eb) => [
      eb
        .selectFrom('finding_events as e')
        .select('e.event')
        .whereRef('e.organization_id', '=', 'f.organization_id')
        .whereRef('e.project_id', '=', 'f.project_id')
        .whereRef('e.finding_id', '=', 'f.id')
        .orderBy('e.ordinal', 'desc')
        .limit(1)
        .as('last_event'),
    ])
    .where('f.organization_id', '=', p.organization_id)
    .where('f.project_id', '=', p.project_id)
    .where('f.kind', '=', p.kind)
    .where('f.id', '>', p.after_id)
    .orderBy('f.id')
    .limit(p.limit),
)
