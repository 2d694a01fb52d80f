/** What the address says. Filters live there: a view can be sent to a colleague, and Back undoes a filter. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type AddressParams = Readonly<Record<string, string>>
export type SearchChange = (change: Readonly<Record<string, string | null>>) => void

/** Everything behind the question mark. UNTRUSTED: anybody writes addresses. */
export function useQueryParams(): AddressParams {
  return useSearch({ strict: false })
}

/** Everything behind the question mark, and how to change it; null takes a member away. */
export function useSearchParams(): readonly [AddressParams, SearchChange] {
  const params = useQueryParams()
  const navigate = useNavigate()
  const change = useCallback<SearchChange>(
    (next) => {
      void navigate({
        to: '.',
        search: (before: AddressParams) => ({ ...before, ...withoutNull(next) }),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return [params, change]
}

/** Parameters of the page's path. */
export function usePathParams(): AddressParams {
  return useParams({ strict: false })
}

/** A parameter of the page's path, e.g. `session` of `runs/$session`. @throws where the path has none of that name. */
export function usePathParam(name: string): string {
  const value = usePathParams()[name]
  if (value === undefined) throw new Error(`the address has no ${name}`)
  return value
}

function withoutNull(change: Readonly<Record<string, string | null>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value === null || value === '' ? undefined : value]),
  )
}
