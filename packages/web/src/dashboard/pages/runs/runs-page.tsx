/** Runs: every run of every agent, newest first, searched and filtered. */
import { VERDICTS } from '@heron/evidence'
import { Time } from '../../../design/time.js'
import { count } from '../../../words/figures.js'
import type { Facets, SessionItem } from '../../api/reading.js'
import { useProjectAnswer, useProjectPages } from '../../api/use-answer.js'
import { useQueryParams } from '../../parts/address.js'
import { type DataColumn, DataTable } from '../../parts/data-table.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { PERIODS, sinceOf } from '../../parts/period.js'
import { Empty } from '../../parts/states.js'
import { VerdictCounts } from '../../parts/verdicts.js'
import { FINDING_OPTIONS } from '../issues/finding-titles.js'
import { RunsTabs } from './runs-tabs.js'

export function RunsPage() {
  const { q, agent, state, verdict, finding, period, environment } = useQueryParams()
  const facets = useProjectAnswer<Facets>('/facets', ['sessions'])
  const pages = useProjectPages<SessionItem>('/sessions', ['sessions', 'actions', 'findings'], {
    ...{ q, agent, state, verdict, finding, environment },
    since: sinceOf(period),
  })
  const filtered = [q, agent, state, verdict, finding, period].some((value) => value !== undefined)
  return (
    <PageFrame
      title="Runs"
      lead="Each run of an agent is one hash chain. Closing it signs its head and its count."
    >
      <RunsTabs current="runs" />
      <FilterBar
        label="Filter runs"
        filters={[
          { kind: 'text', id: 'q', label: 'Search', placeholder: 'Run, agent, principal or task' },
          { kind: 'choice', id: 'agent', label: 'Agent', options: plain(facets.data?.agents ?? []) },
          {
            kind: 'choice',
            id: 'state',
            label: 'State',
            options: [
              { value: 'open', label: 'open' },
              { value: 'closed', label: 'closed' },
            ],
          },
          { kind: 'choice', id: 'verdict', label: 'Decision', options: plain(VERDICTS) },
          { kind: 'choice', id: 'finding', label: 'Finding', options: FINDING_OPTIONS },
          { kind: 'choice', id: 'period', label: 'Opened', options: PERIODS },
        ]}
      />
      <DataTable
        caption="Runs"
        columns={COLUMNS}
        pages={pages}
        keyOf={({ session }) => session}
        empty={filtered ? <NoMatch /> : <NoRuns />}
      />
    </PageFrame>
  )
}

const COLUMNS: readonly DataColumn<SessionItem>[] = [
  { head: 'Run', header: true, cell: (run) => <RunName run={run} /> },
  {
    head: 'Agent',
    width: '10.5rem',
    from: 'medium',
    cell: ({ agent, agent_version }) => (
      <>
        {agent}
        {agent_version === null ? null : <span className="soft small block">version {agent_version}</span>}
      </>
    ),
  },
  {
    head: 'Worked for',
    width: '9rem',
    from: 'widest',
    cell: ({ principal }) => <code className="small">{principal.ref}</code>,
  },
  {
    head: 'Opened',
    width: '10.25rem',
    from: 'medium',
    cell: ({ opened_at, closed_at }) => (
      <>
        <Time at={opened_at} brief />
        <span className="soft small block">{closed_at === null ? 'still open' : 'closed'}</span>
      </>
    ),
  },
  {
    head: 'Decisions',
    width: '13rem',
    from: 'wide',
    cell: ({ verdicts }) => <VerdictCounts verdicts={verdicts} />,
  },
  { head: 'Calls', width: '5rem', number: true, cell: ({ actions }) => count(actions) },
  {
    head: 'Findings',
    width: '5.8rem',
    number: true,
    cell: ({ findings }) =>
      findings === 0 ? <span className="soft">0</span> : <strong>{count(findings)}</strong>,
  },
]

function RunName({ run }: { run: SessionItem }) {
  const places = usePlaces()
  return (
    <>
      <Link to={places.run(run.session)} row>
        {run.external_id}
      </Link>
      {run.environment === 'live' ? null : <span className="chip">{run.environment}</span>}
      <span className="only-narrow soft small">
        {run.agent}, <Time at={run.opened_at} brief />
      </span>
    </>
  )
}

function NoMatch() {
  return (
    <Empty title="No run matches">
      <p>
        Take back a filter above. A run is found by a part of its name, its agent, whom it worked for or its
        task.
      </p>
    </Empty>
  )
}

function NoRuns() {
  const places = usePlaces()
  return (
    <Empty
      title="No run yet"
      action={<Link to={places.at('getting-started')}>How an agent is connected</Link>}
    >
      <p>A run appears here as soon as an agent opens a session with this project’s API key.</p>
    </Empty>
  )
}

export function plain(values: readonly string[]): readonly { value: string; label: string }[] {
  return values.map((value) => ({ value, label: value }))
}
