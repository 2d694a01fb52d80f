/**
 * Heron's keys are rotated at the command line (heron.md §13); every organization's own log says so (heron.md §8). The old key
 * signs the entry: it vouches for its successor, and what comes after it is signed by that one.
 */
import { findOwner } from '../../store/queries/people.js'
import { listProjects } from '../../store/queries/projects.js'
import { type Act, commitActs, type OperatorParts } from '../operator-log.js'

/**
 * @param parts with the signer of the old key.
 * @throws {Refusal} invalid_request for a reason that must not be signed.
 */
export async function noteKeyRotation(
  parts: OperatorParts,
  rotation: {
    readonly from: string
    readonly to: { readonly kid: string; readonly publicKey: string }
    readonly reason: string
  },
): Promise<void> {
  const { from, to, reason } = rotation
  const projects = await parts.store.all(listProjects, {})
  const acts: Act[] = []
  for (const organizationId of new Set(projects.map(({ organization_id }) => organization_id))) {
    const owner = await parts.store.first(findOwner, { organization_id: organizationId })
    if (owner === undefined) continue
    acts.push({
      ...{ organizationId, chain: `organization:${organizationId}`, actorId: owner.id },
      ...{ act: 'heron_key.rotated', subject: `heron_key:${to.kid}`, reason },
      before: { kid: from },
      after: { kid: to.kid, public_key: to.publicKey },
    })
  }
  if (acts.length > 0) await commitActs(parts, acts, () => [])
}
