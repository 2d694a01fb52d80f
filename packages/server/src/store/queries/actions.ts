/** Actions: the chain's records, each with its two receipts in the row, written once, together. */
import { sql } from 'kysely'
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }
type InSession = InProject & { session_id: string }

export const insertAction = insertRow('actions')(
  'organization_id',
  'project_id',
  'id',
  'session_id',
  'position',
  'seq',
  'tool',
  'tool_provider',
  'tool_server',
  'args_hash',
  'args_redacted_text',
  'resource_ref_redacted',
  'instructions_hash',
  'claimed_prev_hash',
  'prev_hash',
  'record_hash',
  'record_mark',
  'record_text',
  'decision_id',
  'verdict',
  'rule',
  'engine',
  'resolves_action_id',
  'decision_text',
  'decision_signature',
  'evaluation_text',
  'evaluation_signature',
  'kid',
  'received_at',
  'idempotency_digest',
)

export const findActionByKey = query<InProject & { idempotency_digest: string }>()((db, p) =>
  db
    .selectFrom('actions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('idempotency_digest', '=', p.idempotency_digest),
)

export const findActionBySeq = query<InSession & { seq: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('seq', '=', p.seq),
)

export const findAction = query<InProject & { id: string }>()((db, p) =>
  db
    .selectFrom('actions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

/** The names by which an action's session is known to the vendor. */
export const findSessionName = query<InSession>()((db, p) =>
  db
    .selectFrom('sessions')
    .select('external_id')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.session_id),
)

export const maxSeq = query<InSession>()((db, p) =>
  db
    .selectFrom('actions')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id),
)

/**
 * Answers a row when the session issued that record hash. The tenant is compared as an expression, so that no planner
 * prefers the tenant's wide indexes and reads a whole session through them.
 */
export const findIssuedHash = query<InSession & { record_mark: number; record_hash: string }>()((db, p) =>
  db
    .selectFrom('actions')
    .select('id')
    .where('session_id', '=', p.session_id)
    .where('record_mark', '=', p.record_mark)
    .where('record_hash', '=', p.record_hash)
    .where(sql<string>`organization_id || ''`, '=', p.organization_id)
    .where(sql<string>`project_id || ''`, '=', p.project_id),
)

/** A session's actions in chain order, one page. */
export const pageOfActions = query<InSession & { after_position: number; limit: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('position', '>', p.after_position)
    .orderBy('position')
    .limit(p.limit),
)

/** A project's newest actions, the newest first, one page. */
export const pageOfNewest = query<InProject & { before_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['id', 'received_at', 'evaluation_text'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
