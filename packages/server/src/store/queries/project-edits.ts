/** Edits of a project: what serialises them, and what they leave in force. */
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const findEdits = query<InProject>()((db, p) =>
  db
    .selectFrom('project_edits')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

/** Holds only while nobody has edited the project since `expected` was read. */
export const moveEdits = query<
  InProject & {
    expected: number
    revision: number
    act: string
    subject: string
    edited_by: string
    edited_at: string
  }
>()((db, p) =>
  db
    .insertInto('project_edits')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      revision: p.revision,
      act: p.act,
      subject: p.subject,
      edited_by: p.edited_by,
      edited_at: p.edited_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'project_id'])
        .doUpdateSet({
          revision: p.revision,
          act: p.act,
          subject: p.subject,
          edited_by: p.edited_by,
          edited_at: p.edited_at,
        })
        .where('project_edits.revision', '=', p.expected),
    ),
)

/** Puts settings in force. The revision moves, so that no decision is written that was judged under the old ones. */
export const applySettings = query<
  InProject & {
    policy_hash: string
    allowlist_text: string
    approval_timeout_ms: number | null
    context_timeout_ms: number | null
    reconcile_window_ms: number | null
    missing_horizon_ms: number | null
    retention_ms: number | null
  }
>()((db, p) =>
  db
    .updateTable('project_settings')
    .set((eb) => ({
      policy_hash: p.policy_hash,
      allowlist_text: p.allowlist_text,
      approval_timeout_ms: p.approval_timeout_ms,
      context_timeout_ms: p.context_timeout_ms,
      reconcile_window_ms: p.reconcile_window_ms,
      missing_horizon_ms: p.missing_horizon_ms,
      retention_ms: p.retention_ms,
      revision: eb('revision', '+', 1),
    }))
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

/** Moves the revision alone: something else that decisions read has changed. */
export const touchSettings = query<InProject>()((db, p) =>
  db
    .updateTable('project_settings')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

/** A bundle that was in force before is there already. */
export const keepPolicy = query<
  InProject & { policy_hash: string; bundle_text: string; created_at: string }
>()((db, p) =>
  db
    .insertInto('policies')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      policy_hash: p.policy_hash,
      bundle_text: p.bundle_text,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id', 'policy_hash']).doNothing()),
)

export const insertPolicyChange = insertRow('policy_changes')(
  'organization_id',
  'project_id',
  'entry_seq',
  'entry_hash',
  'policy_hash',
  'act',
  'subject',
  'reason',
  'changed_at',
)

/** Every change there was, one page. */
export const pageOfPolicyChanges = query<InProject & { after_seq: number; limit: number }>()((db, p) =>
  db
    .selectFrom('policy_changes')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('entry_seq', '>', p.after_seq)
    .orderBy('entry_seq')
    .limit(p.limit),
)

/** What first put a bundle in force. */
export const findPolicyChange = query<InProject & { policy_hash: string }>()((db, p) =>
  db
    .selectFrom('policy_changes')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('policy_hash', '=', p.policy_hash)
    .orderBy('entry_seq')
    .limit(1),
)

/** How somebody of an organization is called, also after they have left. */
export const findPersonName = query<{ organization_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('members as m')
    .innerJoin('people as q', 'q.id', 'm.user_id')
    .select('q.name')
    .where('m.organization_id', '=', p.organization_id)
    .where('m.user_id', '=', p.id),
)
