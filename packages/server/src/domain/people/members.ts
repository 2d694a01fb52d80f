/** The people of an organization: who they are, what they may do, and when they leave. */
import {
  changeRole as changeRoleRow,
  deleteCredentials,
  deleteSessions,
  deleteTwoFactor,
  findMember,
  forgetEmail,
  listMembers as listMemberRows,
  removeMember as removeRow,
} from '../../store/queries/people.js'
import { type Step, step } from '../../store/store.js'
import { type Act, commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { organizationAct, personSubject } from './acts.js'
import { type Member, outranks, type Role } from './member.js'
import { optionalReason } from './reason.js'

export type MemberView = {
  readonly user_id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly two_factor: boolean
  readonly joined_at: string
  readonly last_signed_in_at: string | null
}

/** Everybody, the longest there first. */
export async function listMembers(
  { store }: Pick<OperatorParts, 'store'>,
  { organizationId }: Member,
): Promise<readonly MemberView[]> {
  const rows = await store.all(listMemberRows, { organization_id: organizationId })
  return rows.map(({ two_factor_enabled, role, ...row }) => ({
    ...row,
    role: role as Role,
    two_factor: two_factor_enabled === 1,
  }))
}

/**
 * Changes what somebody may do, from their next request on.
 *
 * @throws {Refusal} not_found; forbidden where an owner is made or unmade by somebody who is none; in_use for the last owner.
 */
export async function changeRole(
  parts: OperatorParts,
  member: Member,
  { userId, role, reason }: { readonly userId: string; readonly role: Role; readonly reason: string | null },
): Promise<MemberView> {
  const why = optionalReason(reason)
  await changeMember(parts, member, userId, (current) => {
    if (current === role) return null
    if (role === 'owner') requireOwner(member)
    return {
      act: { act: 'role.changed', reason: why, before: { role: current }, after: { role } },
      steps: () => [step(changeRoleRow, { ...rowOf(member, userId), expected: current, role })],
    }
  })
  const view = (await listMembers(parts, member)).find(({ user_id }) => user_id === userId)
  if (view === undefined) throw noSuchPerson()
  return view
}

/**
 * Removes somebody from the organization: sessions, password and second factor are gone, and their address may be invited
 * again. Their name stays beside what they did.
 *
 * @throws {Refusal} as {@link changeRole}.
 */
export async function removeMember(
  parts: OperatorParts,
  member: Member,
  { userId, reason }: { readonly userId: string; readonly reason: string | null },
): Promise<void> {
  const why = optionalReason(reason)
  await changeMember(parts, member, userId, (current) => ({
    act: { act: 'member.removed', reason: why, before: { role: current }, after: null },
    steps: (at) => [
      step(removeRow, { ...rowOf(member, userId), expected: current, removed_at: at }),
      step(deleteSessions, { user_id: userId }, null),
      step(deleteCredentials, { user_id: userId }, null),
      step(deleteTwoFactor, { user_id: userId }, null),
      step(forgetEmail, { id: userId, email: `removed:${userId}`, at }),
    ],
  }))
}

type Change = {
  readonly act: Pick<Act, 'act' | 'reason' | 'before' | 'after'>
  readonly steps: (at: string) => readonly Step[]
}

/** Reads, judges and writes; again when somebody else changed the same person meanwhile. */
async function changeMember(
  parts: OperatorParts,
  member: Member,
  userId: string,
  judge: (current: Role) => Change | null,
): Promise<void> {
  const { organizationId } = member
  const row = await parts.store.first(findMember, rowOf(member, userId))
  if (row === undefined) throw noSuchPerson()
  const current = row.role as Role
  const change = judge(current)
  if (change === null) return
  if (current === 'owner') {
    requireOwner(member)
    const owners = (await listMembers(parts, member)).filter(({ role }) => role === 'owner')
    if (owners.length === 1) {
      throw new Refusal('in_use', 'this is the last owner: make somebody else an owner first')
    }
  }
  const subject = personSubject(parts, organizationId, userId)
  const act = organizationAct(member, { ...change.act, subject })
  const written = await commitActs(parts, [act], ([entry]) => change.steps(entry?.at ?? parts.now()))
  if (written === null) await changeMember(parts, member, userId, judge)
}

function rowOf({ organizationId }: Member, userId: string): { organization_id: string; user_id: string } {
  return { organization_id: organizationId, user_id: userId }
}

function requireOwner(member: Member): void {
  if (!outranks(member.role, 'owner')) {
    throw new Refusal(
      'forbidden',
      `only an owner makes or unmakes an owner; this takes the role owner, yours is ${member.role}`,
    )
  }
}

function noSuchPerson(): Refusal {
  return new Refusal('not_found', 'there is no such person in this organization')
}
