/** Invitations to an organization, of which the token's hash is kept. */
import { insertRow, query } from '../query.js'

type InOrganization = { organization_id: string }

export const insertInvitation = insertRow('invitations')(
  'organization_id',
  'id',
  'email',
  'role',
  'token_hash',
  'invited_by',
  'created_at',
  'expires_at',
  'accepted_at',
  'revoked_at',
)

/** Those that may still be accepted, the newest first. */
export const listInvitations = query<InOrganization & { now: string }>()((db, p) =>
  db
    .selectFrom('invitations as i')
    .leftJoin('people as p', 'p.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'i.created_at', 'i.expires_at', 'p.name as invited_by_name'])
    .where('i.organization_id', '=', p.organization_id)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', p.now)
    .orderBy('i.id', 'desc'),
)

/** An address that was invited is kept no longer than the invitation is good for; the log keeps that there was one. */
export const deleteOldInvitations = query<InOrganization & { now: string }>()((db, p) =>
  db
    .deleteFrom('invitations')
    .where('organization_id', '=', p.organization_id)
    .where('expires_at', '<=', p.now),
)

export const findInvitation = query<InOrganization & { id: string; now: string }>()((db, p) =>
  db
    .selectFrom('invitations')
    .select(['id', 'role'])
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', p.now),
)

/** Before the tenant is known: the token names it. */
export const findInvitationByToken = query<{ token_hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .select(['i.organization_id', 'i.id', 'i.email', 'i.role', 'i.token_hash'])
    .select('o.name as organization_name')
    .where('i.token_hash', '=', p.token_hash)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', p.now),
)

export const acceptInvitation = query<InOrganization & { id: string; at: string }>()((db, p) =>
  db
    .updateTable('invitations')
    .set({ accepted_at: p.at })
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', p.at),
)

export const revokeInvitation = query<InOrganization & { id: string; at: string }>()((db, p) =>
  db
    .updateTable('invitations')
    .set({ revoked_at: p.at })
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null),
)
