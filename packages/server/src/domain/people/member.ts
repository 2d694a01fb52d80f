/** Who acts in an organization, and what each role may do (heron.md §13). */

/** From the one that may least. */
export const ROLES = ['viewer', 'operator', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** A person who is signed in, in the organization that they belong to. */
export type Member = {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
  /** For people of the organization only: never in a signed entry, a log line or an address. */
  readonly name: string
  readonly email: string
}

/** True when `role` may do what `needed` may. */
export function outranks(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
