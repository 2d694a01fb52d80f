/** The findings of an issue, newest first, each with where it happened, what was said of it, and its review. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { StatusMark } from '../../../design/status-mark.js'
import { Time } from '../../../design/time.js'
import type { IssueDetail, IssueFinding } from '../../api/issues.js'
import type { Grown } from '../../api/use-answer.js'
import { Link, usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { lagWords } from '../../parts/now.js'
import { type Review, ReviewDialog } from './review-dialog.js'

const STATES: Record<IssueFinding['state'], { status: 'fail' | 'declared' | 'pass'; word: string }> = {
  open: { status: 'fail', word: 'open' },
  resolved: { status: 'declared', word: 'reviewed' },
  cleared: { status: 'pass', word: 'cleared' },
}

export function FindingList({ pages }: { pages: Grown<IssueDetail> }) {
  const findings = pages.data?.pages.flatMap((page) => page.findings.items) ?? []
  return (
    <section className="stack" aria-labelledby="events">
      <h2 id="events">Findings</h2>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={finding.finding}>
            <FindingRow finding={finding} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage ? (
        <p>
          <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
            {pages.isFetchingNextPage ? 'Loading …' : 'Show more'}
          </Button>
        </p>
      ) : null}
    </section>
  )
}

function FindingRow({ finding }: { finding: IssueFinding }) {
  const places = usePlaces()
  const [decision, setDecision] = useState<Review['decision'] | null>(null)
  const { status, word } = STATES[finding.state]
  return (
    <article className="finding-row">
      <div className="stack">
        <p className="row">
          <StatusMark status={status} word={word} quiet={finding.state !== 'open'} />
          {finding.action === null ? (
            <code>{finding.tool ?? finding.finding}</code>
          ) : (
            <Link to={places.call(finding.action)}>{finding.tool ?? 'the call'}</Link>
          )}
          {finding.session === null ? null : (
            <Link to={places.run(finding.session)} className="small">
              its run
            </Link>
          )}
          <span className="soft small">
            {finding.agent === null ? '' : `${finding.agent}, `}raised <Time at={finding.raised_at} />
            {finding.cleared_at === null ? null : (
              <>
                , cleared <Time at={finding.cleared_at} />
              </>
            )}
          </span>
        </p>
        {finding.reviews.map(({ act, by, reason, at, entry_hash }) => (
          <p key={entry_hash} className="small review">
            <strong>{by ?? 'Somebody'}</strong> {act.endsWith('resolved') ? 'resolved' : 'reopened'} it{' '}
            <Time at={at} />: “{reason ?? 'no reason given'}”
          </p>
        ))}
        <Detail value={finding.detail} />
      </div>
      {finding.state === 'cleared' ? null : (
        <Only role="operator">
          <Button
            onClick={() => {
              setDecision(finding.state === 'open' ? 'resolve' : 'reopen')
            }}
          >
            {finding.state === 'open' ? 'Resolve' : 'Reopen'}
          </Button>
        </Only>
      )}
      {decision === null ? null : (
        <ReviewDialog
          review={{ decision, of: 'finding', kind: finding.kind, finding: finding.finding }}
          onClose={() => {
            setDecision(null)
          }}
        />
      )}
    </article>
  )
}

/** What it was raised from: flat members as a line, anything deeper as JSON. */
function Detail({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return null
  return (
    <p className="soft small wrap">
      {Object.entries(value)
        .map(([name, member]) => memberWords(name, member))
        .join(' · ')}
    </p>
  )
}

function memberWords(name: string, value: unknown): string {
  if (name.endsWith('_ms') && typeof value === 'number')
    return `${name.slice(0, -3).replace(/_/g, ' ')}: ${lagWords(value)}`
  return `${name.replace(/_/g, ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
