/** The left rail: the pages of the project, in groups; numbers where something waits for a person. */
import { useLocation } from '@tanstack/react-router'
import { useEnvironment, useProjectOrNone } from '../parts/project.js'
import { Link, type Place } from '../parts/link.js'
import { useMe } from '../parts/me.js'
import { useStatus } from '../parts/status.js'
import { outranks } from '../api/people.js'
import type { RailEntry } from '../registry/page-definition.js'
import { RAIL_PAGES } from '../registry/pages.js'
import { count } from '../../words/figures.js'
import { Icon } from './icon.js'
import { lastProject } from './last-project.js'

const GROUPS: readonly { readonly id: RailEntry['group']; readonly label: string }[] = [
  { id: 'watch', label: 'Watch' },
  { id: 'govern', label: 'Govern' },
  { id: 'people', label: 'Organization' },
]

export function Rail({ onGo }: { onGo?: () => void }) {
  const { role, projects } = useMe()
  const asked = useProjectOrNone()
  const environment = useEnvironment()
  const project = asked ?? projects.find(({ id }) => id === lastProject())?.id ?? projects[0]?.id
  const { pathname } = useLocation()
  const placed = RAIL_PAGES.filter(
    ({ scope, needs = 'viewer' }) =>
      outranks(role, needs) && (scope === 'organization' || project !== undefined),
  ).map((page) => ({ page, place: placeOf(page, project ?? '', environment) }))
  const current = placed
    .flatMap(({ page, place }) =>
      [
        place.to,
        ...(page.rail.also ?? []).map((path) => placeOf({ ...page, path }, project ?? '', null).to),
      ].map((to) => ({ page, to })),
    )
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((left, right) => right.to.length - left.to.length)[0]
  return (
    <nav className="rail" aria-label="Pages" onClick={onGo}>
      <p className="brand">Heron</p>
      {GROUPS.map(({ id, label }) => {
        const pages = placed.filter(({ page }) => page.rail.group === id)
        return pages.length === 0 ? null : (
          <section key={id} aria-labelledby={`rail-${id}`}>
            <h2 id={`rail-${id}`}>{label}</h2>
            <ul>
              {pages.map(({ page, place }) => (
                <li key={page.path}>
                  <Link
                    to={place}
                    className={current?.page === page ? 'rail-link current' : 'rail-link'}
                    current={current?.page === page}
                  >
                    <Icon name={page.rail.icon} />
                    <span>{page.title}</span>
                    {page.rail.badge === undefined || asked === null ? null : <Badge of={page.rail.badge} />}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

function placeOf(
  { scope, path }: { scope: 'project' | 'organization'; path: string },
  project: string,
  environment: string | null,
): Place {
  const to = scope === 'project' ? `/p/${encodeURIComponent(project)}/${path}` : `/${path}`
  return { to, search: environment === null || scope === 'organization' ? {} : { environment } }
}

function Badge({ of }: { of: NonNullable<RailEntry['badge']> }) {
  const { data } = useStatus()
  const number = of === 'approvals' ? data?.approvals_waiting : data?.issues_open
  if (number === undefined || number === 0) return null
  return (
    <span className="badge">
      {count(number)}
      <span className="visually-hidden">{of === 'approvals' ? ' waiting' : ' open'}</span>
    </span>
  )
}
