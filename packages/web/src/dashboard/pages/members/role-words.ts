/** What each role may do, in a sentence. */
import type { Role } from '../../api/people.js'

export const ROLE_WORDS: Record<Role, string> = {
  viewer: 'Reads everything of every project, changes nothing.',
  operator: 'Also reviews findings, answers approvals, tests webhooks.',
  admin: 'Also changes policy, settings, keys, links and webhooks, invites people and creates projects.',
  owner: 'Also makes and unmakes owners. There is always at least one.',
}

/** Roles that somebody of this role may give. */
export function givable(own: Role): readonly Role[] {
  return own === 'owner' ? ['viewer', 'operator', 'admin', 'owner'] : ['viewer', 'operator', 'admin']
}
