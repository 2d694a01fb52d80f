/**
 * A person answers a STEP_UP in the dashboard (heron.md §3, §4, §8): one signed entry, once for each question, while it waits.
 * The next call that repeats it in its session uses the answer; what that gives is the engine's to say.
 */
import { APPROVAL_ACTS } from '@heron/evidence'
import { findAction } from '../../store/queries/actions.js'
import { findApprovalAnswer, guardWaiting, insertApprovalAnswer } from '../../store/queries/approvals.js'
import { step } from '../../store/store.js'
import { actOf, type Operation, scopeOf } from '../operator-keys.js'
import { commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { personName } from '../settings/person-name.js'
import { requireStatedReason } from '../settings/stated-reason.js'

/**
 * @throws {Refusal} not_found; invalid_request without a reason; changed_meanwhile when it waits no longer, or somebody else
 * was quicker.
 */
export async function answerApproval(
  parts: OperatorParts,
  operation: Operation,
  actionId: string,
  decision: keyof typeof APPROVAL_ACTS,
): Promise<void> {
  const reason = requireStatedReason(operation.reason)
  const scope = scopeOf(operation)
  const action = await parts.store.first(findAction, { ...scope, id: actionId })
  if (action?.verdict !== 'STEP_UP') {
    throw new Refusal('not_found', 'there is no such call that waits for a person')
  }
  await requireUnanswered(parts, operation, actionId)
  const act = actOf(
    { ...operation, reason },
    {
      act: APPROVAL_ACTS[decision],
      subject: `action:${actionId}`,
      before: { state: 'waiting' },
      after: { decision },
    },
  )
  const written = await commitActs(parts, [act], ([entry]) => [
    step(guardWaiting, {
      ...scope,
      session_id: action.session_id,
      action_id: actionId,
      now: entry?.at ?? '',
    }),
    step(insertApprovalAnswer, {
      ...scope,
      action_id: actionId,
      ...{ decision, reason, answered_by: operation.actorId },
      approver: entry?.actor ?? '',
      tool: action.tool,
      rule: action.rule ?? '',
      entry_hash: entry?.entry_hash ?? '',
      answered_at: entry?.at ?? '',
    }),
  ])
  if (written !== null) return
  await requireUnanswered(parts, operation, actionId)
  throw new Refusal(
    'changed_meanwhile',
    'this call waits no longer: its time is over, or the vendor answered it; a new one has to be announced',
  )
}

async function requireUnanswered(
  { store }: OperatorParts,
  { project }: Operation,
  actionId: string,
): Promise<void> {
  const earlier = await store.first(findApprovalAnswer, { ...scopeOf({ project }), action_id: actionId })
  if (earlier === undefined) return
  const who = (await personName(store, project.organizationId, earlier.answered_by)) ?? 'somebody'
  const said = earlier.decision === 'APPROVE' ? 'approved' : 'declined'
  throw new Refusal('changed_meanwhile', `${who} ${said} this call at ${earlier.answered_at}`)
}
