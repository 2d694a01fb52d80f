/** Issues: findings grouped by the problem that they are instances of, one row a kind. */
import type { Severity } from '@heron/evidence'
import { Sparkline } from '../../../design/chart/sparkline.js'
import { SeverityMark } from '../../../design/severity.js'
import { Time } from '../../../design/time.js'
import { count, counted } from '../../../words/figures.js'
import type { Issue } from '../../api/issues.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { useQueryParams } from '../../parts/address.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { PERIODS, sinceOf } from '../../parts/period.js'
import { Answered, Empty } from '../../parts/states.js'
import { findingTitle } from './finding-titles.js'

const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export function IssuesPage() {
  const { state, period, environment, severity } = useQueryParams()
  const answer = useProjectAnswer<{ readonly items: readonly Issue[] }>('/issues', ['findings'], {
    ...{ state, environment },
    since: sinceOf(period),
  })
  const filtered = [state, period, severity].some((value) => value !== undefined)
  return (
    <PageFrame
      title="Issues"
      lead="Where what happened is not what was decided, or a record is not what was signed. Reviewing one says why it may rest; it never removes it from the evidence page."
    >
      <FilterBar
        label="Filter issues"
        filters={[
          {
            kind: 'choice',
            id: 'state',
            label: 'State',
            options: [
              { value: 'open', label: 'open' },
              { value: 'resolved', label: 'reviewed' },
              { value: 'cleared', label: 'cleared by itself' },
            ],
          },
          {
            kind: 'choice',
            id: 'severity',
            label: 'Severity',
            options: SEVERITIES.map((value) => ({ value, label: value })),
          },
          { kind: 'choice', id: 'period', label: 'Raised', options: PERIODS },
        ]}
      />
      <Answered answer={answer} lines={6}>
        {({ items }) => {
          const shown = items.filter((issue) => severity === undefined || issue.severity === severity)
          return shown.length === 0 ? (
            <Empty title={filtered ? 'No issue matches' : 'No issue'}>
              <p>
                {filtered
                  ? 'Take back a filter above.'
                  : 'Nothing was raised. That is what was found, not a promise that nothing happened.'}
              </p>
            </Empty>
          ) : (
            <ul className="issues" aria-label="Issues">
              {shown.map((issue) => (
                <li key={issue.kind}>
                  <IssueRow issue={issue} />
                </li>
              ))}
            </ul>
          )
        }}
      </Answered>
    </PageFrame>
  )
}

function IssueRow({ issue }: { issue: Issue }) {
  const places = usePlaces()
  const { period } = useQueryParams()
  const { kind, severity, published, open, runs, runs_at_least, tools, last_seen, trend } = issue
  return (
    <article className={issue.state === 'open' ? 'issue' : 'issue resolved'}>
      <SeverityMark severity={severity} />
      <div className="issue-name">
        <h2>
          <Link to={places.issue(kind, { period })}>{findingTitle(kind)}</Link>
        </h2>
        <p className="soft small">
          <span className="mono">{kind}</span>
          {published ? '' : ' · seen by operators only'}
        </p>
      </div>
      <div className="issue-trend">
        <Sparkline values={trend.map((day) => day.count)} />
        <span className="soft small">14 days</span>
      </div>
      <p className="issue-count">
        <strong>{issue.state === 'open' ? count(open) : '0'}</strong>
        <span className="soft small"> open of {count(issue.count)}</span>
      </p>
      <p className="soft small issue-where">
        {runs_at_least ? 'over ' : ''}
        {counted(runs, 'run')}, {counted(tools, 'tool')}
        <span className="block">
          last <Time at={last_seen} brief />
        </span>
      </p>
    </article>
  )
}
