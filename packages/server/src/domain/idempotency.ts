/**
 * Idempotency by meaning (heron.md §3): honest clients re-stamp times and signatures under one key, so a repeated key
 * is answered again when it means the same, and refused, with a trace, when it does not. That one key names one row is
 * kept by the database; `./in-flight.ts` saves a second attempt from being planned while the first is being written.
 */
import { hash } from 'node:crypto'
import { canonicalize, hashCanonicalText, type JsonObject } from '@heron/evidence'
import { insertConflict } from '../store/queries/records.js'
import { step } from '../store/store.js'
import type { Parts } from './parts.js'
import { Refusal } from './refusal.js'
import type { RequestContext } from './service.js'

export type IdempotencyScope = 'session' | 'action' | 'execution' | 'catalog'

/** What is stored of a key: 128 bits of its hash, since a key may say more than it should. Null without a key. */
export function idempotencyDigest({ idempotencyKey, tenant }: RequestContext): string | null {
  if (idempotencyKey === null) return null
  return hash('sha256', `${tenant.environment}\n${idempotencyKey}`, 'base64url').slice(0, 22)
}

/**
 * Keeps a trace of an attempt to use a key with another meaning, then refuses it.
 *
 * @throws {Refusal} idempotency_conflict, always.
 */
export async function refuseOtherMeaning(
  { store, newId }: Parts,
  { tenant, receivedAt }: RequestContext,
  attempt: {
    readonly scope: IdempotencyScope
    readonly digest: string
    /** Id of the row that holds the key. */
    readonly holderId: string
    readonly meaning: JsonObject
    readonly detail: string
  },
): Promise<never> {
  const text = canonicalize(attempt.meaning)
  const trace = {
    organization_id: tenant.organizationId,
    project_id: tenant.projectId,
    id: `try_${newId()}`,
    scope: attempt.scope,
    idempotency_digest: attempt.digest,
    holder_id: attempt.holderId,
    attempted_hash: hashCanonicalText(text),
    attempted_text: text,
    received_at: receivedAt,
  }
  await store.commit([step(insertConflict, trace, null)])
  throw new Refusal('idempotency_conflict', attempt.detail)
}
