/** What was sent to a webhook, newest first: state, attempts, the last answer, and replay. */
import { Button } from '../../../design/button.js'
import { StatusMark } from '../../../design/status-mark.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import type { Delivery, DeliveryState, Webhook } from '../../api/webhooks.js'
import { useProjectAct, useProjectPages } from '../../api/use-answer.js'
import { useQueryParams } from '../../parts/address.js'
import { type DataColumn, DataTable } from '../../parts/data-table.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { useMay } from '../../parts/me.js'
import { Section } from '../../parts/section.js'
import { Empty } from '../../parts/states.js'

const STATES: Record<DeliveryState, string> = {
  pending: 'waits for its next attempt',
  delivered: 'delivered',
  dead: 'given up',
}

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { state } = useQueryParams()
  const at = `/webhooks/${encodeURIComponent(webhook.id)}/deliveries`
  const pages = useProjectPages<Delivery>(at, ['webhooks'], { state })
  const may = useMay('operator')
  return (
    <Section title="Deliveries">
      <FilterBar
        label="Filter deliveries"
        filters={[
          {
            kind: 'choice',
            id: 'state',
            label: 'State',
            options: Object.entries(STATES).map(([value, label]) => ({ value, label })),
          },
        ]}
      />
      <DataTable
        caption="List of deliveries"
        pages={pages}
        keyOf={({ id }) => id}
        columns={may ? [...COLUMNS, replayColumn(at)] : COLUMNS}
        empty={
          <Empty title={state === undefined ? 'Nothing was sent yet' : 'No delivery in this state'}>
            <p>“Send a test” shows whether the receiver hears Heron.</p>
          </Empty>
        }
      />
    </Section>
  )
}

const COLUMNS: readonly DataColumn<Delivery>[] = [
  {
    head: 'Event',
    header: true,
    cell: ({ event: { id, type } }) => (
      <span title={`webhook-id ${id}`}>
        <code className="wrap">{type}</code>
      </span>
    ),
  },
  { head: 'When', width: '14.5rem', from: 'medium', cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'State', width: '9rem', cell: (delivery) => <State delivery={delivery} /> },
  {
    head: 'Attempts',
    number: true,
    width: '6rem',
    from: 'medium',
    cell: ({ attempts }) => attempts.toString(),
  },
  { head: 'Last answer', width: '12rem', from: 'wide', cell: ({ last }) => <LastAnswer last={last} /> },
]

function State({ delivery: { state, next_attempt_at } }: { delivery: Delivery }) {
  if (state === 'delivered') return <StatusMark status="pass" word="delivered" />
  if (state === 'dead') return <StatusMark status="fail" word="given up" />
  return (
    <span title={next_attempt_at === null ? undefined : `next attempt ${next_attempt_at}`}>
      <StatusMark status="not_checked" word="waiting" />
    </span>
  )
}

function LastAnswer({ last }: { last: Delivery['last'] }) {
  if (last === null) return <span className="soft">–</span>
  const { status, error, ms } = last
  return (
    <span>
      {status ?? ''} {error === null ? '' : error.replaceAll('_', ' ')}
      {ms === null ? null : <span className="soft small"> {ms.toString()} ms</span>}
    </span>
  )
}

function replayColumn(at: string): DataColumn<Delivery> {
  return { head: 'Replay', width: '6rem', cell: (delivery) => <Replay at={at} delivery={delivery} /> }
}

function Replay({ at, delivery: { id, event, state } }: { at: string; delivery: Delivery }) {
  const toast = useToast()
  const replay = useProjectAct<undefined>(() => ({ path: `${at}/${encodeURIComponent(id)}/replay` }))
  if (state === 'pending') return null
  return (
    <Button
      kind="quiet"
      disabled={replay.isPending}
      onClick={() => {
        replay.mutate(undefined, {
          onSuccess: () => {
            toast(`${event.type} is sent again, under the same id.`)
          },
          onError: (error) => {
            toast(`It was not sent again: ${error.message}`)
          },
        })
      }}
    >
      Replay<span className="visually-hidden"> {event.type}</span>
    </Button>
  )
}
