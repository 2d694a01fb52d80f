/** Calls of all runs, newest first. */
import { VERDICTS } from '@heron/evidence'
import { Time } from '../../../design/time.js'
import type { CallItem, Facets } from '../../api/reading.js'
import { useProjectAnswer, useProjectPages } from '../../api/use-answer.js'
import { useQueryParams } from '../../parts/address.js'
import { type DataColumn, DataTable } from '../../parts/data-table.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { PERIODS, sinceOf } from '../../parts/period.js'
import { Empty } from '../../parts/states.js'
import { OutcomeMark } from '../../parts/verdicts.js'
import { plain } from '../runs/runs-page.js'
import { RunsTabs } from '../runs/runs-tabs.js'

export function CallsPage() {
  const { q, tool, verdict, rule, agent, session, period, environment } = useQueryParams()
  const facets = useProjectAnswer<Facets>('/facets', ['sessions'])
  const pages = useProjectPages<CallItem>('/actions', ['actions', 'executions'], {
    ...{ q, tool, verdict, rule, agent, session, environment },
    since: sinceOf(period),
  })
  return (
    <PageFrame
      title="Calls"
      lead="Every tool call that was announced, with what Heron decided and what is said to have happened."
    >
      <RunsTabs current="calls" />
      <FilterBar
        label="Filter calls"
        filters={[
          { kind: 'text', id: 'q', label: 'Search', placeholder: 'Tool, or a run’s name' },
          { kind: 'choice', id: 'verdict', label: 'Decision', options: plain(VERDICTS) },
          { kind: 'choice', id: 'tool', label: 'Tool', options: plain(facets.data?.tools ?? []) },
          { kind: 'choice', id: 'rule', label: 'Rule', options: plain(facets.data?.rules ?? []) },
          { kind: 'choice', id: 'agent', label: 'Agent', options: plain(facets.data?.agents ?? []) },
          { kind: 'choice', id: 'period', label: 'Received', options: PERIODS },
        ]}
      />
      <DataTable
        caption="Calls"
        columns={COLUMNS}
        pages={pages}
        keyOf={({ action }) => action}
        empty={
          <Empty title="No call matches">
            <p>
              Take back a filter above. Calls are found by a part of the tool’s name, or by the name of their
              run.
            </p>
          </Empty>
        }
      />
    </PageFrame>
  )
}

const COLUMNS: readonly DataColumn<CallItem>[] = [
  { head: 'Tool', header: true, cell: (call) => <CallName call={call} /> },
  {
    head: 'Decision',
    width: '7.5rem',
    cell: ({ verdict, effect }) => (
      <>
        <span className="verdict">{verdict}</span>
        {effect === 'enforced' ? null : <span className="soft small block">{effect}</span>}
      </>
    ),
  },
  {
    head: 'Rule',
    width: '17.25rem',
    from: 'wide',
    cell: ({ rule, reasons }) =>
      rule === null ? (
        <span className="soft">{reasons.join(', ')}</span>
      ) : (
        <code className="small">{rule}</code>
      ),
  },
  {
    head: 'What happened',
    width: '11rem',
    from: 'medium',
    cell: (call) => <OutcomeMark outcomes={call.outcomes} />,
  },
  { head: 'Run', width: '10rem', from: 'widest', cell: (call) => <RunOf call={call} /> },
  {
    head: 'Received',
    width: '10.25rem',
    from: 'medium',
    cell: ({ received_at }) => <Time at={received_at} brief />,
  },
]

function CallName({ call }: { call: CallItem }) {
  const places = usePlaces()
  return (
    <>
      <Link to={places.call(call.action)} row>
        {call.tool}
      </Link>
      <span className="only-narrow soft small">
        <OutcomeMark outcomes={call.outcomes} /> <Time at={call.received_at} brief />
      </span>
    </>
  )
}

function RunOf({ call }: { call: CallItem }) {
  const places = usePlaces()
  return (
    <>
      <Link to={places.run(call.session)}>{call.session_external_id}</Link>
      <span className="soft small block">{call.agent}</span>
    </>
  )
}
