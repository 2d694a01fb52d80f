/** After signing in: on to where the visitor was heading. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useQueryParams } from '../parts/address.js'
import type { Place } from '../parts/link.js'

export function useEnter(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const next = useQueryParams()['next']
  return () => {
    void client.resetQueries({ queryKey: ['api'] })
    void navigate({ ...(placeOf(next) ?? { to: '/' }), replace: true })
  }
}

/** @param next UNTRUSTED, from the address: only a page of a project is gone to, so that nobody is sent elsewhere. */
function placeOf(next: string | undefined): Place | null {
  if (next === undefined) return null
  const { origin } = window.location
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (url?.origin !== origin || !url.pathname.startsWith('/app/p/')) return null
  return { to: url.pathname.slice('/app'.length), search: Object.fromEntries(url.searchParams) }
}
