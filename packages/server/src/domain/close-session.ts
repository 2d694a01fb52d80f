/** `POST /v1/sessions/{external_id}/close`: freezes the head and signs it with the count (heron.md §6, §11). */
import { type ClosePayload, type CloseSessionAnswer, receiptText } from '@heron/evidence'
import { signText } from '../keys/signer.js'
import { findReceipt, insertReceipt } from '../store/queries/records.js'
import { closeHead } from '../store/queries/sessions.js'
import { step } from '../store/store.js'
import { CONFLICT, untilNoConflict } from './conflict-retry.js'
import type { Parts } from './parts.js'
import { Refusal } from './refusal.js'
import type { RequestContext } from './service.js'
import type { SessionState } from './session-state.js'
import type { Tenant } from './tenant.js'

/** Closing again answers the same receipt. */
export async function closeSession(
  parts: Parts,
  externalId: string,
  { tenant }: RequestContext,
): Promise<CloseSessionAnswer> {
  return untilNoConflict(async () => {
    const session = await parts.sessions.load(tenant, externalId)
    if (session === null) throw new Refusal('unknown_session', 'there is no session of this external_id')
    if (session.closed) return { ...(await storedAnswer(parts, tenant, session)), replay: true as const }
    try {
      return await closeOnce(parts, tenant, session)
    } finally {
      await parts.sessions.forget(tenant, externalId, session)
    }
  })
}

async function closeOnce(
  parts: Parts,
  tenant: Tenant,
  session: SessionState,
): Promise<CloseSessionAnswer | typeof CONFLICT> {
  const payload: ClosePayload = {
    kind: 'close',
    v: 1,
    org: tenant.organizationId,
    project: tenant.projectId,
    session: session.id,
    head_hash: session.headHash,
    actions: session.position,
    closed_at: parts.now(),
  }
  const text = receiptText(payload)
  const { kid, signature } = await signText(parts.signer, text)
  const scope = { organization_id: tenant.organizationId, project_id: tenant.projectId }
  const row = {
    ...scope,
    ...{ kid, signature },
    id: `rcx_${parts.newId()}`,
    kind: 'close' as const,
    session_id: session.id,
    subject_id: session.id,
    payload_text: text,
    created_at: payload.closed_at,
  }
  const written = await parts.store.commit([
    step(closeHead, {
      ...scope,
      session_id: session.id,
      expected_head: payload.head_hash,
      closed_at: payload.closed_at,
    }),
    step(insertReceipt, row),
  ])
  return written.ok ? answerOf(row) : CONFLICT
}

async function storedAnswer(
  { store }: Parts,
  tenant: Tenant,
  session: SessionState,
): Promise<CloseSessionAnswer> {
  const row = await store.first(findReceipt, {
    organization_id: tenant.organizationId,
    project_id: tenant.projectId,
    kind: 'close',
    subject_id: session.id,
  })
  if (row === undefined) throw new Error('a closed session has no close receipt')
  return answerOf(row)
}

function answerOf(row: {
  readonly id: string
  readonly payload_text: string
  readonly kid: string
  readonly signature: string
}): CloseSessionAnswer {
  const payload = JSON.parse(row.payload_text) as ClosePayload
  return {
    session_id: payload.session,
    head_hash: payload.head_hash,
    count: payload.actions,
    receipt: { id: row.id, payload, alg: 'EdDSA', kid: row.kid, signature: row.signature },
  }
}
