/** Overview: how the project stands; every number leads to what it counts. */
import type { OverviewAnswer } from '../../api/reading.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { useSearchParams } from '../../parts/address.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { PERIODS, sinceOf } from '../../parts/period.js'
import { useEnvironment } from '../../parts/project.js'
import { Answered, Empty } from '../../parts/states.js'
import { Agents } from './agents.js'
import { Changes } from './changes.js'
import { Figures } from './figures.js'
import { IssuesBySeverity } from './issues-by-severity.js'
import { VerdictMix } from './verdict-mix.js'

/** Figures are counted by the hour: less than a day would be a point or two. */
const OFFERED = PERIODS.filter(({ value }) => value !== '1h')
const DEFAULT_PERIOD = '24h'

export function OverviewPage() {
  const [params, change] = useSearchParams()
  const environment = useEnvironment()
  const period = OFFERED.find(({ value }) => value === params['period'])?.value ?? DEFAULT_PERIOD
  const answer = useProjectAnswer<OverviewAnswer>(
    '/overview',
    ['actions', 'sessions', 'executions', 'findings', 'approvals', 'log', 'settings'],
    { since: sinceOf(period), environment },
  )
  return (
    <PageFrame
      title="Overview"
      actions={
        <label className="environment">
          <span className="visually-hidden">Period</span>
          <select
            value={period}
            onChange={(event) => {
              change({ period: event.target.value === DEFAULT_PERIOD ? null : event.target.value })
            }}
          >
            {OFFERED.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Answered answer={answer} lines={10}>
        {(overview) =>
          overview.figures.calls === 0 && overview.agents.length === 0 ? (
            <Quiet overview={overview} period={period} />
          ) : (
            <Board overview={overview} period={period} />
          )
        }
      </Answered>
    </PageFrame>
  )
}

function Board({ overview, period }: { overview: OverviewAnswer; period: string }) {
  return (
    <div className="board">
      <Figures overview={overview} period={period} />
      <VerdictMix overview={overview} period={period} />
      <IssuesBySeverity overview={overview} />
      <Agents agents={overview.agents} period={period} />
      <Changes changes={overview.changes} />
      {overview.complete ? null : (
        <p className="soft small" role="status">
          More calls arrived than are counted yet: the figures catch up by themselves.
        </p>
      )}
    </div>
  )
}

function Quiet({ overview, period }: { overview: OverviewAnswer; period: string }) {
  const places = usePlaces()
  const words = PERIODS.find(({ value }) => value === period)?.label.toLowerCase() ?? period
  return (
    <div className="stack-wide">
      <Empty
        title={`No call was announced in the ${words}`}
        action={<Link to={places.at('getting-started')}>How an agent is connected</Link>}
      >
        <p>
          Figures appear as soon as an agent asks before its first tool call. If agents are running, they may
          use another project’s key, or another environment than the one chosen above.
        </p>
      </Empty>
      <div className="board">
        <IssuesBySeverity overview={overview} />
        <Changes changes={overview.changes} />
      </div>
    </div>
  )
}
