/** Acts of an operator on keys (heron.md §8, §13): each one a signed entry of the project's log. */
import { importPublicKey, toBase64url, VENDOR_KEY_ACTS } from '@heron/evidence'
import { type Environment, mintApiKey as mintSecret } from '../keys/secrets.js'
import {
  deleteVendorKey as deleteRow,
  findVendorKey,
  insertApiKey,
  insertVendorKey,
  revokeApiKey as revokeRow,
  revokeVendorKey as revokeVendorRow,
} from '../store/queries/keys.js'
import { step } from '../store/store.js'
import { type Act, commitActs, type OperatorParts } from './operator-log.js'
import { Refusal } from './refusal.js'
import { reasonOrNone } from './settings/stated-reason.js'
import type { ProjectKey } from './tenant.js'

/** In which project an operator acts, as whom, and why. */
export type Operation = {
  readonly project: ProjectKey
  readonly actorId: string
  readonly reason: string | null
}

export type VendorKeyState = { readonly kid: string; readonly state: 'active' | 'revoked' }

/**
 * Imports a vendor's public key, once; importing the same key again changes nothing.
 *
 * @param publicKey UNTRUSTED, base64url of 32 bytes.
 * @throws {Refusal} invalid_request for a key that is none, for a kid that names another key or a revoked one, and for a
 * reason that must not be published.
 */
export async function importVendorKey(
  parts: OperatorParts,
  operation: Operation,
  { kid, publicKey }: { readonly kid: string; readonly publicKey: string },
): Promise<VendorKeyState> {
  if (!/^[\w.:-]{1,128}$/.test(kid)) {
    throw new Refusal('invalid_request', 'must be 1 to 128 letters, digits or `_ . : -`', '/kid')
  }
  const bytes = importPublicKey(publicKey)
  if (bytes === null) {
    const detail =
      'is no acceptable Ed25519 public key: base64url of 32 bytes, a point that is not of small order'
    throw new Refusal('invalid_request', detail, '/public_key')
  }
  const key = toBase64url(bytes)
  const known = await parts.store.first(findVendorKey, { ...scopeOf(operation), kid })
  if (known !== undefined) {
    if (known.public_key === key && known.revoked_at === null) return { kid, state: 'active' }
    const problem = known.public_key === key ? 'was revoked' : 'names another key'
    throw new Refusal('invalid_request', `\`${kid}\` ${problem}: give the new key a kid of its own`, '/kid')
  }
  const act = actOf(withReason(operation), {
    act: VENDOR_KEY_ACTS.imported,
    subject: `vendor_key:${kid}`,
    before: null,
    after: { public_key: key },
  })
  const written = await commitActs(parts, [act], ([entry]) => [
    step(insertVendorKey, {
      ...scopeOf(operation),
      kid,
      public_key: key,
      imported_at: entry?.at ?? '',
      imported_by: entry?.entry_hash ?? '',
      revoked_at: null,
      revoked_by: null,
    }),
  ])
  if (written === null) return importVendorKey(parts, operation, { kid, publicKey })
  return { kid, state: 'active' }
}

/**
 * Revokes a vendor's key, forward only: what it signed before stays verified.
 *
 * @throws {Refusal} not_found
 */
export async function revokeVendorKey(
  parts: OperatorParts,
  operation: Operation,
  kid: string,
): Promise<VendorKeyState> {
  const known = await parts.store.first(findVendorKey, { ...scopeOf(operation), kid })
  if (known === undefined) throw new Refusal('not_found', `there is no vendor key \`${kid}\` in this project`)
  if (known.revoked_at !== null) return { kid, state: 'revoked' }
  const act = actOf(operation, {
    act: VENDOR_KEY_ACTS.revoked,
    subject: `vendor_key:${kid}`,
    before: { state: 'active' },
    after: { state: 'revoked' },
  })
  await commitActs(parts, [act], ([entry]) => [
    step(revokeVendorRow, {
      ...scopeOf(operation),
      kid,
      revoked_at: entry?.at ?? '',
      revoked_by: entry?.entry_hash ?? '',
    }),
  ])
  // Where the change did not hold, another operator revoked it in the meantime.
  return { kid, state: 'revoked' }
}

/**
 * Deletes a vendor's key that verified nothing, as one that was imported by mistake. Its import stays in the log.
 *
 * @throws {Refusal} not_found; in_use for a key that verified evidence or was revoked.
 */
export async function deleteVendorKey(
  parts: OperatorParts,
  operation: Operation,
  kid: string,
): Promise<void> {
  const known = await parts.store.first(findVendorKey, { ...scopeOf(operation), kid })
  if (known === undefined)
    throw new Refusal('not_found', 'there is no vendor key of this kid in this project')
  const act = actOf(operation, {
    act: 'vendor_key.deleted',
    subject: `vendor_key:${kid}`,
    before: { public_key: known.public_key },
    after: null,
  })
  const written = await commitActs(parts, [act], () => [step(deleteRow, { ...scopeOf(operation), kid })])
  if (written !== null) return
  throw new Refusal(
    'in_use',
    known.revoked_at === null
      ? 'this key verified evidence, which needs it for ever: revoke it instead'
      : 'this key was revoked, and its revocation must stay to be seen',
  )
}

/**
 * Mints an API key; the secret is shown now and never again.
 *
 * @throws {Refusal} invalid_request for a reason that must not be published.
 */
export async function mintApiKey(
  parts: OperatorParts,
  operation: Operation,
  environment: Environment,
): Promise<{ readonly id: string; readonly secret: string; readonly prefix: string }> {
  const { secret, hash, prefix } = mintSecret(environment)
  const id = `key_${parts.newId()}`
  const act = actOf(withReason(operation), {
    act: 'api_key.minted',
    subject: `api_key:${id}`,
    before: null,
    after: { environment },
  })
  const written = await commitActs(parts, [act], ([entry]) => [
    step(insertApiKey, {
      ...scopeOf(operation),
      ...{ id, environment, prefix },
      key_hash: hash,
      created_at: entry?.at ?? '',
      last_used_at: null,
      revoked_at: null,
    }),
  ])
  if (written === null) throw new Error('a freshly minted API key is already there')
  return { id, secret, prefix }
}

/**
 * Revokes an API key at once.
 *
 * @throws {Refusal} not_found, also for one that is revoked already.
 */
export async function revokeApiKey(parts: OperatorParts, operation: Operation, id: string): Promise<void> {
  const act = actOf(operation, {
    act: 'api_key.revoked',
    subject: `api_key:${id}`,
    before: { state: 'active' },
    after: { state: 'revoked' },
  })
  const written = await commitActs(parts, [act], ([entry]) => [
    step(revokeRow, { ...scopeOf(operation), id, revoked_at: entry?.at ?? '' }),
  ])
  if (written === null) throw new Refusal('not_found', 'there is no API key of this id that is in use')
}

/**
 * The same operation, with a reason in any case.
 *
 * @throws {Refusal} invalid_request
 */
export function withReason(operation: Operation): Operation {
  return { ...operation, reason: reasonOrNone(operation.reason) }
}

/** An act of this operation on the project's log. */
export function actOf(
  { project, actorId, reason }: Operation,
  what: Pick<Act, 'act' | 'subject' | 'before' | 'after'>,
): Act {
  const { organizationId, projectId } = project
  return { organizationId, chain: `project:${projectId}`, actorId, reason, ...what }
}

/** The operation's project, as rows name it. */
export function scopeOf({ project }: Pick<Operation, 'project'>): {
  readonly organization_id: string
  readonly project_id: string
} {
  return { organization_id: project.organizationId, project_id: project.projectId }
}
