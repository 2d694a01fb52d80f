/**
 * What a new Heron starts with (cli contract, `heron init`): an organization, its owner, and a project. One transaction,
 * with the log entries that tell of it.
 */
import { generatePassword } from '../keys/password.js'
import { insertFirstOrganization, insertOrganization } from '../store/queries/projects.js'
import { step } from '../store/store.js'
import { type CreatedProject, draftProject } from './create-project.js'
import { shortId } from './ids.js'
import { type Act, commitActs, type OperatorParts } from './operator-log.js'
import { personSubject } from './people/acts.js'
import { personSteps } from './people/person.js'
import { Refusal } from './refusal.js'

export type NewOrganization = {
  readonly organizationName: string
  readonly projectName: string
  /** The owner signs in with it. */
  readonly ownerEmail: string
  /** Default `Owner`. */
  readonly ownerName?: string
  /** Default: one is generated. */
  readonly ownerPassword?: string
  /** Makes it only where there is no organization yet. */
  readonly isFirst?: true
}

/** Shown once; of every secret only a hash is kept. */
export type CreatedOrganization = CreatedProject & {
  readonly organizationId: string
  readonly ownerId: string
  readonly ownerPassword: string
}

/** @throws {Refusal} set_up_already where it was to be the first and is not. */
export async function createOrganization(
  parts: OperatorParts,
  { organizationName, projectName, ownerEmail, ownerName = 'Owner', ...given }: NewOrganization,
): Promise<CreatedOrganization> {
  const organizationId = `org_${shortId()}`
  const ownerId = `usr_${parts.newId()}`
  const ownerPassword = given.ownerPassword ?? generatePassword()
  const at = parts.now()
  const project = draftProject(parts, { organizationId, actorId: ownerId, name: projectName })
  const act = (name: string, subject: string, after: Act['after']): Act => ({
    ...{
      organizationId,
      chain: `organization:${organizationId}`,
      actorId: ownerId,
      act: name,
      subject,
      after,
    },
    reason: null,
    before: null,
  })
  const acts = [
    act('organization.created', `organization:${organizationId}`, null),
    act('member.added', personSubject(parts, organizationId, ownerId), { role: 'owner' }),
    ...project.acts,
  ]
  const owner = await personSteps({
    ...{ organizationId, userId: ownerId, role: 'owner', at },
    ...{ name: ownerName, email: ownerEmail, password: ownerPassword },
  })
  const insertion = given.isFirst === true ? insertFirstOrganization : insertOrganization
  const written = await commitActs(parts, acts, () => [
    step(insertion, { id: organizationId, name: organizationName, created_at: at }),
    ...owner,
    ...project.steps,
  ])
  if (written === null && given.isFirst === true) throw alreadySetUp()
  if (written === null) throw new Error('a new organization met rows that are already there')
  return { organizationId, ownerId, ownerPassword, ...project.created }
}

/** What whoever comes second is told. */
export function alreadySetUp(): Refusal {
  const detail = 'this Heron has an organization: sign in, or ask for an invitation'
  return new Refusal('set_up_already', detail)
}
