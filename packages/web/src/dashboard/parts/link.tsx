/** Places of the dashboard, and the link to one. The environment stays as it is unless a link says otherwise. */
import { Link as RouterLink, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useEnvironment, useProject } from './project.js'

export type Filter = Readonly<Record<string, string | null | undefined>>

/** @param to below `/app`, its segments encoded. */
export type Place = { readonly to: string; readonly search: Readonly<Record<string, string>> }

export type Places = {
  /** Any page of the project, e.g. `at('policy')`. */
  readonly at: (path: string, filter?: Filter) => Place
  readonly run: (session: string) => Place
  readonly call: (action: string) => Place
  readonly issue: (kind: string, filter?: Filter) => Place
}

/** Places of the project on screen. */
export function usePlaces(): Places {
  const project = useProject()
  const environment = useEnvironment()
  return useMemo(() => {
    const at = (path: string, filter: Filter = {}): Place => ({
      to: `/p/${encodeURIComponent(project)}/${path}`,
      search: textOnly({ environment, ...filter }),
    })
    return {
      at,
      run: (session) => at(`runs/${encodeURIComponent(session)}`),
      call: (action) => at(`calls/${encodeURIComponent(action)}`),
      issue: (kind, filter) => at(`issues/${encodeURIComponent(kind)}`, filter),
    }
  }, [project, environment])
}

export type LinkProps = {
  readonly to: Place
  readonly children: ReactNode
  readonly className?: string
  /** The link that stands for its row: the arrow keys walk between these. */
  readonly row?: boolean
  /** The link leads to where the reader is. */
  readonly current?: boolean
}

/** The router's own idea of an active link is by prefix; ours is said by whoever draws it. */
const NO_PROPS = { className: '', 'aria-current': undefined } as const

export function Link({ to, children, className, row = false, current }: LinkProps) {
  return (
    <RouterLink
      to={to.to}
      search={to.search}
      className={className}
      activeProps={NO_PROPS}
      aria-current={current === true ? 'page' : undefined}
      {...(row ? { 'data-row-link': true } : {})}
    >
      {children}
    </RouterLink>
  )
}

/** Goes to a place. */
export function useGo(): (place: Place, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (place, { replace = false } = {}) => {
      void navigate({ to: place.to, search: place.search, replace })
    },
    [navigate],
  )
}

function textOnly(filter: Filter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
}
