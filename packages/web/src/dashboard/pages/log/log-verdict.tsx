/** Whether a log holds: recomputed in this browser over the entries that are loaded, and by the service where it does. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../design/button.js'
import { StatusMark } from '../../../design/status-mark.js'
import { counted } from '../../../words/figures.js'
import { publishedKeys } from '../../api/published-keys.js'
import type { LogItem } from '../../api/reading.js'
import { itemsOf, type Pages } from '../../api/use-answer.js'
import { type EntriesVerdict, verifyEntries } from './verify-entries.js'

export type LogVerdictProps = {
  readonly pages: Pages<LogItem>
  /** What the service says of all of it, shown once it is asked. */
  readonly service?: ReactNode
}

export function LogVerdict({ pages, service = null }: LogVerdictProps) {
  const [asked, setAsked] = useState(0)
  const items = itemsOf(pages)
  const here = useQuery({
    queryKey: ['log here', asked, items.map(({ receipt }) => receipt.payload.entry_hash)],
    queryFn: async () =>
      verifyEntries(
        items.map(({ receipt }) => receipt),
        await publishedKeys(),
      ),
    enabled: asked > 0 && items.length > 0,
  })
  if (items.length === 0) return null
  return (
    <section className="card row spread" aria-label="Verification">
      {asked === 0 ? (
        <p>
          Each entry is hashed onto the one before it and signed. Before you press <em>Verify</em>, nothing
          here claims to hold.
        </p>
      ) : (
        <div key={asked} className="stack">
          {service}
          <p className="row" role="status">
            {here.data === undefined ? (
              <span className="soft">
                {here.error?.message ?? 'This browser checks hashes, links and signatures …'}
              </span>
            ) : (
              <Here verdict={here.data} />
            )}
          </p>
        </div>
      )}
      <Button
        kind="primary"
        onClick={() => {
          setAsked(asked + 1)
        }}
      >
        {asked === 0 ? 'Verify' : 'Verify again'}
      </Button>
    </section>
  )
}

function Here({ verdict }: { verdict: EntriesVerdict }) {
  const { checked, broken } = verdict
  return (
    <>
      <StatusMark status={broken.length === 0 ? 'pass' : 'fail'} />
      in this browser: hash, link and signature of {counted(checked, 'loaded entry', 'loaded entries')}
      {broken.length === 0
        ? ''
        : `; broken at ${broken.map(({ seq, why }) => `no. ${seq} (${why})`).join(', ')}`}
    </>
  )
}
