/** What went wrong: findings by severity; and what this record cannot show (pages.md, first screen 4 and 5). */
import type { PageSummary, Severity } from '@heron/evidence'
import { SeverityMark } from '../../design/severity.js'
import { Time } from '../../design/time.js'
import { counted } from '../../words/figures.js'
import { FINDING_WORDS } from '../../words/findings.js'
import { LIMITS } from '../../words/limits.js'
import { tabHref } from '../route.js'

const ORDER: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export function WentWrong({ findings }: Pick<PageSummary, 'findings'>) {
  const sorted = [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
  return (
    <section className="stack" aria-labelledby="went-wrong">
      <h2 id="went-wrong">What went wrong</h2>
      {sorted.length === 0 ? (
        <p>None raised in this window. That is what was found, not a promise that nothing happened.</p>
      ) : (
        <ul className="wrong">
          {sorted.map(({ kind, severity, open, reviewed, newest_at }) => (
            <li key={kind}>
              <SeverityMark severity={severity} />
              <a href={tabHref('findings', { kind })}>{FINDING_WORDS[kind].title}</a>
              <span className="number small">
                {open} open{reviewed === 0 ? '' : `, ${counted(reviewed, 'reviewed', 'reviewed')}`}
              </span>
              <span className="soft small newest">
                newest <Time at={newest_at} day />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function CannotShow() {
  return (
    <section className="stack" aria-labelledby="cannot-show">
      <h2 id="cannot-show">What this cannot show</h2>
      <ul className="limits">
        {LIMITS.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}.</strong> <span className="soft">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
