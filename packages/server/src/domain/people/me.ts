/** The person who is signed in, as their own pages show them. */
import { findMember, findOrganization, listProjectsOf } from '../../store/queries/people.js'
import type { Reader } from '../../store/store.js'
import type { Member, Role } from './member.js'

export type Me = {
  readonly user: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly two_factor: boolean
  }
  readonly organization: { readonly id: string; readonly name: string }
  readonly role: Role
  readonly projects: readonly { readonly id: string; readonly name: string }[]
}

export async function readMe({ store }: { readonly store: Reader }, member: Member): Promise<Me> {
  const { organizationId, userId, name, email, role } = member
  const scope = { organization_id: organizationId }
  const [person, organization, projects] = await Promise.all([
    store.first(findMember, { ...scope, user_id: userId }),
    store.first(findOrganization, { id: organizationId }),
    store.all(listProjectsOf, scope),
  ])
  return {
    user: { id: userId, name, email, two_factor: person?.two_factor_enabled === 1 },
    organization: { id: organizationId, name: organization?.name ?? '' },
    role,
    projects: projects.map((project) => ({ id: project.id, name: project.name })),
  }
}
