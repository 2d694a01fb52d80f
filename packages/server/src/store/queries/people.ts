/** People and the organizations that they belong to: who may act, as what, since when. */
import { insertRow, query } from '../query.js'

type InOrganization = { organization_id: string }

export const findProject = query<InOrganization & { id: string }>()((db, p) =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('id', '=', p.id),
)

export const listProjectsOf = query<InOrganization>()((db, p) =>
  db
    .selectFrom('projects')
    .select(['id', 'name', 'created_at'])
    .where('organization_id', '=', p.organization_id)
    .orderBy('created_at')
    .orderBy('id'),
)

export const findAnyOrganization = query()((db) => db.selectFrom('organizations').select('id').limit(1))

export const findOrganization = query<{ id: string }>()((db, p) =>
  db.selectFrom('organizations').selectAll().where('id', '=', p.id),
)

export const insertPerson = insertRow('people')(
  'id',
  'email',
  'email_verified',
  'name',
  'image',
  'two_factor_enabled',
  'created_at',
  'updated_at',
)

export const insertCredential = insertRow('credentials')(
  'id',
  'user_id',
  'provider_id',
  'account_id',
  'password_hash',
  'created_at',
  'updated_at',
)

export const insertMember = insertRow('members')(
  'organization_id',
  'user_id',
  'role',
  'joined_at',
  'last_signed_in_at',
  'removed_at',
)

/** The person whose session this is, with the organization that they belong to. */
export const findSignedIn = query<{ token_hash: string; now: string; used_since: string }>()((db, p) =>
  db
    .selectFrom('person_sessions as s')
    .innerJoin('members as m', 'm.user_id', 's.user_id')
    .innerJoin('people as p', 'p.id', 's.user_id')
    .select(['s.id as session_id', 's.created_at as session_created_at', 's.updated_at as session_used_at'])
    .select(['m.organization_id', 'm.user_id', 'm.role', 'm.last_signed_in_at', 'p.name', 'p.email'])
    .select('s.token_hash')
    .where('s.token_hash', '=', p.token_hash)
    .where('s.expires_at', '>', p.now)
    .where('s.updated_at', '>', p.used_since)
    .where('m.removed_at', 'is', null),
)

export const touchSession = query<{ id: string; used_at: string }>()((db, p) =>
  db.updateTable('person_sessions').set({ updated_at: p.used_at }).where('id', '=', p.id),
)

export const touchMember = query<InOrganization & { user_id: string; signed_in_at: string }>()((db, p) =>
  db
    .updateTable('members')
    .set({ last_signed_in_at: p.signed_in_at })
    .where('organization_id', '=', p.organization_id)
    .where('user_id', '=', p.user_id)
    .where((eb) =>
      eb.or([eb('last_signed_in_at', 'is', null), eb('last_signed_in_at', '<', p.signed_in_at)]),
    ),
)

/** Everybody who is, the longest there first. */
export const listMembers = query<InOrganization>()((db, p) =>
  db
    .selectFrom('members as m')
    .innerJoin('people as p', 'p.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'm.joined_at', 'm.last_signed_in_at'])
    .select(['p.name', 'p.email', 'p.two_factor_enabled'])
    .where('m.organization_id', '=', p.organization_id)
    .where('m.removed_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.user_id'),
)

export const findMember = query<InOrganization & { user_id: string }>()((db, p) =>
  db
    .selectFrom('members as m')
    .innerJoin('people as p', 'p.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'p.name', 'p.email', 'p.two_factor_enabled'])
    .where('m.organization_id', '=', p.organization_id)
    .where('m.user_id', '=', p.user_id)
    .where('m.removed_at', 'is', null),
)

/** The organization of a person, whom an act is written for by what they did to their own account. */
export const findMembership = query<{ user_id: string }>()((db, p) =>
  db
    .selectFrom('members')
    .select(['organization_id', 'role'])
    .where('user_id', '=', p.user_id)
    .where('removed_at', 'is', null),
)

/** The person who owns an organization: its first owner. */
export const findOwner = query<InOrganization>()((db, p) =>
  db
    .selectFrom('members')
    .select(['user_id as id'])
    .where('organization_id', '=', p.organization_id)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(1),
)

/** Everybody who ever was, by whom the entries of its logs were written. */
export const listNames = query<InOrganization>()((db, p) =>
  db
    .selectFrom('members as m')
    .innerJoin('people as p', 'p.id', 'm.user_id')
    .select(['m.user_id', 'p.name'])
    .where('m.organization_id', '=', p.organization_id),
)

/** Holds only while the person has the role that the log entry calls the old one, and somebody stays an owner. */
export const changeRole = query<InOrganization & { user_id: string; expected: string; role: string }>()(
  (db, p) =>
    db
      .updateTable('members')
      .set({ role: p.role })
      .where('organization_id', '=', p.organization_id)
      .where('user_id', '=', p.user_id)
      .where('role', '=', p.expected)
      .where('removed_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('role', '<>', 'owner'),
          eb.exists(
            eb
              .selectFrom('members as other')
              .select('other.user_id')
              .where('other.organization_id', '=', p.organization_id)
              .where('other.user_id', '<>', p.user_id)
              .where('other.role', '=', 'owner')
              .where('other.removed_at', 'is', null),
          ),
        ]),
      ),
)

