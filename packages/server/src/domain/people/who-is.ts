/**
 * Who a session's token belongs to. A session ends in three ways: it is ended, it is older than a week, or nobody used it
 * for half a day.
 */
import { hashSecret, sameHash } from '../../keys/secrets.js'
import { findSignedIn, touchMember, touchSession } from '../../store/queries/people.js'
import { step, type Store } from '../../store/store.js'
import type { Member, Role } from './member.js'

/** A working week: whoever works with it every day signs in once in it. */
export const SESSION_ENDS_AFTER_MS = 7 * 86_400_000
/** Longer than a working day's pauses, shorter than a night and a morning. */
const SESSION_IDLE_MS = 12 * 3_600_000
/** "Last used" is a hint for people, and what idleness is measured by: a write a minute is enough. */
const TOUCH_INTERVAL_MS = 60_000

/** Longest token looked up. The library's own have 32 characters. */
const MAX_TOKEN = 128

export type SignedIn = { readonly member: Member; readonly sessionId: string }

/** The time since which a session must have been used. */
export function usedSince(now: string): string {
  return new Date(Date.parse(now) - SESSION_IDLE_MS).toISOString()
}

/**
 * @param token UNTRUSTED.
 * @param isUse false where nobody does anything: a page that stands open keeps no session from ending.
 */
export async function whoIs(
  { store, now }: { readonly store: Store; readonly now: () => string },
  token: string,
  isUse = true,
): Promise<SignedIn | null> {
  if (token.length > MAX_TOKEN) return null
  const hash = hashSecret(token)
  const at = now()
  // Read each time: a session that was ended, and a person who was removed, stop at once, in every process.
  const row = await store.first(findSignedIn, { token_hash: hash, now: at, used_since: usedSince(at) })
  if (row === undefined || !sameHash(row.token_hash, hash)) return null
  const { organization_id, user_id, role, name, email, session_id } = row
  const isFirstUse = (row.last_signed_in_at ?? '') < row.session_created_at
  const isDue = isFirstUse || Date.parse(at) - Date.parse(row.session_used_at) >= TOUCH_INTERVAL_MS
  if (isUse && isDue) {
    const steps = [
      step(touchSession, { id: session_id, used_at: at }, null),
      step(touchMember, { organization_id, user_id, signed_in_at: row.session_created_at }, null),
    ]
    // When it fails, the next request tries again.
    await store.commit(steps).catch(() => undefined)
  }
  const member = { organizationId: organization_id, userId: user_id, role: role as Role, name, email }
  return { member, sessionId: session_id }
}
