/** A call that was answered, or ran out of time: by whom, why, and which call the answer let through. */
import { StatusMark } from '../../../design/status-mark.js'
import { Time } from '../../../design/time.js'
import type { Approval } from '../../api/approvals.js'
import { Link, usePlaces } from '../../parts/link.js'

const WORDS: Record<Approval['state'], string> = {
  waiting: 'waiting',
  approved: 'approved',
  declined: 'declined',
  timed_out: 'nobody answered in time',
  answered: 'answered outside the dashboard',
}

export function AnsweredCard({ approval }: { approval: Approval }) {
  const places = usePlaces()
  const { action, words, state, answered = null } = approval
  return (
    <article className="card stack">
      <h2 className="row">
        <StatusMark status={state === 'approved' ? 'pass' : 'not_checked'} word={WORDS[state]} quiet />
        <Link to={places.call(action)}>{words}</Link>
      </h2>
      <p className="small">
        <span className="soft">
          {approval.agent} in run{' '}
          <Link to={places.run(approval.session)}>{approval.session_external_id}</Link>, asked{' '}
          <Time at={approval.requested_at} />
        </span>
      </p>
      {answered === null ? null : (
        <p>
          <strong>{answered.by ?? 'Somebody'}</strong> <Time at={answered.at} />: “{answered.reason}”
        </p>
      )}
      {answered?.decision !== 'APPROVE' ? null : answered.used_by_action === null ? (
        <p className="soft small">The agent has not asked again yet.</p>
      ) : (
        <p className="small">
          Let through <Link to={places.call(answered.used_by_action)}>this later call</Link>.
        </p>
      )}
    </article>
  )
}
