/** Keys: Heron's, the vendor's, and when each came and went. */
import { EmptyState } from '../../design/empty-state.js'
import { Hash } from '../../design/hash.js'
import { CopyButton } from '../../design/copy-button.js'
import { Term } from '../../design/glossary-term.js'
import { Table } from '../../design/table.js'
import { Time } from '../../design/time.js'
import { Answered } from '../source/answered.js'
import { useAnswer } from '../source/use-answer.js'

export function KeysTab() {
  const answer = useAnswer('keys', (source) => source.keys())
  return (
    <Answered answer={answer}>
      {({ heron, vendor }) => (
        <div className="stack">
          <h2>Heron’s keys</h2>
          <p className="soft">
            Signed with these. None is ever removed. Keep them as your <Term of="jwks">trust root</Term>:{' '}
            <CopyButton
              text={JSON.stringify({ keys: heron.map(({ jwk }) => jwk) }, null, 2)}
              label="copy as a key set"
              of="Heron’s keys"
            />
          </p>
          <Table
            caption="Heron’s keys"
            rows={heron}
            keyOf={({ jwk }) => jwk.kid}
            columns={[
              { head: 'Key id', header: true, cell: ({ jwk }) => <code>{jwk.kid}</code> },
              { head: 'Public key', cell: ({ jwk }) => <Hash value={jwk.x} of="public key" /> },
              { head: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
              {
                head: 'Until',
                cell: ({ retired_at }) => (retired_at === null ? 'in use' : <Time at={retired_at} />),
              },
            ]}
          />
          <h2>The vendor’s keys</h2>
          <p className="soft">
            The vendor signs its statements with these. Revoking one counts from then on; what it signed
            before stays.
          </p>
          {vendor.length === 0 ? (
            <EmptyState>No vendor key was imported: no statement of the vendor can be checked.</EmptyState>
          ) : (
            <Table
              caption="The vendor’s keys"
              rows={vendor}
              keyOf={({ kid }) => kid}
              columns={[
                { head: 'Key id', header: true, cell: ({ kid }) => <code>{kid}</code> },
                { head: 'Public key', cell: ({ x }) => <Hash value={x} of="public key" /> },
                { head: 'Imported', cell: ({ imported_at }) => <Time at={imported_at} /> },
                {
                  head: 'Revoked',
                  cell: ({ revoked_at }) => (revoked_at === null ? 'in force' : <Time at={revoked_at} />),
                },
              ]}
            />
          )}
          <h2>Time line</h2>
          <ol className="timeline">
            {eventsOf(heron, vendor).map(({ at, text }) => (
              <li key={`${at} ${text}`}>
                <Time at={at} /> <span>{text}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Answered>
  )
}

type Keys = {
  heron: readonly { jwk: { kid: string }; created_at: string; retired_at: string | null }[]
  vendor: readonly { kid: string; imported_at: string; revoked_at: string | null }[]
}

function eventsOf(heron: Keys['heron'], vendor: Keys['vendor']) {
  const events = [
    ...heron.map(({ jwk, created_at }) => ({ at: created_at, text: `Heron’s key ${jwk.kid} made` })),
    ...heron.map(({ jwk, retired_at }) => ({ at: retired_at, text: `Heron’s key ${jwk.kid} retired` })),
    ...vendor.map(({ kid, imported_at }) => ({ at: imported_at, text: `vendor’s key ${kid} imported` })),
    ...vendor.map(({ kid, revoked_at }) => ({ at: revoked_at, text: `vendor’s key ${kid} revoked` })),
  ]
  return events
    .flatMap(({ at, text }) => (at === null ? [] : [{ at, text }]))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}
