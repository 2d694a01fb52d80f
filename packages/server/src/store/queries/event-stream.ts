/** Rows of a project in the order in which they were written, as the event stream tells them. */
import { query } from '../query.js'

type Page = { organization_id: string; project_id: string; after_id: string; limit: number }

export const pageOfDecisions = query<Page>()((db, p) =>
  db
    .selectFrom('actions as a')
    .innerJoin('sessions as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'a.organization_id')
        .onRef('s.project_id', '=', 'a.project_id')
        .onRef('s.id', '=', 'a.session_id'),
    )
    .select(['a.id', 'a.decision_text', 'a.evaluation_text', 'a.received_at', 's.environment'])
    .where('a.organization_id', '=', p.organization_id)
    .where('a.project_id', '=', p.project_id)
    .where('a.id', '>', p.after_id)
    .orderBy('a.id')
    .limit(p.limit),
)

/** Each with the call that it is about; a statement on another decision than the call's is about none. */
export const pageOfStatements = query<Page>()((db, p) =>
  db
    .selectFrom('executions as e')
    .leftJoin('actions as a', (join) =>
      join
        .onRef('a.organization_id', '=', 'e.organization_id')
        .onRef('a.project_id', '=', 'e.project_id')
        .onRef('a.id', '=', 'e.action_id')
        .onRef('a.session_id', '=', 'e.session_id'),
    )
    .leftJoin('sessions as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'e.organization_id')
        .onRef('s.project_id', '=', 'e.project_id')
        .onRef('s.id', '=', 'e.session_id'),
    )
    .select(['e.organization_id', 'e.project_id', 'e.id', 'e.action_id', 'e.decision_id', 'e.session_id'])
    .select(['e.outcome', 'e.result_hash', 'e.error_code', 'e.kid', 'e.signature_valid', 'e.received_at'])
    .select(['a.decision_text', 'a.evaluation_text', 's.environment'])
    .where('e.organization_id', '=', p.organization_id)
    .where('e.project_id', '=', p.project_id)
    .where('e.id', '>', p.after_id)
    .orderBy('e.id')
    .limit(p.limit),
)
