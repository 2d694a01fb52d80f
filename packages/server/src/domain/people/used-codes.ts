/**
 * A code of an authenticator is good for one sign-in (RFC 6238 §5.2): who saw it typed has it for a minute and a half. The
 * database decides who was first, so that it holds for every process.
 */
import { hashSecret } from '../../keys/secrets.js'
import { deleteRows, insertOne } from '../../store/queries/signing-in.js'
import { step } from '../../store/store.js'
import type { OperatorParts } from '../operator-log.js'

/** Longer than any code is taken: its own half minute, and the one before and after. */
const KEPT_MS = 5 * 60_000

/**
 * Ends the session that was signed in to with a code that somebody used before.
 *
 * @param token of the session, which nobody was given yet.
 * @returns false when it was ended.
 */
export async function holdToOneUse(
  { store, now }: Pick<OperatorParts, 'store' | 'now'>,
  { userId, code, token }: { readonly userId: string; readonly code: string; readonly token: string },
): Promise<boolean> {
  const at = now()
  const id = `code_${hashSecret(`${userId} ${code}`)}`
  const expiresAt = new Date(Date.parse(at) + KEPT_MS).toISOString()
  const old = deleteRows('verifications', [
    { column: 'id', operator: 'eq', value: id },
    { column: 'expires_at', operator: 'lte', value: at },
  ])
  const used = insertOne('verifications', {
    ...{ id, identifier: id, value: '', expires_at: expiresAt, created_at: at, updated_at: at },
  })
  const written = await store.commit([step(old.query, old.params, null), step(used.query, used.params)])
  if (written.ok) return true
  const session = deleteRows('person_sessions', [
    { column: 'token_hash', operator: 'eq', value: hashSecret(token) },
  ])
  await store.commit([step(session.query, session.params, null)])
  return false
}
