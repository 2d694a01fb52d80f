/** Who and what: the first thing a reviewer reads (pages.md, first screen 1). */
import type { ReactNode } from 'react'
import type { PageSummary } from '@heron/evidence'
import { Term } from '../../design/glossary-term.js'
import { Time } from '../../design/time.js'
import { count, counted, share } from '../../words/figures.js'

export function Masthead({ summary }: { summary: PageSummary }) {
  const { window: shown, counts } = summary
  return (
    <header className="masthead stack">
      <h1>
        {summary.vendor} <span className="soft">/ {summary.project.name}</span>
      </h1>
      <p className="lead">
        What this vendor’s agents did, as recorded before and after each tool call. You can check it yourself:
        nothing here needs trust in this page.
      </p>
      <dl className="figures">
        <Figure label={<Term of="window">Window</Term>}>
          <Time at={shown.from} day /> – <Time at={shown.to} day />
          <span className="soft small block">
            {counted(shown.days, 'day')}, {shown.set_by === 'link' ? 'set by this link' : 'set by the vendor'}
          </span>
        </Figure>
        <Figure label={<Term of="session">Runs</Term>}>
          {count(counts.sessions)}
          <span className="soft small block">
            {counts.open_sessions === 0 ? 'all closed' : `${count(counts.open_sessions)} still open`}
          </span>
        </Figure>
        <Figure label={<Term of="action">Tool calls</Term>}>
          {count(counts.actions)}
          <span className="soft small block">
            <Term of="coverage">{share(counts.actions_with_statement, counts.actions)}</Term> have a
            statement, the vendor says
          </span>
        </Figure>
        <Figure label="Last record">
          <Time at={summary.last_record_at} />
          <span className="soft small block">by Heron’s clock</span>
        </Figure>
      </dl>
      {shown.changes.length === 0 ? null : (
        <details>
          <summary className="small">The window was changed {counted(shown.changes.length, 'time')}</summary>
          <ul className="plain-list small">
            {shown.changes.map(({ at, from_days, to_days, reason }) => (
              <li key={at}>
                <Time at={at} />: from {counted(from_days, 'day')} to {counted(to_days, 'day')}
                {to_days < from_days ? ', which hides older runs' : ''}. The vendor’s reason:{' '}
                {reason ?? 'none given'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </header>
  )
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
