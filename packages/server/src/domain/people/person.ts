/** A person as they come into being: with a password, in one organization, written with the entry that tells of it. */
import { hashPassword, MAX_PASSWORD, MIN_PASSWORD } from '../../keys/password.js'
import { insertCredential, insertMember, insertPerson } from '../../store/queries/people.js'
import { type Step, step } from '../../store/store.js'
import { Refusal } from '../refusal.js'
import type { Role } from './member.js'

const MAX_EMAIL = 254
/** One `@`, a dotted domain, nothing that breaks a line: whether it exists shows when its owner signs in. */
const EMAIL = /^[^\s@\u0000-\u001f\u007f]+@[^\s@\u0000-\u001f\u007f]+\.[^\s@\u0000-\u001f\u007f]+$/

export type NewPerson = {
  readonly organizationId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly role: Role
  readonly at: string
}

/** The rows of a new person. The address counts as theirs: an admin gave the invitation to whom it belongs. */
export async function personSteps(person: NewPerson): Promise<readonly Step[]> {
  const { organizationId, userId, name, email, password, role, at } = person
  return [
    step(insertPerson, {
      ...{ id: userId, email: email.toLowerCase(), email_verified: 1, name, image: null },
      ...{ two_factor_enabled: 0, created_at: at, updated_at: at },
    }),
    step(insertMember, {
      ...{ organization_id: organizationId, user_id: userId, role, joined_at: at },
      ...{ last_signed_in_at: null, removed_at: null },
    }),
    step(insertCredential, {
      ...{ id: userId, user_id: userId, provider_id: 'credential', account_id: userId },
      ...{ password_hash: await hashPassword(password), created_at: at, updated_at: at },
    }),
  ]
}

/** @throws {Refusal} invalid_request */
export function requireEmail(email: string, pointer: string): string {
  if (email.length <= MAX_EMAIL && EMAIL.test(email)) return email.toLowerCase()
  throw new Refusal('invalid_request', 'must be an e-mail address', pointer)
}

/** @throws {Refusal} invalid_request. Length is all that is asked for: rules on letters make passwords worse. */
export function requirePassword(password: string, pointer: string): string {
  if (password.length >= MIN_PASSWORD && password.length <= MAX_PASSWORD) return password
  const detail = `must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters; any will do`
  throw new Refusal('invalid_request', detail, pointer)
}
