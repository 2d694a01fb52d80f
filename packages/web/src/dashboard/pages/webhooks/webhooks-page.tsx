/** Webhooks: who is told what, and whether it arrives. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { SecretOnce } from '../../../design/secret-once.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { counted } from '../../../words/figures.js'
import type { Items } from '../../api/keys.js'
import type { Webhook } from '../../api/webhooks.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Link, usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Answered, Empty } from '../../parts/states.js'
import { WebhookDialog } from './webhook-dialog.js'
import { WebhookState } from './webhook-state.js'

export function WebhooksPage() {
  const answer = useProjectAnswer<Items<Webhook>>('/webhooks', ['webhooks', 'settings'])
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const add = (
    <Only role="admin">
      <Button
        kind="primary"
        onClick={() => {
          setAdding(true)
        }}
      >
        Add a webhook …
      </Button>
    </Only>
  )
  return (
    <PageFrame
      title="Webhooks"
      lead="Heron tells your systems what happens, signed by the Standard Webhooks scheme. No argument and no name is sent, only ids, kinds and verdicts."
      actions={add}
    >
      <Answered answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No webhook yet" action={add}>
              <p>
                Add one to hear of findings and of calls that wait for a person, where you look anyway: a
                chat, a pager, a ticket system.
              </p>
            </Empty>
          ) : (
            <List webhooks={items} />
          )
        }
      </Answered>
      {adding ? (
        <WebhookDialog
          webhook={null}
          onAdded={setSecret}
          onClose={() => {
            setAdding(false)
          }}
        />
      ) : null}
      {secret === null ? null : (
        <SecretOnce
          title="The secret of the webhook"
          secrets={[{ label: 'Signing secret', value: secret }]}
          onClose={() => {
            setSecret(null)
          }}
        >
          <p className="small">
            Give it to the receiver, which checks the <code>webhook-signature</code> of each message with it.
          </p>
        </SecretOnce>
      )}
    </PageFrame>
  )
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const places = usePlaces()
  return (
    <Table
      caption="Webhooks"
      rows={webhooks}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Receiver',
          header: true,
          cell: ({ id, url }) => (
            <Link to={places.at(`webhooks/${encodeURIComponent(id)}`)} row className="wrap">
              {url}
            </Link>
          ),
        },
        {
          head: 'Hears of',
          cell: ({ topics }) => <span title={topics.join(', ')}>{counted(topics.length, 'topic')}</span>,
        },
        {
          head: 'Last delivery',
          cell: ({ last_delivery }) =>
            last_delivery === null ? <span className="soft">none</span> : <Time at={last_delivery.at} />,
        },
        { head: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
      ]}
    />
  )
}
