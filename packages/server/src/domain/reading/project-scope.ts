/** A project as rows name it, and its log. */
import type { ProjectKey } from '../tenant.js'

export type ProjectScope = { readonly organization_id: string; readonly project_id: string }

export function scopeOfProject({ organizationId, projectId }: ProjectKey): ProjectScope {
  return { organization_id: organizationId, project_id: projectId }
}

/** Everything of a project, for what is otherwise read within a window: operators have none. */
export function wholeOf(project: ProjectKey): { readonly scope: ProjectScope; readonly from: string } {
  return { scope: scopeOfProject(project), from: '' }
}
