/** Entry of the dashboard: one query client, the router, and messages; everything else is loaded when it is opened. */
import './styles.js'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../design/toast.js'
import { ApiProblem } from './api/request.js'
import { router } from './router.js'

/** The session ended while a page was open: the gate asks again who is there. */
function noticeEnd(error: Error): void {
  if (error instanceof ApiProblem && error.code === 'not_signed_in')
    void client.invalidateQueries({ queryKey: ['api', '/me'] })
}

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[1] !== '/me') noticeEnd(error)
    },
  }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal does not change by asking again; silence may.
      retry: (failures, error) => error instanceof ApiProblem && error.status === 0 && failures < 2,
    },
  },
})

if (!window.location.pathname.startsWith('/app')) window.history.replaceState(null, '', '/app')

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Toasts>
        <RouterProvider router={router} />
      </Toasts>
    </QueryClientProvider>,
  )
