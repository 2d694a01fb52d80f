/** Resolves or reopens findings: a reason, and one signed entry for each of them. */
import { type FindingKind, REVIEW_ACTS } from '@heron/evidence'
import { useToast } from '../../../design/toast.js'
import { counted } from '../../../words/figures.js'
import { useProjectAct } from '../../api/use-answer.js'
import { ReasonDialog } from '../../parts/reason-dialog.js'
import { findingTitle } from './finding-titles.js'

export type Review = { readonly decision: 'resolve' | 'reopen' } & (
  | {
      readonly of: 'issue'
      readonly kind: FindingKind
      /** How many the filter shows. */
      readonly number: number
      readonly filter: Readonly<Record<string, string | undefined>>
    }
  | { readonly of: 'finding'; readonly kind: FindingKind; readonly finding: string }
)

export function ReviewDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const toast = useToast()
  const { decision } = review
  const number = review.of === 'issue' ? review.number : 1
  const act = useProjectAct<string, { readonly reviewed?: number; readonly remaining?: number }>((reason) =>
    review.of === 'issue'
      ? { path: `/issues/${review.kind}/review`, body: { decision, reason, filter: review.filter } }
      : { path: `/findings/${encodeURIComponent(review.finding)}/review`, body: { decision, reason } },
  )
  const verb = decision === 'resolve' ? 'Resolve' : 'Reopen'
  return (
    <ReasonDialog
      title={`${verb} ${counted(number, 'finding')}: ${findingTitle(review.kind)}`}
      entry={{
        act: REVIEW_ACTS[decision],
        subject: review.of === 'finding' ? `finding:${review.finding}` : 'finding:…, one entry for each',
      }}
      confirm={verb}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { reviewed = 1, remaining = 0 } = await act.mutateAsync(reason)
        const rest = remaining === 0 ? '' : ` ${counted(remaining, 'more is', 'more are')} left: do it again.`
        toast(`${counted(reviewed, 'finding')} ${decision === 'resolve' ? 'resolved' : 'reopened'}.${rest}`)
      }}
    >
      <p>
        {decision === 'resolve'
          ? 'Findings stay on the evidence page, marked as reviewed, with your reason beside them.'
          : 'The findings count as open again. What was said before stays in the log.'}
      </p>
    </ReasonDialog>
  )
}
