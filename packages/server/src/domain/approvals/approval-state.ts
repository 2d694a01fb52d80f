/** Where a STEP_UP stands (heron.md §3, §4): it waits, somebody answered it, or its time is over. */
import { type DecisionPayload, parseJson } from '@heron/evidence'
import { findApprovalAnswer, findAwaited } from '../../store/queries/approvals.js'
import { findAnswered } from '../../store/queries/sessions.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'

/** `answered`: by the vendor's own statement of what a person said. */
export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'timed_out' | 'answered'

export type ApprovalPlace = {
  readonly state: ApprovalState
  /** Until when it can be answered; null once it was used or its end was signed. */
  readonly dueAt: string | null
  /** What was answered in the dashboard. */
  readonly answer: Schema['approval_answers'] | null
  /** The action that used the answer. */
  readonly usedBy: string | null
}

const STATES = { APPROVE: 'approved', DECLINE: 'declined' } as const

/** Null for a call that waits for nobody: another verdict, or one that did not bind. */
export async function readApprovalPlace(
  reader: Reader,
  action: Schema['actions'],
  now: string,
): Promise<ApprovalPlace | null> {
  if (action.verdict !== 'STEP_UP') return null
  const { organization_id, project_id, session_id, id: action_id } = action
  const scope = { organization_id, project_id, action_id }
  const answered = await reader.first(findAnswered, scope)
  const { enforcement } = parseJson(action.decision_text) as unknown as DecisionPayload
  if (enforcement.effect !== 'enforced' && answered === undefined) return null
  const awaited = await reader.first(findAwaited, { ...scope, session_id })
  const answer = (await reader.first(findApprovalAnswer, scope)) ?? null
  const dueAt = awaited?.due_at ?? null
  const usedBy = answered?.answered_by_action_id ?? null
  if (answer !== null) return { state: STATES[answer.decision], dueAt, answer, usedBy }
  if (usedBy !== null) return { state: 'answered', dueAt, answer, usedBy }
  return { state: dueAt !== null && dueAt > now ? 'waiting' : 'timed_out', dueAt, answer, usedBy }
}
