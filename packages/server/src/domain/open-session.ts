/** `POST /v1/sessions`: opens a session with its genesis record; again with the same meaning is a replay. */
import {
  canonicalize,
  chainRecord,
  childPointer,
  EMPTY_HISTORY,
  type GrantScope,
  hashJson,
  type JsonObject,
  type JsonValue,
  type OpenSessionAnswer,
  type OpenSessionRequest,
  type SessionRecord,
  type SessionRecordV2,
} from '@heron/evidence'
import { findSession, findSessionByKey, insertSession, insertSessionHead } from '../store/queries/sessions.js'
import type { Schema } from '../store/schema.js'
import { step } from '../store/store.js'
import { CONFLICT, untilNoConflict } from './conflict-retry.js'
import { requireDelegationDocument } from './grant-document.js'
import { requireDigest, requireReference, requireTime } from './door.js'
import { idempotencyDigest, refuseOtherMeaning } from './idempotency.js'
import type { Parts } from './parts.js'
import { redactText } from './redaction/redact-text.js'
import { Refusal } from './refusal.js'
import type { RequestContext } from './service.js'

type SessionRow = Schema['sessions']

/** @param request UNTRUSTED, shape-checked. */
export async function openSession(
  parts: Parts,
  request: OpenSessionRequest,
  context: RequestContext,
): Promise<OpenSessionAnswer> {
  checkRequest(request)
  const startedAt = requireTime(request.started_at, '/started_at')
  const digest = idempotencyDigest(context)
  return untilNoConflict(async () => {
    const earlier = await findEarlier(parts, request, context, digest)
    if (earlier !== null) return { ...answerOf(earlier), replay: true as const }
    const row = newRow(parts, request, context, startedAt, digest)
    const head = {
      organization_id: row.organization_id,
      project_id: row.project_id,
      session_id: row.id,
      head_hash: row.genesis_hash,
      position: 0,
      history_text: canonicalize(EMPTY_HISTORY),
      closed_at: null,
    }
    const written = await parts.store.commit([step(insertSession, row), step(insertSessionHead, head)])
    return written.ok ? answerOf(row) : CONFLICT
  })
}

function checkRequest(request: OpenSessionRequest): void {
  const { agent, principal, original_request: original, task, grant } = request
  requireReference(request.external_id, '/external_id')
  requireReference(agent.external_id, '/agent/external_id')
  if (agent.version !== undefined) requireReference(agent.version, '/agent/version')
  requireReference(principal.ref, '/principal/ref')
  requireDigest(original.hash, '/original_request/hash')
  if (task !== undefined) {
    requireReference(task.ref, '/task/ref')
    const parent = task.parent_session_external_id
    if (parent !== undefined) requireReference(parent, '/task/parent_session_external_id')
  }
  if (grant === undefined) return
  requireDigest(grant.hash, '/grant/hash')
  if (grant.ref !== undefined) requireReference(grant.ref, '/grant/ref')
  if (grant.scope !== undefined) checkScope(grant.scope, '/grant/scope')
  if (grant.document !== undefined) requireDelegationDocument(grant.document, grant.hash)
}

/**
 * An empty list allows nothing or everything, depending on the reader, and `unknown` bounds nothing. The scope is published
 * as sent, member names too.
 */
function checkScope(value: JsonValue, pointer: string): void {
  if (value === 'unknown') {
    throw new Refusal('invalid_grant_scope', 'must not be `unknown`: leave out what is not bounded', pointer)
  }
  if (typeof value === 'string') requireReference(value, pointer)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length === 0) {
    throw new Refusal(
      'invalid_grant_scope',
      'must not be an empty list: leave it out, or list what is granted',
      pointer,
    )
  }
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) requireReference(name, pointer)
    checkScope(member as JsonValue, childPointer(pointer, name))
  }
}

/** The session that this request means, however often it is opened. */
async function findEarlier(
  parts: Parts,
  request: OpenSessionRequest,
  context: RequestContext,
  digest: string | null,
): Promise<SessionRow | null> {
  const { organizationId, projectId, environment } = context.tenant
  const scope = { organization_id: organizationId, project_id: projectId }
  const byKey =
    digest === null
      ? undefined
      : await parts.store.first(findSessionByKey, { ...scope, idempotency_digest: digest })
  const row =
    byKey ??
    (await parts.store.first(findSession, { ...scope, environment, external_id: request.external_id }))
  if (row === undefined) return null
  if (canonicalize(meaningOfRow(row)) === canonicalize(meaningOf(request))) return row
  return refuseOtherMeaning(parts, context, {
    scope: 'session',
    // Without a key it is the name that was used again.
    digest: digest ?? row.id,
    holderId: row.id,
    meaning: meaningOf(request),
    detail:
      'the key or the external_id belongs to a session of another meaning (external_id, agent, principal or request hash differ)',
  })
}

function meaningOf({ external_id, agent, principal, original_request }: OpenSessionRequest): JsonObject {
  return {
    external_id,
    agent: { external_id: agent.external_id, version: agent.version ?? null },
    principal: { type: principal.type, ref: principal.ref },
    request_hash: original_request.hash,
  }
}

function meaningOfRow(row: SessionRow): JsonObject {
  return {
    external_id: row.external_id,
    agent: { external_id: row.agent_external_id, version: row.agent_version },
    principal: { type: row.principal_type, ref: row.principal_ref },
    request_hash: row.request_hash,
  }
}

function newRow(
  { newId }: Parts,
  request: OpenSessionRequest,
  { tenant, receivedAt }: RequestContext,
  startedAt: string,
  digest: string | null,
): SessionRow {
  const { agent, principal, original_request: original, task, grant } = request
  const id = `ses_${newId()}`
  const record: SessionRecordV2 = {
    kind: 'session',
    v: 2,
    org: tenant.organizationId,
    session: id,
    agent: agent.external_id,
    principal: { type: principal.type, ref: principal.ref },
    original_request_hash: original.hash,
    started_at: startedAt,
    task_ref_hash: hashOf(task?.ref),
    parent_session_ref_hash: hashOf(task?.parent_session_external_id),
    grant_hash: grant?.hash ?? null,
    grant_scope_hash: hashOf(grant?.scope),
  }
  const { recordText, recordHash } = chainRecord(record, null)
  return {
    organization_id: tenant.organizationId,
    project_id: tenant.projectId,
    id,
    environment: tenant.environment,
    external_id: request.external_id,
    agent_external_id: agent.external_id,
    agent_name: agent.name === undefined ? null : redactText(agent.name),
    agent_version: agent.version ?? null,
    principal_type: principal.type,
    principal_ref: principal.ref,
    request_hash: original.hash,
    anchors_text: canonicalize(original.anchors.map(redactText)),
    task_ref: task?.ref ?? null,
    parent_external_id: task?.parent_session_external_id ?? null,
    grant_ref: grant?.ref ?? null,
    // As sent: not sorted beyond what canonical form does, not tidied; it is what the hash is of.
    grant_scope_text: grant?.scope === undefined ? null : canonicalize(grant.scope),
    grant_document_text: grant?.document === undefined ? null : canonicalize(grant.document),
    record_text: recordText,
    genesis_hash: recordHash,
    opened_at: receivedAt,
    idempotency_digest: digest,
  }
}

function hashOf(value: string | GrantScope | undefined): string | null {
  return value === undefined ? null : hashJson(value)
}

function answerOf(row: SessionRow): OpenSessionAnswer {
  return {
    session_id: row.id,
    head_hash: row.genesis_hash,
    record: JSON.parse(row.record_text) as SessionRecord,
  }
}
