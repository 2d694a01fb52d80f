/** A call that waits for a person, as the session store keeps it: enough to submit it again from any process. */
import {
  hashJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenSessionRequest,
  type Signals,
} from '@heron/evidence'
import type { Submission } from '../contract/submission.js'
import type { ToolIdentity } from '../contract/key.js'
import type { ToolCall } from './decision.js'

/** What a person said, by ids alone. */
export type StepUpResolution = {
  /** The action that was stepped up. */
  readonly actionId: string
  /** `APPROVE` lifts the step-up; anything else forces DENY. */
  readonly humanDecision: string
  /** A reference to the person, never a name or an address. */
  readonly approver?: string
  /** What the person was shown: committed to under the vendor's own secret, never sent. */
  readonly shownText?: string
}

export type WaitingCall = {
  readonly opening: OpenSessionRequest
  readonly call: ToolCall
  /** The tool that really runs. */
  readonly tool: ToolIdentity
  readonly submission: Submission
}

/** Moves when the stored form changes meaning. */
const VERSION = 1

export function stepUpKey(actionId: string): string {
  return `step_up:${actionId}`
}

export function toStored({ opening, call, tool, submission }: WaitingCall): JsonObject {
  const { args, callId } = call
  const stored = { v: VERSION, opening, args, call_id: callId ?? null, called: call.tool, tool, submission }
  return structuredClone(stored)
}

/** Null for anything but what {@link toStored} wrote; arguments that were changed since are no longer that call's. */
export function fromStored(value: JsonValue | null): WaitingCall | null {
  if (!isJsonObject(value) || value['v'] !== VERSION) return null
  const { opening, args, call_id: callId, called, tool, submission } = value
  if (!isMember(opening) || !isMember(args) || !isMember(submission) || !isMember(tool)) return null
  if (typeof called !== 'string' && !isMember(called)) return null
  if (submission['argsHash'] !== hashJson(args)) return null
  const call = { tool: called, args, ...(typeof callId === 'string' ? { callId } : {}) }
  return {
    opening: opening as unknown as OpenSessionRequest,
    call: call as unknown as ToolCall,
    tool: tool as unknown as ToolIdentity,
    submission: submission as unknown as Submission,
  }
}

/** The call with a person's answer. Numbered by the action it answers: asked again, in any process, it is the same call. */
export function answered<Args extends object>(
  call: ToolCall<Args>,
  { actionId, humanDecision, approver }: StepUpResolution,
): ToolCall<Args> {
  const resolves = { action: actionId, humanDecision, ...(approver === undefined ? {} : { approver }) }
  return { ...call, callId: call.callId ?? actionId, resolves }
}

/** What is stated of the answered call: as before, with the answer, and without the commitment of an earlier moment. */
export function answeredSignals(signals: Signals | null, resolution: StepUpResolution): Signals {
  const { instructions_hash: _, ...facts } = signals ?? {}
  return { ...facts, ...approvalSignals(resolution.actionId, resolution) }
}

export function approvalSignals(
  action: string,
  { humanDecision, approver }: Pick<StepUpResolution, 'humanDecision' | 'approver'>,
): Signals {
  const answer = { resolves_action: action, human_decision: humanDecision }
  return approver === undefined ? answer : { ...answer, approver }
}

function isMember(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value)
}
