/** Acts at the command line: whoever holds the data directory acts as the owner of the organization. */
import type { Operation } from '../domain/operator-keys.js'
import type { OperatorParts } from '../domain/operator-log.js'
import { findOwner } from '../store/queries/people.js'
import { listProjects } from '../store/queries/projects.js'

/** The project that was asked for is not there, or has to be named. One line for the person at the terminal. */
export class ProjectChoiceError extends Error {
  readonly code = 'project_choice'

  constructor(message: string) {
    super(message)
    this.name = 'ProjectChoiceError'
  }
}

/**
 * An operation of the owner.
 *
 * @param projectId absent where the only project there is will do.
 * @throws {ProjectChoiceError}
 */
export async function ownerOperation(
  { store }: Pick<OperatorParts, 'store'>,
  projectId: string | undefined,
  reason: string | null = null,
): Promise<Operation> {
  const projects = await store.all(listProjects, {})
  const chosen = projectId === undefined ? projects : projects.filter(({ id }) => id === projectId)
  const [project, another] = chosen
  if (project === undefined) {
    throw new ProjectChoiceError(
      projectId === undefined ? 'there is no project here' : 'there is no such project here',
    )
  }
  if (another !== undefined) {
    const ids = projects.map(({ id }) => id).join(', ')
    throw new ProjectChoiceError(`there is more than one project (${ids}): name one`)
  }
  const owner = await store.first(findOwner, { organization_id: project.organization_id })
  if (owner === undefined) throw new ProjectChoiceError('the organization has no owner to act as')
  return {
    project: { organizationId: project.organization_id, projectId: project.id },
    actorId: owner.id,
    reason,
  }
}
