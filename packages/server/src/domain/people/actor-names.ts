/**
 * Whose pseudonym it is: for people of the organization only, who may know whom they work with. Made anew from the key and
 * the people there are and were; no table of it exists.
 */
import { actorPseudonym, type LogChain } from '@heron/evidence'
import { listNames } from '../../store/queries/people.js'
import type { OperatorParts } from '../operator-log.js'

/** @returns a function from the `actor` of an entry of that chain to a display name; null for whom nobody knows. */
export async function actorNames(
  { store, pseudonymSecret }: Pick<OperatorParts, 'store' | 'pseudonymSecret'>,
  organizationId: string,
  chain: LogChain,
): Promise<(actor: string) => string | null> {
  const people = await store.all(listNames, { organization_id: organizationId })
  const names = new Map(
    people.map(({ user_id, name }) => [actorPseudonym(pseudonymSecret, chain, user_id), name] as const),
  )
  return (actor) => names.get(actor) ?? null
}
