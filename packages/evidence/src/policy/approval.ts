/**
 * Does a stated approval lift the step-up that it names (heron.md §4)? A pure judgement on facts: the service finds the
 * candidate and keeps an approval from being used twice. What follows for the verdict is the engine's.
 */
import type { ApprovalMatch, ApprovalStatement, Verdict } from './types.js'

/** The action that an approval names, as the service recorded it. */
export type ApprovalCandidate = {
  readonly session: string
  readonly tool: string
  readonly argsHash: string
  /** What the rules answered then. */
  readonly verdict: Verdict
  readonly decidedAtMs: number
  /** `lifted` by an approval before, or `closed` unanswered at its time-out. */
  readonly state: 'open' | 'lifted' | 'closed'
}

export type ApprovalQuestion = {
  readonly statement: ApprovalStatement | null
  /** Null when the tenant has no action of that name. */
  readonly candidate: ApprovalCandidate | null
  readonly call: { readonly session: string; readonly tool: string; readonly argsHash: string }
  readonly nowMs: number
  /** How long a step-up waits for its answer. */
  readonly timeoutMs: number
}

/** The only answer that lifts a step-up. */
export const APPROVE = 'APPROVE'

/** `applies` only for the same session, tool and arguments, once, in time. A prior approval answers nothing. */
export function matchApproval(question: ApprovalQuestion): ApprovalMatch {
  const { statement, candidate, call, nowMs, timeoutMs } = question
  if (statement === null || statement.kind === 'prior') return 'none'
  if (statement.human_decision !== APPROVE) return 'declined'
  if (candidate?.verdict !== 'STEP_UP') return 'not_found'
  const same =
    candidate.session === call.session && candidate.tool === call.tool && candidate.argsHash === call.argsHash
  if (!same) return 'mismatch'
  if (candidate.state === 'lifted') return 'used'
  // Written so that a time which is no number counts as late.
  const inTime = candidate.state === 'open' && nowMs - candidate.decidedAtMs <= timeoutMs
  return inTime ? 'applies' : 'expired'
}
