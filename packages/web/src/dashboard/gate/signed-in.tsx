/** The gate: who is there? Nobody: to sign-in, or to set-up where there is no organization yet. */
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Me } from '../api/people.js'
import { type ApiProblem, ask } from '../api/request.js'
import { useAnswer } from '../api/use-answer.js'
import { MeContext } from '../parts/me.js'
import { Failed } from '../parts/states.js'

export function SignedIn() {
  const me = useAnswer<Me>('/me')
  if (me.error?.status === 401) return <Nobody />
  if (me.data !== undefined)
    return (
      <MeContext value={me.data}>
        <Outlet />
      </MeContext>
    )
  if (me.error !== null)
    return (
      <main className="gate">
        <Failed problem={me.error} again={() => void me.refetch()} />
      </main>
    )
  return null
}

function Nobody() {
  const setup = useQuery<{ needed: boolean }, ApiProblem>({
    queryKey: ['public', '/setup'],
    queryFn: () => ask('/setup'),
  })
  const navigate = useNavigate()
  const needed = setup.data?.needed ?? (setup.error === null ? null : false)
  useEffect(() => {
    if (needed === null) return
    if (needed) void navigate({ to: '/set-up', replace: true })
    else {
      const { pathname, search } = window.location
      void navigate({ to: '/sign-in', search: { next: `${pathname}${search}` }, replace: true })
    }
  }, [needed, navigate])
  return null
}