/** Holds as {@link changeRole} does. */
export const removeMember = query<
  InOrganization & { user_id: string; expected: string; removed_at: string }
>()((db, p) =>
  db
    .updateTable('members')
    .set({ removed_at: p.removed_at })
    .where('organization_id', '=', p.organization_id)
    .where('user_id', '=', p.user_id)
    .where('role', '=', p.expected)
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('role', '<>', 'owner'),
        eb.exists(
          eb
            .selectFrom('members as other')
            .select('other.user_id')
            .where('other.organization_id', '=', p.organization_id)
            .where('other.user_id', '<>', p.user_id)
            .where('other.role', '=', 'owner')
            .where('other.removed_at', 'is', null),
        ),
      ]),
    ),
)

/** Of who has left, the name stays and nothing to reach them by: the address may be invited again. */
export const forgetEmail = query<{ id: string; email: string; at: string }>()((db, p) =>
  db
    .updateTable('people')
    .set({ email: p.email, email_verified: 0, two_factor_enabled: 0, updated_at: p.at })
    .where('id', '=', p.id),
)

export const replacePassword = query<{ user_id: string; password_hash: string; at: string }>()((db, p) =>
  db
    .updateTable('credentials')
    .set({ password_hash: p.password_hash, updated_at: p.at })
    .where('user_id', '=', p.user_id)
    .where('provider_id', '=', 'credential'),
)

export const dropSecondFactor = query<{ id: string; at: string }>()((db, p) =>
  db.updateTable('people').set({ two_factor_enabled: 0, updated_at: p.at }).where('id', '=', p.id),
)

export const deleteCredentials = query<{ user_id: string }>()((db, p) =>
  db.deleteFrom('credentials').where('user_id', '=', p.user_id),
)

export const deleteTwoFactor = query<{ user_id: string }>()((db, p) =>
  db.deleteFrom('two_factors').where('user_id', '=', p.user_id),
)

export const deleteSessions = query<{ user_id: string }>()((db, p) =>
  db.deleteFrom('person_sessions').where('user_id', '=', p.user_id),
)

export const listSessions = query<{ user_id: string; now: string; used_since: string }>()((db, p) =>
  db
    .selectFrom('person_sessions')
    .select(['id', 'created_at', 'updated_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', p.user_id)
    .where('expires_at', '>', p.now)
    .where('updated_at', '>', p.used_since)
    .orderBy('id', 'desc'),
)

export const deleteSession = query<{ user_id: string; id: string }>()((db, p) =>
  db.deleteFrom('person_sessions').where('user_id', '=', p.user_id).where('id', '=', p.id),
)

export const deleteOtherSessions = query<{ user_id: string; id: string }>()((db, p) =>
  db.deleteFrom('person_sessions').where('user_id', '=', p.user_id).where('id', '<>', p.id),
)

/** Where people signed in from is kept no longer than it lets them in. */
export const deleteEndedSessions = query<{ now: string }>()((db, p) =>
  db.deleteFrom('person_sessions').where('expires_at', '<=', p.now),
)

export const findPersonByEmail = query<{ email: string }>()((db, p) =>
  db.selectFrom('people').select('id').where('email', '=', p.email),
)
