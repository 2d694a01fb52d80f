/** Entry of the evidence page: takes the token out of the address, then shows the record, the overview, or why neither. */
import './styles.js'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { LinkRequest, PublicOverview } from '@heron/evidence'
import { App } from './app.js'
import { Overview } from './first-screen/overview.js'
import {
  AnswerError,
  type Client,
  createClient,
  publicOverview,
  serverSource,
  takeToken,
} from './source/server-source.js'
import { SourceContext } from './source/use-answer.js'
import { Verifier, VerifierContext } from './verify/verifier.js'
import { VerifyPanel } from './verify/verify-panel.js'

const token = takeToken(window.location, window.history, window.sessionStorage)
const client = createClient(window.location.pathname.replace(/\/+$/, ''), token)
const source = serverSource(client)
const verifier = new Verifier(
  () => new Worker(new URL('./verify/verifier.worker.ts', import.meta.url), { type: 'module' }),
)

const requestLink = async (request: LinkRequest): Promise<void> => {
  await client.post('requests', request)
}

type Entry =
  | { readonly show: 'nothing' }
  | { readonly show: 'record' }
  | { readonly show: 'overview'; readonly overview: PublicOverview }
  | { readonly show: 'refusal'; readonly message: string }

function Page() {
  const [entry, setEntry] = useState<Entry>({ show: 'nothing' })
  useEffect(() => {
    void decideEntry(client).then(setEntry)
  }, [])
  if (entry.show === 'record') return <App />
  if (entry.show === 'overview') return <Overview overview={entry.overview} requestLink={requestLink} />
  if (entry.show === 'refusal')
    return (
      <main className="page stack-wide">
        <h1>This record cannot be shown</h1>
        <p role="alert">{entry.message}</p>
        <VerifyPanel expected={null} />
      </main>
    )
  return null
}

/** A link opens the record; without one there may be an overview. */
async function decideEntry({ get }: Client): Promise<Entry> {
  try {
    await get('summary')
    return { show: 'record' }
  } catch (error) {
    const status = error instanceof AnswerError ? error.status : 0
    if (status === 401 || status === 403 || status === 404) {
      const overview = await publicOverview(client).catch(() => null)
      if (overview !== null) return { show: 'overview', overview }
      const message =
        'The link is not known here, was revoked, or has expired. Ask the vendor for a new one: a link is shown once and cannot be recovered.'
      return { show: 'refusal', message }
    }
    return { show: 'refusal', message: error instanceof Error ? error.message : String(error) }
  }
}

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <SourceContext value={source}>
      <VerifierContext value={verifier}>
        <Page />
      </VerifierContext>
    </SourceContext>,
  )
