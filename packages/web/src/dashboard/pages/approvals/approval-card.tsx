/** A call that waits: what will happen, what is known of it, how long there is, and the two answers. */
import { APPROVAL_ACTS } from '@heron/evidence'
import { useState } from 'react'
import { Hash } from '../../../design/hash.js'
import { Time } from '../../../design/time.js'
import { useToast } from '../../../design/toast.js'
import { counted } from '../../../words/figures.js'
import { DimensionChips } from '../../../record/dimensions.js'
import type { Approval } from '../../api/approvals.js'
import { useProjectAct } from '../../api/use-answer.js'
import { Link, usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { countdownWords, useNow } from '../../parts/now.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { Arguments } from '../calls/asked.js'

type Decision = 'APPROVE' | 'DECLINE'

export function ApprovalCard({ approval }: { approval: Approval }) {
  const places = usePlaces()
  const [asking, setAsking] = useState<Decision | null>(null)
  const { action, words, rule, classification, earlier } = approval
  return (
    <article className="card stack approval" tabIndex={0} data-approval aria-label={words}>
      <header className="approval-head">
        <h2>{asSentence(words)}</h2>
        {approval.due_at === null ? null : <TimeLeft from={approval.requested_at} until={approval.due_at} />}
      </header>
      <DimensionChips dimensions={classification} />
      <div className="approval-body">
        <dl className="facts">
          <dt>Agent</dt>
          <dd>
            {approval.agent}, for {approval.principal.type} <code>{approval.principal.ref}</code>, in run{' '}
            <Link to={places.run(approval.session)}>{approval.session_external_id}</Link>
          </dd>
          <dt>Asked by rule</dt>
          <dd>
            {rule === null ? (
              approval.reasons.join(', ')
            ) : (
              <>
                <Link to={places.at('policy', { rule: rule.id })}>{rule.title}</Link>{' '}
                <span className="soft small">{rule.text}</span>
              </>
            )}
          </dd>
          <dt>Before</dt>
          <dd>{earlierWords(earlier)}</dd>
          <dt>Bound to</dt>
          <dd>
            <Hash value={approval.args_hash} of="hash of the arguments" />{' '}
            <span className="soft small">these arguments, and no others</span>
          </dd>
        </dl>
        <Arguments value={approval.args_redacted} />
      </div>
      <footer className="row spread">
        <Link to={places.call(action)} className="small">
          The call and its receipts
        </Link>
        <Only
          role="operator"
          otherwise={<span className="soft small">An operator can answer; your role is to look.</span>}
        >
          <span className="row">
            <button
              type="button"
              className="button"
              data-answer="DECLINE"
              onClick={() => {
                setAsking('DECLINE')
              }}
            >
              Decline
            </button>
            <button
              type="button"
              className="button primary"
              data-answer="APPROVE"
              onClick={() => {
                setAsking('APPROVE')
              }}
            >
              Approve
            </button>
          </span>
        </Only>
      </footer>
      {asking === null ? null : (
        <AnswerDialog
          approval={approval}
          decision={asking}
          onClose={() => {
            setAsking(null)
          }}
        />
      )}
    </article>
  )
}

function AnswerDialog({
  approval,
  decision,
  onClose,
}: {
  approval: Approval
  decision: Decision
  onClose: () => void
}) {
  const toast = useToast()
  const { action, words } = approval
  const answer = useProjectAct<string>((reason) => ({
    path: `/approvals/${encodeURIComponent(action)}`,
    body: { decision, reason },
  }))
  const approve = decision === 'APPROVE'
  return (
    <ReasonDialog
      title={`${approve ? 'Approve' : 'Decline'}: ${words}`}
      entry={{ act: APPROVAL_ACTS[decision], subject: `action:${action}` }}
      confirm={approve ? 'Approve once' : 'Decline'}
      danger={!approve}
      onClose={onClose}
      onConfirm={async (reason) => {
        await answer.mutateAsync(reason)
        toast(approve ? 'Approved: the agent goes on when it asks again.' : 'Declined: the call stays unrun.')
      }}
    >
      <p>
        {approve
          ? 'The next call of this run with the same tool and the same arguments is let through, once. Every other call is judged as before.'
          : 'The call stays denied. The agent is told so when it asks again.'}
      </p>
    </ReasonDialog>
  )
}

/** The service's words begin small. */
function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function earlierWords({ approved, declined }: Approval['earlier']): string {
  if (approved + declined === 0) return 'nobody was asked about this tool by this rule before'
  return `approved ${counted(approved, 'time')}, declined ${counted(declined, 'time')}, same tool and rule`
}

/** How long there still is, as a bar and in words. */
function TimeLeft({ from, until }: { from: string; until: string }) {
  const now = useNow()
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const left = Math.max(0, end - now)
  return (
    <div className="time-left">
      <span className="small" title={until}>
        {left === 0 ? 'its time is up' : `${countdownWords(left)} left`}
      </span>
      <progress aria-label="Time left to answer" max={Math.max(1, end - start)} value={left} />
      <span className="soft small">
        asked <Time at={from} brief />
      </span>
    </div>
  )
}
