/** What came of asking: run it, do not run it, or nobody decided. The last two never run anything (heron.md §3). */
import type { DecisionPayload, JsonObject, Pending, Transform, Verdict } from '@heron/evidence'
import type { ReceiptFailureCode } from '../receipts/check.js'
import type { CallFailureCode } from '../client/errors.js'

/** A tool call that an agent is about to make. */
export type ToolCall<Args extends object = JsonObject> = {
  readonly tool: string | { readonly name: string; readonly provider?: string; readonly server?: string }
  /** JSON, as the tool will receive it. */
  readonly args: Args
  /** The framework's id of this call: announcing it again, in any process, is a replay. Default: a fresh number each time. */
  readonly callId?: string
  /** Facts about this one call, over the contract's. */
  readonly signals?: { readonly [key: string]: string | number | boolean | null }
  /** A person's answer to an earlier STEP_UP on the same tool and arguments. */
  readonly resolves?: StepUpAnswer
  /** What the person who approves was shown: committed to under the vendor's own secret, never sent. */
  readonly shownText?: string
  /** Ends the waiting for a decision. A decision that still arrives is then reported as not attempted. */
  readonly signal?: AbortSignal
}

/** A person's answer. `APPROVE` lifts the STEP_UP; anything else forces DENY. */
export type StepUpAnswer = {
  /** The action that was stepped up. */
  readonly action: string
  readonly humanDecision: string
  /** A reference to the person, never a name or an address. */
  readonly approver?: string
}

type Judged<Args extends object> = {
  /** The call as it was judged: its `args` are a copy made before they were hashed. Run the tool with these. */
  readonly call: ToolCall<Args>
  readonly tool: string
  readonly argsHash: string
  readonly seq: number
  readonly actionId: string
  readonly decisionId: string
  readonly verdict: Verdict
  readonly reasons: readonly string[]
  readonly rule: string | null
  /** Dense position in the session's chain. */
  readonly position: number
  readonly recordHash: string
  /** The signed decision that all of this was read from. */
  readonly receipt: DecisionPayload
}

/** Run it. */
export type AllowedDecision<Args extends object = JsonObject> = Judged<Args> & {
  readonly kind: 'allowed'
  /** `advisory` or `suspended`: the verdict may be another than ALLOW, and is signed as not enforced. */
  readonly effect: 'enforced' | 'advisory' | 'suspended'
}

/** Heron said no to this call in this shape. */
export type WithheldDecision<Args extends object = JsonObject> = Judged<Args> & {
  readonly kind: 'withheld'
  readonly verdict: Exclude<Verdict, 'ALLOW'>
  /** MODIFY: how to narrow the call before submitting it as a new one. */
  readonly transform: Transform | null
  /** DEFER: what the session has to show before the call is submitted as a new one. */
  readonly pending: Pending | null
}

/**
 * - `arguments_not_json`: the arguments have no canonical form, so nothing could be said about them.
 * - `contract_failed`: a function of the vendor's own (signals, resource, internal recipients) threw.
 * - `outbox_full`: evidence of earlier calls could not be delivered; no further call starts until it is.
 * - `outbox_failed`: a durable outbox could not keep evidence of the call, so it was not started.
 * - `session_closed`: this session was closed.
 * - `session_store_failed`: the vendor's session store gave no number for the call.
 * - `aborted`: the call's `signal` said so before a decision was there.
 * - `unknown_tool`: the agent asked for a tool that the adapter in front of it does not know.
 * - otherwise why there was no usable answer, or why its receipt was not believed.
 */
export type UndecidedCode =
  | 'arguments_not_json'
  | 'contract_failed'
  | 'outbox_full'
  | 'outbox_failed'
  | 'session_closed'
  | 'session_store_failed'
  | 'aborted'
  | 'unknown_tool'
  | CallFailureCode
  | ReceiptFailureCode

/** No decision that counts. Treated as DENY. */
export type UndecidedDecision<Args extends object = JsonObject> = {
  readonly kind: 'undecided'
  readonly call: ToolCall<Args>
  readonly tool: string
  readonly code: UndecidedCode
  /** One sentence for the people who run the agent. */
  readonly detail: string
}

export type Decision<Args extends object = JsonObject> =
  AllowedDecision<Args> | WithheldDecision<Args> | UndecidedDecision<Args>

/**
 * Builds a decision out of what was signed.
 *
 * @param obeyAlways Treats every verdict as enforced, also in a shadow window and under break-glass.
 */
export function toDecision<Args extends object>(
  payload: DecisionPayload,
  call: ToolCall<Args>,
  obeyAlways: boolean,
): AllowedDecision<Args> | WithheldDecision<Args> {
  const judged: Judged<Args> = {
    call,
    tool: payload.tool,
    argsHash: payload.args_hash,
    seq: payload.seq,
    actionId: payload.action,
    decisionId: payload.decision,
    verdict: payload.verdict,
    reasons: payload.reasons,
    rule: payload.rule,
    position: payload.position,
    recordHash: payload.record_hash,
    receipt: payload,
  }
  const { effect, declared_by } = payload.enforcement
  // Not enforced only by an entry of the operator's log that the receipt names; any other word means enforced.
  const loosened = (effect === 'advisory' || effect === 'suspended') && declared_by !== null && !obeyAlways
  const { verdict } = payload
  if (verdict === 'ALLOW' || loosened) {
    return { ...judged, kind: 'allowed', effect: loosened ? effect : 'enforced' }
  }
  return { ...judged, kind: 'withheld', verdict, transform: payload.transform, pending: payload.pending }
}

/** The same call as a new action, carrying a person's answer to the STEP_UP. */
export function answerStepUp<Args extends object>(
  decision: WithheldDecision<Args>,
  answer: Omit<StepUpAnswer, 'action'>,
): ToolCall<Args> {
  return { ...decision.call, resolves: { ...answer, action: decision.actionId } }
}

/** An undecided call. */
export function undecided<Args extends object>(
  call: ToolCall<Args>,
  tool: string,
  code: UndecidedCode,
  detail: string,
): UndecidedDecision<Args> {
  return { kind: 'undecided', call, tool, code, detail }
}

/** The tool of a call in its long form. */
export function toolIdentity(tool: ToolCall['tool']): Exclude<ToolCall['tool'], string> {
  return typeof tool === 'string' ? { name: tool } : tool
}

/** The name that a call goes by. */
export function toolName(tool: ToolCall['tool']): string {
  return typeof tool === 'string' ? tool : tool.name
}
