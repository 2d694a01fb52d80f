/**
 * An unanswered STEP_UP or DEFER becomes DENY (heron.md §3, AARM R4): a signed resolution receipt closes it once its
 * time is over. Idempotent, and safe beside other processes: whoever answers first wins, and the row says which.
 */
import { receiptText, type ResolutionPayload } from '@heron/evidence'
import { signText } from '../keys/signer.js'
import { findAction } from '../store/queries/actions.js'
import { findApprovalAnswer } from '../store/queries/approvals.js'
import { insertReceipt } from '../store/queries/records.js'
import { deleteAwaited, insertAnswered, listOverdue } from '../store/queries/sessions.js'
import type { Schema } from '../store/schema.js'
import { step } from '../store/store.js'
import type { Parts } from './parts.js'

/** Questions closed in one round: enough to keep up with any vendor, few enough to leave the writer to others. */
const ROUND = 200

type ClosingParts = Pick<Parts, 'store' | 'signer' | 'now' | 'newId'>

/** Closes what is overdue now, one round of it; answers how many were closed. */
export async function closeUnanswered(parts: ClosingParts): Promise<number> {
  const overdue = await parts.store.all(listOverdue, { now: parts.now(), limit: ROUND })
  const closed = await Promise.all(overdue.map((question) => closeOne(parts, question)))
  return closed.filter(Boolean).length
}

async function closeOne(parts: ClosingParts, question: Schema['awaited_answers']): Promise<boolean> {
  const { organization_id, project_id, session_id, action_id } = question
  const scope = { organization_id, project_id }
  const action = await parts.store.first(findAction, { ...scope, id: action_id })
  if (action === undefined) throw new Error('a question is waiting for an action that is not stored')
  const heard = await parts.store.first(findApprovalAnswer, { ...scope, action_id })
  const unanswered = heard?.decision === 'DECLINE' ? 'human_declined' : 'approval_timeout'
  const payload: ResolutionPayload = {
    kind: 'resolution',
    v: 1,
    org: organization_id,
    project: project_id,
    session: session_id,
    action: action_id,
    decision: action.decision_id,
    verdict: 'DENY',
    reason: question.verdict === 'DEFER' ? 'context_timeout' : unanswered,
    resolved_at: parts.now(),
  }
  const text = receiptText(payload)
  const { kid, signature } = await signText(parts.signer, text)
  const receiptId = `rcx_${parts.newId()}`
  const written = await parts.store.commit([
    step(deleteAwaited, { ...scope, session_id, action_id }),
    step(insertAnswered, {
      ...{ ...scope, action_id, answered_by_action_id: null },
      receipt_id: receiptId,
      answered_at: payload.resolved_at,
    }),
    step(insertReceipt, {
      ...{ ...scope, session_id, kid, signature },
      id: receiptId,
      kind: 'resolution',
      subject_id: action_id,
      payload_text: text,
      created_at: payload.resolved_at,
    }),
  ])
  return written.ok
}
