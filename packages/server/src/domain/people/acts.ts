/** Acts on the organization's chain (heron.md §8): who may act, by whom and when it was changed. Nobody is named in them. */
import { actorPseudonym, type LogChain } from '@heron/evidence'
import type { Act, OperatorParts } from '../operator-log.js'

export function organizationChain(organizationId: string): LogChain {
  return `organization:${organizationId}`
}

/** A person as the organization's chain calls them, whether they act or are acted upon. */
export function personSubject(
  { pseudonymSecret }: Pick<OperatorParts, 'pseudonymSecret'>,
  organizationId: string,
  userId: string,
): string {
  return `person:${actorPseudonym(pseudonymSecret, organizationChain(organizationId), userId)}`
}

type OrganizationAct = Pick<Act, 'act' | 'subject'> & Partial<Pick<Act, 'reason' | 'before' | 'after'>>

/** An act of a person of the organization. */
export function organizationAct(
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  act: OrganizationAct,
): Act {
  return {
    ...{ organizationId, chain: organizationChain(organizationId), actorId: userId },
    ...{ reason: null, before: null, after: null },
    ...act,
  }
}
