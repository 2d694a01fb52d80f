/**
 * Which earlier action does this one answer (heron.md §3)? A STEP_UP is answered by the action that names it, a DEFER
 * by a later action of the same session, tool and arguments, a MODIFY by the next action of the same session and tool. A
 * STEP_UP that a person answered in the dashboard is answered by the next action that repeats it, named or not.
 */
import { type ApprovalMatch, type ApprovalStatement, APPROVE, matchApproval } from '@heron/evidence'
import { findAction } from '../store/queries/actions.js'
import { findApprovalAnswer } from '../store/queries/approvals.js'
import { findAnswered } from '../store/queries/sessions.js'
import type { Announcement } from './announcement.js'
import type { Parts } from './parts.js'
import type { ProjectState } from './project-state.js'
import type { SessionState } from './session-state.js'
import type { Tenant } from './tenant.js'

/** The step-up that an approval statement names, as it is stored. */
export type NamedStepUp = {
  readonly actionId: string
  readonly session: string
  readonly tool: string
  readonly argsHash: string
  readonly verdict: 'ALLOW' | 'DENY' | 'STEP_UP' | 'MODIFY' | 'DEFER'
  readonly decidedAtMs: number
  readonly state: 'open' | 'lifted' | 'closed'
}

/** Looks up what the announcement's approval statement names; null where it states none, or names nothing here. */
export async function findNamedStepUp(
  { store }: Parts,
  tenant: Tenant,
  { stated }: Announcement,
): Promise<NamedStepUp | null> {
  if (stated.approval?.kind !== 'answer') return null
  const scope = { organization_id: tenant.organizationId, project_id: tenant.projectId }
  const action = await store.first(findAction, { ...scope, id: stated.approval.resolves_action })
  if (action === undefined) return null
  const answered = await store.first(findAnswered, { ...scope, action_id: action.id })
  const heard = await store.first(findApprovalAnswer, { ...scope, action_id: action.id })
  const { decided_at: decidedAt } = JSON.parse(action.decision_text) as { decided_at: string }
  return {
    actionId: action.id,
    session: action.session_id,
    tool: action.tool,
    argsHash: action.args_hash,
    verdict: action.verdict as NamedStepUp['verdict'],
    decidedAtMs: Date.parse(decidedAt),
    state: stateOf(answered, heard),
  }
}

/** A question that somebody declined in the dashboard stays closed, also where its time is over and no end is signed yet. */
function stateOf(
  answered: { readonly answered_by_action_id: string | null } | undefined,
  heard: { readonly decision: string } | undefined,
): NamedStepUp['state'] {
  if (answered === undefined) return heard?.decision === 'DECLINE' ? 'closed' : 'open'
  return answered.answered_by_action_id === null ? 'closed' : 'lifted'
}

/** A person's answer in the dashboard to a STEP_UP that a call repeats. */
export type OperatorAnswer = {
  readonly statement: Extract<ApprovalStatement, { kind: 'operator' }>
  /** By the clock of the process that took it. */
  readonly answeredAt: string
}

/** Looks up what people answered in the dashboard; costs a query only where the call repeats an open STEP_UP. */
export async function findOperatorAnswer(
  { store }: Parts,
  tenant: Tenant,
  announcement: Announcement,
  session: SessionState,
  now: string,
): Promise<OperatorAnswer | null> {
  const { approval } = announcement.stated
  const { questions } = session
  const named = approval?.kind === 'answer' ? approval.resolves_action : null
  const repeated =
    named === null
      ? questions.steppedUp(announcement, now).map(({ actionId }) => actionId)
      : [named].filter((actionId) => questions.isSteppedUp(announcement, actionId, now))
  for (const actionId of repeated) {
    const answer = await store.first(findApprovalAnswer, {
      organization_id: tenant.organizationId,
      project_id: tenant.projectId,
      action_id: actionId,
    })
    if (answer === undefined) continue
    const { decision, approver, entry_hash, answered_at: answeredAt } = answer
    const said = { human_decision: decision, approver, entry_hash }
    return { statement: { kind: 'operator', resolves_action: actionId, ...said }, answeredAt }
  }
  return null
}

export type AnsweredQuestion = {
  /** The answer that is judged and published: the dashboard's where there is one, else what the vendor states. */
  readonly approval: ApprovalStatement | null
  readonly approvalMatch: ApprovalMatch
  /** The action that is answered; null for ordinary work. */
  readonly resolves: string | null
}

/** Matches an announcement with what its session waits for. */
export function matchQuestion(
  announcement: Announcement,
  session: SessionState,
  project: ProjectState,
  stepUp: NamedStepUp | null,
  operatorAnswer: OperatorAnswer | null,
  now: string,
): AnsweredQuestion {
  const { approval } = announcement.stated
  const call = { session: session.id, tool: announcement.tool, argsHash: announcement.argsHash }
  // A no is a no, whoever says it. And what was looked up may have been used, or have timed out, since.
  const vendorDeclines = approval?.kind === 'answer' && approval.human_decision !== APPROVE
  if (operatorAnswer !== null && !vendorDeclines) {
    const { statement } = operatorAnswer
    const { resolves_action: resolves, human_decision: decision } = statement
    if (session.questions.isSteppedUp(call, resolves, now)) {
      const approvalMatch = decision === APPROVE ? 'applies' : 'declined'
      return { approval: statement, approvalMatch, resolves }
    }
  }
  const question = {
    candidate: stepUp,
    call,
    nowMs: Date.parse(now),
    timeoutMs: project.timings.approvalTimeoutMs,
  }
  const approvalMatch = matchApproval({ ...question, statement: approval })
  if (approval?.kind === 'answer') {
    // A refusal answers its step-up under the same conditions as an approval would.
    const statement = { ...approval, human_decision: APPROVE }
    const answers = matchApproval({ ...question, statement }) === 'applies'
    return { approval, approvalMatch, resolves: answers && stepUp !== null ? stepUp.actionId : null }
  }
  return { approval, approvalMatch, resolves: session.questions.find(call, now)?.actionId ?? null }
}
