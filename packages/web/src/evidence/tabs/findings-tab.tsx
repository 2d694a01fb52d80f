/** Findings: each with what it would mean, harmless causes included. Reviewing one removes nothing. */
import { type PageFinding, PUBLISHED_FINDINGS } from '@heron/evidence'
import { EmptyState } from '../../design/empty-state.js'
import { SeverityMark } from '../../design/severity.js'
import { Time } from '../../design/time.js'
import { counted } from '../../words/figures.js'
import { FINDING_WORDS } from '../../words/findings.js'
import { callHref, type Route, runHref, tabHref } from '../route.js'
import { Answered, More } from '../source/answered.js'
import { usePages } from '../source/use-answer.js'
import { Choice } from './runs-tab.js'

export function FindingsTab({ route }: { route: Route }) {
  const asked = { kind: route.filter.get('kind') ?? '', state: route.filter.get('state') ?? '' }
  const pages = usePages(`findings ${JSON.stringify(asked)}`, (source, cursor) =>
    source.findings(asked, cursor),
  )
  const apply = (next: typeof asked) => {
    const set = Object.entries(next).filter(([, value]) => value !== '')
    window.location.hash = tabHref('findings', Object.fromEntries(set))
  }
  return (
    <div className="stack">
      <form className="row filters no-print" aria-label="Filter findings">
        <Choice
          label="Kind"
          value={asked.kind}
          values={Object.keys(PUBLISHED_FINDINGS)}
          onChange={(kind) => {
            apply({ ...asked, kind })
          }}
        />
        <Choice
          label="State"
          value={asked.state}
          values={['open', 'reviewed']}
          onChange={(state) => {
            apply({ ...asked, state })
          }}
        />
      </form>
      <Answered answer={pages.answer}>
        {(findings) =>
          findings.length === 0 ? (
            <EmptyState>
              None raised in this window{asked.kind === '' && asked.state === '' ? '' : ' with this filter'}.
              That is what was found, not a promise that nothing happened.
            </EmptyState>
          ) : (
            <ul className="stack">
              {findings.map((finding) => (
                <li key={finding.finding}>
                  <FindingCard finding={finding} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      <More pages={pages} />
    </div>
  )
}

export function FindingCard({ finding }: { finding: PageFinding }) {
  const { title, means, harmless } = FINDING_WORDS[finding.kind]
  return (
    <article className="card stack">
      <h3 className="row">
        <SeverityMark severity={finding.severity} /> {title}
        <span className="mono small soft">{finding.kind}</span>
      </h3>
      <p>{means}</p>
      <p className="soft">Harmless causes: {harmless}</p>
      <p className="row small">
        <span>
          raised <Time at={finding.raised_at} />
        </span>
        {finding.cleared_at === null ? null : (
          <span>
            cleared <Time at={finding.cleared_at} />
          </span>
        )}
        {finding.tool === null ? null : <code>{finding.tool}</code>}
        {finding.action === null ? null : <a href={callHref(finding.action)}>the call</a>}
        {finding.session === null ? null : <a href={runHref(finding.session)}>its run</a>}
      </p>
      {finding.reviews.length === 0 ? (
        <p className="small soft">Not reviewed by the vendor.</p>
      ) : (
        <details>
          <summary className="small">{counted(finding.reviews.length, 'review')} by the vendor</summary>
          <ul className="plain-list small">
            {finding.reviews.map(({ act, reason, at, entry_hash }) => (
              <li key={entry_hash}>
                <Time at={at} /> {act}: {reason ?? 'no reason given'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  )
}
