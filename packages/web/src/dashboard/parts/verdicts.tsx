/** Verdicts of a run in small, and outcomes of a call. */
import { VERDICTS } from '@heron/evidence'
import { StatusMark } from '../../design/status-mark.js'
import { count } from '../../words/figures.js'
import type { CallItem } from '../api/reading.js'

/** `12 ALLOW · 1 DENY`, in the order of the language; a dash for none. */
export function VerdictCounts({ verdicts }: { verdicts: Readonly<Record<string, number>> }) {
  const some = VERDICTS.filter((verdict) => (verdicts[verdict] ?? 0) > 0)
  if (some.length === 0) return <span className="soft">–</span>
  return (
    <span className="verdict-counts">
      {some.map((verdict) => (
        <span key={verdict} className={verdict === 'ALLOW' ? 'soft' : undefined}>
          {count(verdicts[verdict] ?? 0)} {verdict}
        </span>
      ))}
    </span>
  )
}

/** What the vendor says of a call; the last word counts, contradictions are told. */
export function OutcomeMark({ outcomes }: Pick<CallItem, 'outcomes'>) {
  const last = outcomes.at(-1)
  if (last === undefined) return <StatusMark status="gap" word="no statement" />
  const more = outcomes.length > 1 ? ` and ${count(outcomes.length - 1)} more` : ''
  return (
    <StatusMark
      status={last.signature_valid ? 'declared' : 'fail'}
      word={`${last.outcome}${more}${last.signature_valid ? '' : ', bad signature'}`}
    />
  )
}
