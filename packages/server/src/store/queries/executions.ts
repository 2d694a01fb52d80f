/** Execution evidence as it arrived, good and bad. */
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const insertExecution = insertRow('executions')(
  'organization_id',
  'project_id',
  'id',
  'action_id',
  'decision_id',
  'session_id',
  'outcome',
  'result_hash',
  'error_code',
  'executed_at',
  'statement_text',
  'kid',
  'signature',
  'signature_valid',
  'received_at',
  'idempotency_digest',
)

export const findExecutionByKey = query<InProject & { idempotency_digest: string }>()((db, p) =>
  db
    .selectFrom('executions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('idempotency_digest', '=', p.idempotency_digest),
)

/** In order of arrival. */
export const listExecutions = query<InProject & { action_id: string }>()((db, p) =>
  db
    .selectFrom('executions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.action_id)
    .orderBy('id'),
)

/** Every statement of a project in order of arrival, one page. */
export const pageOfExecutions = query<InProject & { after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('executions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

/** Evidence on actions that this tenant does not have, one page. */
export const pageOfUnmatched = query<InProject & { after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('executions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', 'is', null)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)
