/**
 * A lost password, replaced by whoever holds the database: the way back in for an owner whom nobody can invite again. A
 * second factor goes too, since the phone that holds it is lost as often. The organization's log tells of it.
 */
import { generatePassword, hashPassword } from '../../keys/password.js'
import {
  deleteSessions,
  deleteTwoFactor,
  dropSecondFactor,
  findMembership,
  findPersonByEmail,
  replacePassword,
} from '../../store/queries/people.js'
import { step } from '../../store/store.js'
import { commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { organizationAct, personSubject } from './acts.js'
import { optionalReason } from './reason.js'

/**
 * Gives a person a new password, shown now and never again; every session of theirs ends.
 *
 * @param email UNTRUSTED, in any case.
 * @throws {Refusal} not_found for an address of nobody who is a member, or of one who signs in elsewhere only;
 * invalid_request for a reason that names a person.
 */
export async function resetPassword(
  parts: OperatorParts,
  { email, reason }: { readonly email: string; readonly reason: string | null },
): Promise<{ readonly userId: string; readonly password: string }> {
  const why = optionalReason(reason)
  const person = await parts.store.first(findPersonByEmail, { email: email.toLowerCase() })
  const membership = person && (await parts.store.first(findMembership, { user_id: person.id }))
  if (person === undefined || membership === undefined) throw nobody()
  const userId = person.id
  const organizationId = membership.organization_id
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const act = organizationAct(
    { organizationId, userId },
    { act: 'password.reset', subject: personSubject(parts, organizationId, userId), reason: why },
  )
  const written = await commitActs(parts, [act], ([entry]) => {
    const at = entry?.at ?? parts.now()
    return [
      step(replacePassword, { user_id: userId, password_hash: passwordHash, at }),
      step(dropSecondFactor, { id: userId, at }),
      step(deleteTwoFactor, { user_id: userId }, null),
      step(deleteSessions, { user_id: userId }, null),
    ]
  })
  if (written === null) throw nobody()
  return { userId, password }
}

function nobody(): Refusal {
  return new Refusal('not_found', 'nobody with this address signs in here by password')
}
