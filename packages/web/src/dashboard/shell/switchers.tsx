/** What the bar chooses: project, environment, and what is one's own. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Menu } from '../../design/menu.js'
import { useToast } from '../../design/toast.js'
import { type ApiProblem, ask } from '../api/request.js'
import { useMe } from '../parts/me.js'
import { useSearchParams } from '../parts/address.js'
import { useProjectOrNone } from '../parts/project.js'

export function ProjectSwitcher() {
  const { projects, organization } = useMe()
  const project = useProjectOrNone()
  const navigate = useNavigate()
  const current = projects.find(({ id }) => id === project)
  return (
    <Menu
      label="choose a project"
      className="switcher"
      entries={projects.map(({ id, name }) => ({ id, label: name, current: id === project }))}
      onAct={(id) => {
        void navigate({ to: `/p/${encodeURIComponent(id)}/overview` })
      }}
    >
      <span className="switcher-text">
        <span className="soft small">{organization.name}</span>
        <span>{current?.name ?? 'All projects'}</span>
      </span>
    </Menu>
  )
}

export function EnvironmentSelect() {
  const [params, change] = useSearchParams()
  return (
    <label className="environment">
      <span className="visually-hidden">Environment</span>
      <select
        value={params['environment'] ?? ''}
        onChange={(event) => {
          change({ environment: event.target.value })
        }}
      >
        <option value="">live and test</option>
        <option value="live">live</option>
        <option value="test">test</option>
      </select>
    </label>
  )
}

export function AccountMenu() {
  const { user, role } = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  const signOut = async () => {
    try {
      await ask('/auth/sign-out', { method: 'POST', body: {} })
      client.clear()
      await navigate({ to: '/sign-in' })
    } catch (error) {
      toast(`You are still signed in: ${(error as ApiProblem).message}`)
    }
  }
  return (
    <Menu
      label={`Account of ${user.name}`}
      className="avatar"
      entries={[
        { id: 'account', label: 'My account', note: `${user.email}, ${role}` },
        { id: 'sign-out', label: 'Sign out' },
      ]}
      onAct={(id) => {
        if (id === 'account') void navigate({ to: '/account' })
        else void signOut()
      }}
    >
      <span aria-hidden="true">{initials(user.name)}</span>
    </Menu>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('')
}
