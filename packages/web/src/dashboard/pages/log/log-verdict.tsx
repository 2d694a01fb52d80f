/** Whether the log holds: recomputed by the service over all of it, and in this browser over what is loaded. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { Hash } from '../../../design/hash.js'
import { type Status, StatusMark } from '../../../design/status-mark.js'
import { count, counted } from '../../../words/figures.js'
import { publishedKeys } from '../../api/published-keys.js'
import type { LogItem, LogVerification } from '../../api/reading.js'
import { itemsOf, type Pages, useProjectAnswer } from '../../api/use-answer.js'
import { type EntriesVerdict, verifyEntries } from './verify-entries.js'

export function LogVerdict({ pages }: { pages: Pages<LogItem> }) {
  const [asked, setAsked] = useState(false)
  const service = useProjectAnswer<LogVerification>('/log/verification', ['log'], {}, asked)
  const items = itemsOf(pages)
  const here = useQuery({
    queryKey: ['log here', items.map(({ receipt }) => receipt.payload.entry_hash)],
    queryFn: async () =>
      verifyEntries(
        items.map(({ receipt }) => receipt),
        await publishedKeys(),
      ),
    enabled: asked && items.length > 0,
  })
  if (items.length === 0) return null
  return (
    <section className="card row spread" aria-label="Verification">
      <div className="stack">
        {asked ? (
          <>
            <p className="row" role="status">
              {service.data === undefined ? (
                <span className="soft">{service.error?.message ?? 'The service recomputes the chain …'}</span>
              ) : (
                <>
                  <StatusMark status={statusOf(service.data.outcome)} />
                  by the service: {counted(service.data.entries, 'entry', 'entries')}
                  {service.data.head_hash === null ? null : (
                    <>
                      , head <Hash value={service.data.head_hash} of="head of the log" />
                    </>
                  )}
                  {service.data.findings.map(({ code, where, message }) => (
                    <span key={`${code} ${where}`}>
                      {where}: {message}
                    </span>
                  ))}
                </>
              )}
            </p>
            <p className="row" role="status">
              {here.data === undefined ? (
                <span className="soft">
                  {here.error?.message ?? 'This browser checks hashes, links and signatures …'}
                </span>
              ) : (
                <Here verdict={here.data} />
              )}
            </p>
          </>
        ) : (
          <p>
            Each entry is hashed onto the one before it and signed. Before you press <em>Verify</em>, nothing
            here claims to hold.
          </p>
        )}
      </div>
      <Button
        kind="primary"
        onClick={() => {
          if (asked) void service.refetch()
          setAsked(true)
        }}
      >
        {asked ? 'Verify again' : 'Verify'}
      </Button>
    </section>
  )
}

function Here({ verdict }: { verdict: EntriesVerdict }) {
  const { checked, broken } = verdict
  return (
    <>
      <StatusMark status={broken.length === 0 ? 'pass' : 'fail'} />
      in this browser: hash, link and signature of the {count(checked)} entries loaded
      {broken.length === 0
        ? ''
        : `; broken at ${broken.map(({ seq, why }) => `no. ${seq} (${why})`).join(', ')}`}
    </>
  )
}

function statusOf(outcome: string): Status {
  return outcome === 'pass' ? 'pass' : outcome === 'fail' ? 'fail' : 'not_checked'
}
