/** What went wrong and is still open, by severity; and who waits for an answer. */
import type { Severity } from '@heron/evidence'
import { SeverityMark } from '../../../design/severity.js'
import { count, counted } from '../../../words/figures.js'
import type { OverviewAnswer } from '../../api/reading.js'
import { Link, usePlaces } from '../../parts/link.js'

const ORDER: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export function IssuesBySeverity({ overview }: { overview: OverviewAnswer }) {
  const places = usePlaces()
  const { issues_by_severity, approvals_waiting } = overview
  const none = ORDER.every((severity) => issues_by_severity[severity] === 0)
  return (
    <section className="card stack" aria-labelledby="open-issues">
      <h2 id="open-issues">Waiting for a person</h2>
      <ul className="waiting">
        <li>
          <span>Approvals</span>
          <Link to={places.at('approvals')} className="number">
            {approvals_waiting === 0 ? 'none' : counted(approvals_waiting, 'call')}
          </Link>
        </li>
        {ORDER.map((severity) => (
          <li key={severity}>
            <SeverityMark severity={severity} />
            <Link to={places.at('issues', { state: 'open', severity })} className="number">
              {count(issues_by_severity[severity])}
              <span className="visually-hidden"> open findings</span>
            </Link>
          </li>
        ))}
      </ul>
      {none ? <p className="soft small">No open finding. That is what was found, not a promise.</p> : null}
    </section>
  )
}
