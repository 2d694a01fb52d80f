/** What must not be overlooked on any page: enforcement declared away, and a policy without a rule. */
import { useState } from 'react'
import { ENFORCEMENT_ACTS } from '@heron/evidence'
import { Banner } from '../../design/banner.js'
import { Time } from '../../design/time.js'
import { useToast } from '../../design/toast.js'
import { useProjectAct, useProjectAnswer } from '../api/use-answer.js'
import { Link, usePlaces } from '../parts/link.js'
import { Only } from '../parts/me.js'
import { countdownWords, useNow } from '../parts/now.js'
import { ReasonDialog } from '../parts/reason-dialog.js'
import { type EnforcementState, useStatus } from '../parts/status.js'

export function Banners() {
  const { data } = useStatus()
  const places = usePlaces()
  if (data === undefined) return null
  return (
    <>
      {data.enforcement.mode === 'enforced' ? null : <Suspension enforcement={data.enforcement} />}
      {data.no_rule ? (
        <Banner
          kind="alarm"
          title="No rule is enabled."
          action={<Link to={places.at('policy')}>Open the policy</Link>}
        >
          Every call is answered by the base alone, and reviewers see that as a gap.
        </Banner>
      ) : null}
    </>
  )
}

function Suspension({ enforcement }: { enforcement: Exclude<EnforcementState, { mode: 'enforced' }> }) {
  const { mode, reason, by, until } = enforcement
  const [ending, setEnding] = useState(false)
  const suspended = mode === 'suspended'
  return (
    <>
      <Banner
        kind={suspended ? 'alarm' : 'notice'}
        title={
          suspended ? 'Break-glass: enforcement is suspended.' : 'Shadow window: decisions are advisory.'
        }
        action={
          <Only role="admin">
            <button
              type="button"
              className="button"
              onClick={() => {
                setEnding(true)
              }}
            >
              End now
            </button>
          </Only>
        }
      >
        <Countdown until={until} /> (until <Time at={until} brief />
        ), declared by {by ?? 'an operator'}: “{reason}”
      </Banner>
      {ending ? (
        <EndDialog
          suspended={suspended}
          onClose={() => {
            setEnding(false)
          }}
        />
      ) : null}
    </>
  )
}

function EndDialog({ suspended, onClose }: { suspended: boolean; onClose: () => void }) {
  const acts = ENFORCEMENT_ACTS[suspended ? 'suspended' : 'advisory']
  const toast = useToast()
  const settings = useProjectAnswer<{ readonly revision: number | string }>('/settings', ['settings'])
  const end = useProjectAct<string>((reason) => ({
    path: suspended ? '/break-glass' : '/shadow-window',
    method: 'DELETE',
    body: { revision: settings.data?.revision, reason },
  }))
  return (
    <ReasonDialog
      title={suspended ? 'End break-glass now' : 'End the shadow window now'}
      entry={{ act: acts.ended, subject: acts.subject }}
      confirm="End it and enforce"
      onClose={onClose}
      onConfirm={async (reason) => {
        await end.mutateAsync(reason)
        toast('Decisions are enforced again.')
      }}
    >
      <p>
        From the next call on, what Heron decides is enforced. What was decided meanwhile stays as it was
        signed.
      </p>
    </ReasonDialog>
  )
}

function Countdown({ until }: { until: string }) {
  const now = useNow()
  return (
    <strong className="countdown" role="timer">
      {countdownWords(Date.parse(until) - now)} left
    </strong>
  )
}
