/**
 * From an announced call to a decision that counts: checked, its receipts handed to the vendor, and, where it may run,
 * the statement held that is delivered should this process end over it.
 *
 * Fails closed: whatever the world does wrong is an undecided call.
 */
import {
  type OpenSessionRequest,
  type Outcome,
  type ReportExecutionRequest,
  statementText,
} from '@heron/evidence'
import { HeronCallError } from '../client/errors.js'
import type { ToolIdentity } from '../contract/key.js'
import type { Submission } from '../contract/submission.js'
import type { CheckedDecision } from '../receipts/check.js'
import { timestamp } from '../runtime.js'
import { type Announcer, SessionStoreError } from './announcer.js'
import type { GuardContext, KeptReceipt } from './context.js'
import {
  type Decision,
  toDecision,
  type ToolCall,
  undecided,
  type UndecidedDecision,
  type WithheldDecision,
} from './decision.js'
import { stepUpKey, toStored } from './step-up.js'

/** What is stated when Heron's no was honoured. */
export const HONOURED: Record<WithheldDecision['verdict'], Outcome> = {
  DENY: 'BLOCKED',
  STEP_UP: 'ESCALATED',
  MODIFY: 'BLOCKED',
  DEFER: 'BLOCKED',
}

/** Error code of the statement on a call whose process ended before it could say what became of it. */
export const PROCESS_ENDED = 'process_ended'

type Judged<Args extends object> = {
  readonly call: ToolCall<Args>
  readonly tool: ToolIdentity
  readonly submission: Submission
}

export async function judgeCall<Args extends object>(
  guard: GuardContext,
  announcer: Announcer,
  { call, tool, submission }: Judged<Args>,
): Promise<Decision<Args>> {
  const no = (code: UndecidedDecision['code'], detail: string): UndecidedDecision<Args> =>
    undecided(call, tool.name, code, detail)
  let checked
  try {
    checked = await announcer.announce(call, tool, submission)
  } catch (error) {
    if (error instanceof HeronCallError) return no(error.code, error.message)
    if (error instanceof SessionStoreError) return no('session_store_failed', error.message)
    throw error
  }
  if (!checked.ok) {
    guard.onProblem({
      code: 'answer_rejected',
      message: `the call was blocked: ${checked.detail}`,
      actionId: null,
    })
    return no(checked.code, checked.detail)
  }
  keepReceipts(guard, checked)
  const decision = toDecision(checked.decision.payload, call, guard.obeyAlways)
  if (decision.kind === 'withheld') {
    if (decision.verdict === 'STEP_UP') await saveStepUp(guard, announcer.opening, decision, tool, submission)
    return decision
  }
  if (await holdStatement(guard, decision)) return decision
  const unattempted = await signedStatement(guard, decision, {
    outcome: 'NOT_ATTEMPTED',
    errorCode: 'outbox_failed',
  })
  if (unattempted !== null) await guard.delivery.submit(unattempted)
  return no('outbox_failed', 'the outbox cannot keep evidence of this call; see its problems')
}

export type StatementParts = {
  readonly outcome: Outcome
  readonly errorCode?: string | null
  readonly resultHash?: string | null
  readonly executedAt?: string
}

/** Null, and told, where the vendor's own signer failed. */
export async function signedStatement(
  guard: GuardContext,
  { actionId, decisionId }: { readonly actionId: string; readonly decisionId: string },
  parts: StatementParts,
): Promise<ReportExecutionRequest | null> {
  const statement = {
    action_id: actionId,
    decision_id: decisionId,
    outcome: parts.outcome,
    result_hash: parts.resultHash ?? null,
    error_code: parts.errorCode ?? null,
    executed_at: parts.executedAt ?? timestamp(guard.runtime),
  }
  try {
    return { ...statement, signature: await guard.sign(statementText(statement)) }
  } catch {
    const message = `the vendor's signer failed; \`${parts.outcome}\` could not be stated`
    guard.onProblem({ code: 'statement_not_signed', message, actionId })
    return null
  }
}

/** Hands a checked receipt to the vendor. */
export function handReceipt({ onReceipt, onProblem }: GuardContext, kept: KeptReceipt): void {
  try {
    onReceipt(kept)
  } catch {
    const message = `\`onReceipt\` threw; the ${kept.kind} receipt may not have been kept`
    onProblem({ code: 'receipt_hook_failed', message, actionId: null })
  }
}

/** True when the call may start: its evidence survives this process, or the vendor chose an outbox that does not. */
async function holdStatement(
  guard: GuardContext,
  decision: { readonly actionId: string; readonly decisionId: string },
): Promise<boolean> {
  if (!guard.delivery.holds) return true
  const parts = { outcome: 'ABANDONED', errorCode: PROCESS_ENDED } as const
  const request = await signedStatement(guard, decision, parts)
  if (request === null) return false
  try {
    await guard.delivery.hold(request)
    return true
  } catch {
    const message = 'the outbox cannot hold a statement, so the call was not started'
    guard.onProblem({ code: 'outbox_failed', message, actionId: decision.actionId })
    return false
  }
}

async function saveStepUp(
  { sessions, onProblem }: GuardContext,
  opening: OpenSessionRequest,
  { actionId, call }: WithheldDecision<object>,
  tool: ToolIdentity,
  submission: Submission,
): Promise<void> {
  try {
    await sessions.save(stepUpKey(actionId), toStored({ opening, call: call as ToolCall, tool, submission }))
  } catch {
    const message = 'the session store did not keep a call that waits for a person'
    onProblem({ code: 'session_store_failed', message, actionId })
  }
}

function keepReceipts(guard: GuardContext, { decision, evaluation, record }: CheckedDecision): void {
  handReceipt(guard, { kind: 'decision', receipt: decision, record })
  if (evaluation !== null) handReceipt(guard, { kind: 'evaluation', receipt: evaluation, record: null })
}
