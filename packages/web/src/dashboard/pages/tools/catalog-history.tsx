/** Every catalogue that was received, signed well or not; each can be read. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { CopyButton } from '../../../design/copy-button.js'
import { Dialog } from '../../../design/dialog.js'
import { Hash } from '../../../design/hash.js'
import { StatusMark } from '../../../design/status-mark.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { count } from '../../../words/figures.js'
import type { CatalogVersion } from '../../api/tools.js'
import type { Items } from '../../api/keys.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Section } from '../../parts/section.js'
import { Answered, Empty } from '../../parts/states.js'

export function CatalogHistory() {
  const answer = useProjectAnswer<Items<CatalogVersion>>('/tools/catalogs', ['settings', 'actions'], {
    limit: 200,
  })
  const [shown, setShown] = useState<CatalogVersion | null>(null)
  return (
    <Section
      title="Catalogue history"
      lead="The newest whose signature holds is in force. Every decision names the catalogue that it read."
    >
      <Answered answer={answer} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No catalogue yet">
              <p>
                Take the draft made of the tools seen so far, say what each tool is, sign it with your key and
                send it to <code>PUT /v1/tool-catalog</code>.
              </p>
            </Empty>
          ) : (
            <Table
              caption="Catalogues"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Received', header: true, cell: ({ received_at }) => <Time at={received_at} /> },
                {
                  head: 'Hash',
                  cell: ({ catalog_hash }) => <Hash value={catalog_hash} of="catalogue hash" />,
                },
                { head: 'Tools', number: true, cell: ({ tools }) => count(tools) },
                { head: 'Signed with', cell: ({ kid }) => <code className="wrap">{kid}</code> },
                {
                  head: 'Signature',
                  cell: ({ signature_valid }) => (
                    <StatusMark
                      status={signature_valid ? 'pass' : 'fail'}
                      word={signature_valid ? 'holds' : 'does not hold'}
                    />
                  ),
                },
                {
                  head: <span className="visually-hidden">Acts</span>,
                  cell: (version) => (
                    <Button
                      kind="quiet"
                      onClick={() => {
                        setShown(version)
                      }}
                    >
                      Read<span className="visually-hidden"> the catalogue</span>
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Answered>
      {shown === null ? null : (
        <CatalogDialog
          version={shown}
          onClose={() => {
            setShown(null)
          }}
        />
      )}
    </Section>
  )
}

function CatalogDialog({ version, onClose }: { version: CatalogVersion; onClose: () => void }) {
  const answer = useProjectAnswer<{ readonly body: unknown }>(
    `/tools/catalogs/${encodeURIComponent(version.catalog_hash)}`,
  )
  return (
    <Dialog title="Catalogue" onClose={onClose}>
      <p className="row small">
        <Hash value={version.catalog_hash} of="catalogue hash" /> <Time at={version.received_at} />
      </p>
      <Answered answer={answer}>
        {({ body }) => {
          const text = JSON.stringify(body, null, 2)
          return (
            <>
              <pre className="bytes" tabIndex={0} aria-label="The catalogue">
                {text}
              </pre>
              <p>
                <CopyButton text={text} of="catalogue" />
              </p>
            </>
          )
        }}
      </Answered>
    </Dialog>
  )
}
