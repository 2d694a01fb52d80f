/** What the evidence page lists and opens: runs and findings, newest first, by the last one shown; calls, log entries. */
import { PUBLISHED_FINDINGS } from '@heron/evidence'
import { sql } from 'kysely'
import { query } from '../query.js'

type InProject = { organization_id: string; project_id: string }
type InLog = { organization_id: string; chain: string }

const PUBLISHED_KINDS = Object.keys(PUBLISHED_FINDINGS)

/** The time is compared as an expression, so that no planner reads the whole window for a few children. */
export const listChildSessions = query<
  InProject & { environment: string; external_id: string; since: string; limit: number }
>()((db, p) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('parent_external_id', '=', p.external_id)
    .where('environment', '=', p.environment as 'live' | 'test')
    .where(sql<string>`opened_at || ''`, '>=', p.since)
    .orderBy('id')
    .limit(p.limit),
)

/** The record that stood at a place of a session's chain. */
export const findActionAt = query<InProject & { session_id: string; position: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['id', 'record_hash'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('position', '=', p.position),
)

/** The newest actions of a project. */
export const listNewestActions = query<InProject & { limit: number }>()((db, p) =>
  db
    .selectFrom('actions')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

export const findFirstOpened = query<InProject & { since: string }>()((db, p) =>
  db
    .selectFrom('sessions')
    .select('opened_at')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('opened_at', '>=', p.since)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(1),
)

/** Published findings raised since, newest first. */
export const pageOfNewestFindings = query<InProject & { since: string; before_id: string; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('findings')
      .selectAll()
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('id', '<', p.before_id)
      .where('raised_at', '>=', p.since)
      .where(sql.ref('kind'), 'in', PUBLISHED_KINDS)
      .orderBy('id', 'desc')
      .limit(p.limit),
)

export const pageOfFindingsOfKind = query<
  InProject & { kind: string; since: string; before_id: string; limit: number }
>()((db, p) =>
  db
    .selectFrom('findings')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kind', '=', p.kind)
    .where('id', '<', p.before_id)
    .where('raised_at', '>=', p.since)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** Published findings about one action, in no order: asked for one, a planner would read the project through its key. */
export const listFindingsOfAction = query<InProject & { action_id: string }>()((db, p) =>
  db
    .selectFrom('findings')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kind', 'in', PUBLISHED_KINDS)
    .where('subject', '=', p.action_id),
)

export const findLogEntryAt = query<InLog & { seq: number }>()((db, p) =>
  db
    .selectFrom('log_entries')
    .select('entry_hash')
    .where('organization_id', '=', p.organization_id)
    .where('chain', '=', p.chain)
    .where('seq', '=', p.seq),
)

/** What the log says about one subject, newest first. `subject` is a column that the engine draws from the record. */
export const listLogOfSubject = query<InLog & { subject: string; limit: number }>()((db, p) =>
  db
    .selectFrom('log_entries')
    .select('payload_text')
    .where('organization_id', '=', p.organization_id)
    .where('chain', '=', p.chain)
    .where(sql.ref<string>('subject'), '=', p.subject)
    .orderBy('seq', 'desc')
    .limit(p.limit),
)

/** STEP_UPs and DEFERs of a project that should have been ended by now. */
export const findOverdueQuestion = query<InProject & { before: string }>()((db, p) =>
  db
    .selectFrom('awaited_answers')
    .select('due_at')
    .where('due_at', '<', p.before)
    .where(sql<string>`organization_id || ''`, '=', p.organization_id)
    .where(sql<string>`project_id || ''`, '=', p.project_id)
    .orderBy('due_at')
    .limit(1),
)
