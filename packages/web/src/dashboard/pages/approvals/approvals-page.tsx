/** Approvals: a queue of cards, the most urgent first; a person says yes or no, with a reason that is published. */
import { counted } from '../../../words/figures.js'
import type { Approval } from '../../api/approvals.js'
import { useProjectPages, itemsOf } from '../../api/use-answer.js'
import { useQueryParams } from '../../parts/address.js'
import { usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Empty, Failed, Loading } from '../../parts/states.js'
import { TabBar } from '../../parts/tabbed.js'
import { Button } from '../../../design/button.js'
import { ApprovalCard } from './approval-card.js'
import { AnsweredCard } from './answered-card.js'
import { walkCards } from './walk-cards.js'

export function ApprovalsPage() {
  const places = usePlaces()
  const state = useQueryParams()['state'] === 'answered' ? 'answered' : 'waiting'
  const pages = useProjectPages<Approval>('/approvals', ['approvals', 'actions'], { state })
  const approvals = itemsOf(pages)
  return (
    <PageFrame
      title="Approvals"
      lead="Calls that a rule keeps until a person has decided. Approving lifts this one call once, within its time; the agent asks again and goes on."
    >
      <TabBar
        label="Approvals"
        current={state}
        tabs={[
          { id: 'waiting', label: 'Waiting', place: places.at('approvals') },
          { id: 'answered', label: 'Answered', place: places.at('approvals', { state: 'answered' }) },
        ]}
      />
      {pages.data === undefined ? (
        pages.error === null ? (
          <Loading lines={6} />
        ) : (
          <Failed problem={pages.error} again={() => void pages.refetch()} />
        )
      ) : approvals.length === 0 ? (
        <Nobody state={state} />
      ) : (
        <Queue approvals={approvals} state={state} />
      )}
      {pages.hasNextPage ? (
        <p>
          <Button onClick={() => void pages.fetchNextPage()}>Show more</Button>
        </p>
      ) : null}
    </PageFrame>
  )
}

function Queue({ approvals, state }: { approvals: readonly Approval[]; state: 'waiting' | 'answered' }) {
  if (state === 'answered')
    return (
      <ul className="stack" aria-label="Answered">
        {approvals.map((approval) => (
          <li key={approval.action}>
            <AnsweredCard approval={approval} />
          </li>
        ))}
      </ul>
    )
  const urgent = approvals.toSorted((left, right) => ((left.due_at ?? '~') < (right.due_at ?? '~') ? -1 : 1))
  return (
    <>
      <p className="small soft" role="status">
        {counted(approvals.length, 'call')} waiting
        <Only role="operator">
          <span className="queue-keys">
            : <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>a</kbd> approve, <kbd>d</kbd> decline
          </span>
        </Only>
      </p>
      <ul className="stack" aria-label="Waiting" onKeyDown={walkCards}>
        {urgent.map((approval) => (
          <li key={approval.action}>
            <ApprovalCard approval={approval} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Nobody({ state }: { state: 'waiting' | 'answered' }) {
  return state === 'waiting' ? (
    <Empty title="Nobody waits for you">
      <p>
        When a rule answers STEP_UP, the call appears here at once, and waits until its time is up. Calls that
        nobody answers are closed as denied.
      </p>
    </Empty>
  ) : (
    <Empty title="Nothing was answered yet">
      <p>Every answer given here is kept with its reason, and with the call that it let through.</p>
    </Empty>
  )
}
