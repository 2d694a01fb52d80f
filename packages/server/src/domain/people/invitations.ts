/**
 * Invitations: a link for one person, shown once to who made it, good for a week. Heron sends no mail; who invites gives the
 * link to whom it is for.
 */
import { hashSecret, mintReviewerToken, sameHash } from '../../keys/secrets.js'
import {
  acceptInvitation as acceptRow,
  deleteOldInvitations,
  findInvitation,
  findInvitationByToken,
  insertInvitation,
  listInvitations as listRows,
  revokeInvitation as revokeRow,
} from '../../store/queries/invitations.js'
import { findPersonByEmail } from '../../store/queries/people.js'
import { step } from '../../store/store.js'
import { requireName } from '../create-project.js'
import { commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { organizationAct, personSubject } from './acts.js'
import { type Member, outranks, type Role } from './member.js'
import { personSteps, requireEmail, requirePassword } from './person.js'

const VALID_FOR_MS = 7 * 86_400_000
/** Longest token looked up. */
const MAX_TOKEN = 128

export type InvitationView = {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Display name. */
  readonly invited_by: string | null
  readonly created_at: string
  readonly expires_at: string
}

/** Those that may still be accepted, the newest first. */
export async function listInvitations(
  { store, now }: Pick<OperatorParts, 'store' | 'now'>,
  { organizationId }: Member,
): Promise<readonly InvitationView[]> {
  const rows = await store.all(listRows, { organization_id: organizationId, now: now() })
  return rows.map(({ invited_by_name, role, ...row }) => ({
    ...row,
    role: role as Role,
    invited_by: invited_by_name,
  }))
}

/**
 * Invites somebody; the token is shown now and never again.
 *
 * @throws {Refusal} invalid_request; forbidden for an owner's invitation by somebody who is none.
 */
export async function issueInvitation(
  parts: OperatorParts,
  member: Member,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: string }> {
  const address = requireEmail(email, '/email')
  if (role === 'owner' && !outranks(member.role, 'owner')) {
    throw new Refusal('forbidden', `only an owner invites an owner; yours is ${member.role}`)
  }
  const { secret, hash } = mintReviewerToken()
  const id = `inv_${parts.newId()}`
  const at = parts.now()
  const expiresAt = new Date(Date.parse(at) + VALID_FOR_MS).toISOString()
  const act = organizationAct(member, {
    ...{ act: 'invitation.issued', subject: `invitation:${id}` },
    after: { role, expires_at: expiresAt },
  })
  const written = await commitActs(parts, [act], () => [
    step(deleteOldInvitations, { organization_id: member.organizationId, now: at }, null),
    step(insertInvitation, {
      ...{ organization_id: member.organizationId, id, email: address, role, token_hash: hash },
      ...{ invited_by: member.userId, created_at: at, expires_at: expiresAt },
      ...{ accepted_at: null, revoked_at: null },
    }),
  ])
  if (written === null) throw new Error('a freshly issued invitation is already there')
  return { id, token: secret, expiresAt }
}

/** @throws {Refusal} not_found, also for one that was accepted, was revoked or has expired. */
export async function revokeInvitation(parts: OperatorParts, member: Member, id: string): Promise<void> {
  const scope = { organization_id: member.organizationId, id }
  const none = new Refusal('not_found', 'there is no open invitation of this id')
  const open = await parts.store.first(findInvitation, { ...scope, now: parts.now() })
  if (open === undefined) throw none
  const act = organizationAct(member, {
    ...{ act: 'invitation.revoked', subject: `invitation:${id}` },
    before: { role: open.role },
  })
  const revoked = await commitActs(parts, [act], ([entry]) => [
    step(revokeRow, { ...scope, at: entry?.at ?? '' }),
  ])
  if (revoked === null) throw none
}

/**
 * What an invitation says to whom it is for.
 *
 * @param token UNTRUSTED.
 * @throws {Refusal} not_found
 */
export async function readInvitation(
  { store, now }: Pick<OperatorParts, 'store' | 'now'>,
  token: string,
): Promise<{ readonly organization: string; readonly email: string; readonly role: Role }> {
  const row = await openInvitation({ store, now }, token)
  return { organization: row.organization_name, email: row.email, role: row.role as Role }
}

/**
 * Makes the person that was invited.
 *
 * @throws {Refusal} not_found; invalid_request; in_use where the address belongs to somebody already.
 */
export async function acceptInvitation(
  parts: OperatorParts,
  { token, name, password }: { readonly token: string; readonly name: string; readonly password: string },
): Promise<{ readonly email: string }> {
  const invitation = await openInvitation(parts, token)
  const { organization_id: organizationId, id, email } = invitation
  const role = invitation.role as Role
  const userId = `usr_${parts.newId()}`
  const called = requireName(name, '/name')
  const steps = await personSteps({
    ...{ organizationId, userId, name: called, email, role, at: parts.now() },
    password: requirePassword(password, '/password'),
  })
  if ((await parts.store.first(findPersonByEmail, { email })) !== undefined) throw addressTaken()
  const who = { organizationId, userId }
  const acts = [
    organizationAct(who, {
      ...{ act: 'invitation.accepted', subject: `invitation:${id}`, before: { role } },
    }),
    organizationAct(who, {
      ...{ act: 'member.added', subject: personSubject(parts, organizationId, userId), after: { role } },
    }),
  ]
  const written = await commitActs(parts, acts, ([entry]) => [
    step(acceptRow, { organization_id: organizationId, id, at: entry?.at ?? '' }),
    ...steps,
  ])
  if (written !== null) return { email }
  // Either the invitation went meanwhile, which is said as such, or the address did.
  await openInvitation(parts, token)
  throw addressTaken()
}

async function openInvitation(
  { store, now }: Pick<OperatorParts, 'store' | 'now'>,
  token: string,
): Promise<{
  readonly organization_id: string
  readonly organization_name: string
  readonly id: string
  readonly email: string
  readonly role: string
}> {
  const hash = hashSecret(token.slice(0, MAX_TOKEN))
  const row = await store.first(findInvitationByToken, { token_hash: hash, now: now() })
  if (row !== undefined && sameHash(row.token_hash, hash)) return row
  const detail = 'this invitation opens nothing: it was used, was revoked, or has expired; ask for a new one'
  throw new Refusal('not_found', detail)
}

function addressTaken(): Refusal {
  const detail =
    'somebody signs in with this address already: each person belongs to one organization; ask for an invitation to another address'
  return new Refusal('in_use', detail)
}
