/** After signing in: on to where the visitor was heading. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useQueryParams } from '../parts/address.js'

/** Goes on to where the visitor was heading. */
export function useEnter(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const next = useQueryParams()['next']
  return () => {
    void client.resetQueries({ queryKey: ['api'] })
    // UNTRUSTED: from the address. Only a path of the dashboard, so that nobody is sent elsewhere.
    const within = next?.startsWith('/app/') === true ? next.slice('/app'.length) : next
    if (within?.startsWith('/p/') === true) void navigate({ href: `/app${within}`, replace: true })
    else void navigate({ to: '/', replace: true })
  }
}
