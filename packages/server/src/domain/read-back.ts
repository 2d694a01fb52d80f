/** The reading routes: what a tenant may see of its own sessions, actions and policies (heron.md §3). */
import { type ActionRecord, parseJson, type PolicyBundle, type SessionRecord } from '@heron/evidence'
import { findAction, findSessionName } from '../store/queries/actions.js'
import { listExecutions } from '../store/queries/executions.js'
import { findPolicy, findSettings } from '../store/queries/projects.js'
import { findAnswered, findSession } from '../store/queries/sessions.js'
import { answerOfRow } from './action-answer.js'
import { type ApprovalPlace, readApprovalPlace } from './approvals/approval-state.js'
import type { Parts } from './parts.js'
import { Refusal } from './refusal.js'
import type { ActionView, SessionView } from './service.js'
import type { Tenant } from './tenant.js'

type PolicyView = { readonly policy_hash: string; readonly bundle: PolicyBundle }

export async function readSession(
  { store }: Parts,
  tenant: Tenant,
  externalId: string,
): Promise<SessionView> {
  const { environment } = tenant
  const row = await store.first(findSession, { ...scopeOf(tenant), environment, external_id: externalId })
  if (row === undefined) throw new Refusal('unknown_session', 'there is no session of this external_id')
  return {
    session_id: row.id,
    external_id: row.external_id,
    state: row.closed_at === null ? 'open' : 'closed',
    genesis_hash: row.genesis_hash,
    head_hash: row.head_hash,
    count: row.position,
    record: JSON.parse(row.record_text) as SessionRecord,
    opened_at: row.opened_at,
    closed_at: row.closed_at,
  }
}

export async function readAction(
  { store, now }: Parts,
  tenant: Tenant,
  actionId: string,
): Promise<ActionView> {
  const scope = scopeOf(tenant)
  const row = await store.first(findAction, { ...scope, id: actionId })
  if (row === undefined) throw new Refusal('not_found', 'there is no action of this id')
  const session = await store.first(findSessionName, { ...scope, session_id: row.session_id })
  const answered = await store.first(findAnswered, { ...scope, action_id: row.id })
  const executions = await store.all(listExecutions, { ...scope, action_id: row.id })
  return {
    ...answerOfRow(row),
    session_id: row.session_id,
    session_external_id: session?.external_id ?? '',
    record: JSON.parse(row.record_text) as ActionRecord,
    args_redacted: row.args_redacted_text === null ? null : parseJson(row.args_redacted_text),
    resolves: row.resolves_action_id,
    resolved_by: answered?.answered_by_action_id ?? null,
    approval: approvalOf(await readApprovalPlace(store, row, now())),
    executions: executions.map((execution) => ({
      outcome: execution.outcome,
      executed_at: execution.executed_at,
      received_at: execution.received_at,
      signature_valid: execution.signature_valid === 1,
      kid: execution.kid,
    })),
  }
}

function approvalOf(place: ApprovalPlace | null): ActionView['approval'] {
  if (place === null) return null
  const { state, dueAt, answer } = place
  const { answered_at = null, entry_hash = null } = answer ?? {}
  return { state, due_at: dueAt, answered_at, entry_hash }
}

export async function readPolicy(parts: Parts, tenant: Tenant): Promise<PolicyView> {
  const settings = await parts.store.first(findSettings, scopeOf(tenant))
  if (settings === undefined) throw new Error('the project has no settings')
  return readPolicyByHash(parts, tenant, settings.policy_hash)
}

export async function readPolicyByHash({ store }: Parts, tenant: Tenant, hash: string): Promise<PolicyView> {
  const row = await store.first(findPolicy, { ...scopeOf(tenant), policy_hash: hash })
  if (row === undefined) throw new Refusal('not_found', 'no policy of this hash was ever in force here')
  return { policy_hash: row.policy_hash, bundle: parseJson(row.bundle_text) as unknown as PolicyBundle }
}

function scopeOf(tenant: Tenant): { readonly organization_id: string; readonly project_id: string } {
  return { organization_id: tenant.organizationId, project_id: tenant.projectId }
}
