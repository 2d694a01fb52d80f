/** The sessions of a person, in whichever browsers, for themselves to look at and to end. */
import { deleteOtherSessions, deleteSession, listSessions as listRows } from '../../store/queries/people.js'
import { step } from '../../store/store.js'
import type { OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { type SignedIn, usedSince } from './who-is.js'

export type SessionOfPerson = {
  readonly id: string
  readonly current: boolean
  readonly created_at: string
  readonly last_used_at: string
  readonly expires_at: string
  readonly ip_address: string | null
  readonly user_agent: string | null
}

type Sessions = Pick<OperatorParts, 'store' | 'now'>

/** The newest first. */
export async function listSessions(
  { store, now }: Sessions,
  { member, sessionId }: SignedIn,
): Promise<readonly SessionOfPerson[]> {
  const at = now()
  const rows = await store.all(listRows, { user_id: member.userId, now: at, used_since: usedSince(at) })
  return rows.map(({ updated_at, ip_address, user_agent, ...row }) => ({
    ...row,
    current: row.id === sessionId,
    last_used_at: updated_at,
    ip_address: ip_address === '' ? null : ip_address,
    user_agent: user_agent === '' ? null : user_agent,
  }))
}

/** @throws {Refusal} not_found, also for the session of somebody else. */
export async function endSession({ store }: Sessions, { member }: SignedIn, id: string): Promise<void> {
  const ended = await store.commit([step(deleteSession, { user_id: member.userId, id })])
  if (!ended.ok) throw new Refusal('not_found', 'there is no such session of yours')
}

export async function endOtherSessions({ store }: Sessions, { member, sessionId }: SignedIn): Promise<void> {
  await store.commit([step(deleteOtherSessions, { user_id: member.userId, id: sessionId }, null)])
}
