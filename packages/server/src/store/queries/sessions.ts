/** Sessions, where their chains stand, and what they still wait for. */
import type { Kysely } from 'kysely'
import { insertRow, query } from '../query.js'
import type { Schema } from '../schema.js'

type InProject = { organization_id: string; project_id: string }
type InSession = InProject & { session_id: string }

export const insertSession = insertRow('sessions')(
  'organization_id',
  'project_id',
  'id',
  'environment',
  'external_id',
  'agent_external_id',
  'agent_name',
  'agent_version',
  'principal_type',
  'principal_ref',
  'request_hash',
  'anchors_text',
  'task_ref',
  'parent_external_id',
  'grant_ref',
  'grant_scope_text',
  'grant_document_text',
  'record_text',
  'genesis_hash',
  'opened_at',
  'idempotency_digest',
)

export const insertSessionHead = insertRow('session_heads')(
  'organization_id',
  'project_id',
  'session_id',
  'head_hash',
  'position',
  'history_text',
  'closed_at',
)

export const findSession = query<InProject & { environment: string; external_id: string }>()((db, p) =>
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
    .where('s.environment', '=', p.environment as 'live' | 'test')
    .where('s.external_id', '=', p.external_id),
)

export type SessionWithHead = Schema['sessions'] &
  Pick<Schema['session_heads'], 'head_hash' | 'position' | 'history_text' | 'closed_at'>

/** Sessions opened within a window, in the order in which they were opened, one page. */
export const pageOfSessions = query<
  InProject & { since: string; until: string; after_id: string; limit: number }
>()((db, p) =>
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
    .where('s.id', '>', p.after_id)
    .where('s.opened_at', '>=', p.since)
    .where('s.opened_at', '<', p.until)
    .orderBy('s.id')
    .limit(p.limit),
)

export const findSessionByKey = query<InProject & { idempotency_digest: string }>()((db, p) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('idempotency_digest', '=', p.idempotency_digest),
)

/**
 * Moves a head by one action. Holds only if the head, and the settings that the decision was judged under, are still
 * those that were read: this is what serialises a chain among processes.
 */
export const advanceHead = query<
  InSession & {
    expected_head: string
    expected_position: number
    settings_revision: number
    head_hash: string
    position: number
    history_text: string
  }
>()((db, p) =>
  db
    .updateTable('session_heads')
    .set({ head_hash: p.head_hash, position: p.position, history_text: p.history_text })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('position', '=', p.expected_position)
    .where('head_hash', '=', p.expected_head)
    .where('closed_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('project_settings')
          .select('revision')
          .where('organization_id', '=', p.organization_id)
          .where('project_id', '=', p.project_id)
          .where('revision', '=', p.settings_revision),
      ),
    ),
)

export const closeHead = query<InSession & { expected_head: string; closed_at: string }>()((db, p) =>
  db
    .updateTable('session_heads')
    .set({ closed_at: p.closed_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('head_hash', '=', p.expected_head)
    .where('closed_at', 'is', null),
)

export const insertAwaited = insertRow('awaited_answers')(
  'organization_id',
  'project_id',
  'session_id',
  'action_id',
  'verdict',
  'tool',
  'args_hash',
  'due_at',
)

/** What the session waits for, in the order in which it was decided. */
export const listQuestions = query<InSession>()((db, p) =>
  db
    .selectFrom('awaited_answers')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .orderBy('action_id'),
)

/** On PostgreSQL without those that another worker is ending now. */
export const listOverdue = query<{ now: string; limit: number }>()(
  (db, p) => overdueRows(db, p),
  (db, p) => overdueRows(db, p).forUpdate().skipLocked(),
)

function overdueRows(db: Kysely<Schema>, p: { now: string; limit: number }) {
  return db
    .selectFrom('awaited_answers')
    .selectAll()
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .limit(p.limit)
}

export const deleteAwaited = query<InSession & { action_id: string }>()((db, p) =>
  db
    .deleteFrom('awaited_answers')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('action_id', '=', p.action_id),
)

export const insertAnswered = insertRow('answered_actions')(
  'organization_id',
  'project_id',
  'action_id',
  'answered_by_action_id',
  'receipt_id',
  'answered_at',
)

export const findAnswered = query<InProject & { action_id: string }>()((db, p) =>
  db
    .selectFrom('answered_actions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.action_id),
)
