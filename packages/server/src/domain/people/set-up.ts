/**
 * The first run: where the database has no organization, whoever holds the token that the service printed makes one. The
 * token is this process's own, so it ends with it; the database decides that there is one first organization.
 */
import { hashSecret, mintReviewerToken, sameHash } from '../../keys/secrets.js'
import { findAnyOrganization } from '../../store/queries/people.js'
import type { Reader } from '../../store/store.js'
import { alreadySetUp, type CreatedOrganization, createOrganization } from '../create-organization.js'
import { requireName } from '../create-project.js'
import type { OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { requireEmail, requirePassword } from './person.js'

export type SetUpRequest = {
  /** UNTRUSTED. */
  readonly token: string
  readonly organization: string
  readonly project: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** A token for a process's first run. */
export function mintSetUpToken(): string {
  return mintReviewerToken().secret
}

/** True while there is no organization. */
export async function needsSetUp(reader: Reader): Promise<boolean> {
  return (await reader.first(findAnyOrganization, {})) === undefined
}

/**
 * @param expected the token that this process printed; null where it printed none.
 * @throws {Refusal} set_up_already; forbidden for another token; invalid_request.
 */
export async function setUp(
  parts: OperatorParts,
  expected: string | null,
  request: SetUpRequest,
): Promise<CreatedOrganization> {
  if (!(await needsSetUp(parts.store))) throw alreadySetUp()
  if (expected === null || !sameHash(hashSecret(request.token), hashSecret(expected))) {
    throw new Refusal('forbidden', 'this is not the token that `heron serve` printed when it started')
  }
  return createOrganization(parts, {
    organizationName: requireName(request.organization, '/organization'),
    projectName: requireName(request.project, '/project'),
    ownerName: requireName(request.name, '/name'),
    ownerEmail: requireEmail(request.email, '/email'),
    ownerPassword: requirePassword(request.password, '/password'),
    isFirst: true,
  })
}
