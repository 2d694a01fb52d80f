/** `/app` and `/app/p/{project}`: on to the project's overview, the one looked at last before any other. */
import { Navigate } from '@tanstack/react-router'
import { useMe } from '../parts/me.js'
import { useProjectOrNone } from '../parts/project.js'
import { lastProject } from '../shell/last-project.js'

export function FirstProject() {
  const { projects, organization } = useMe()
  const project = useProjectOrNone()
  const last = lastProject()
  const chosen = project ?? projects.find(({ id }) => id === last)?.id ?? projects[0]?.id
  if (chosen === undefined)
    return (
      <main className="gate">
        <h1>{organization.name} has no project yet</h1>
        <p className="soft">An administrator makes one; agents are watched in a project.</p>
      </main>
    )
  return <Navigate to={`/p/${encodeURIComponent(chosen)}/overview`} replace />
}
