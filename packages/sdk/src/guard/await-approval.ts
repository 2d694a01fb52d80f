/**
 * Waiting for a person who answers in Heron's dashboard (heron.md §3, §4): asks for the stepped-up action now and then. What
 * the dashboard says is only a hint to announce the call again; what counts is the signed decision on that.
 */
import { isJsonObject, type JsonObject } from '@heron/evidence'
import { HeronCallError } from '../client/errors.js'
import type { Runtime } from '../runtime.js'
import type { ToolCall, WithheldDecision } from './decision.js'

export type ApprovalWait = {
  /** Milliseconds between two questions. Default 2,000. */
  readonly everyMs?: number
  /** Milliseconds after which it is given up. Default: one hour, which is how long Heron waits unless a project says otherwise. */
  readonly withinMs?: number
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

const EVERY_MS = 2000
const WITHIN_MS = 3_600_000

type Asked = {
  readonly runtime: Runtime
  readonly readAction: (actionId: string) => Promise<JsonObject>
}

/**
 * Resolves with true once somebody answered, either way, and with false when nobody will: its time is over, it was given up,
 * or the call waits for nobody. A Heron that is silent is asked again.
 */
export async function awaitAnswer(
  { runtime, readAction }: Asked,
  actionId: string,
  { everyMs = EVERY_MS, withinMs = WITHIN_MS, signal }: ApprovalWait,
): Promise<boolean> {
  const endsAt = runtime.now() + withinMs
  while (signal?.aborted !== true) {
    const state = await stateOf(readAction, actionId)
    if (state === 'approved' || state === 'declined') return true
    if (state !== 'waiting' && state !== 'unknown') return false
    const left = endsAt - runtime.now()
    if (left <= 0) return false
    await pause(runtime, Math.min(everyMs, left), signal)
  }
  return false
}

/** UNTRUSTED; a Heron of before approvals says nothing, and then nobody will. */
async function stateOf(readAction: Asked['readAction'], actionId: string): Promise<unknown> {
  let action: JsonObject
  try {
    action = await readAction(actionId)
  } catch (error) {
    // A refusal stands; silence may end.
    if (error instanceof HeronCallError) return error.code === 'refused' ? 'refused' : 'unknown'
    throw error
  }
  const approval = action['approval'] ?? null
  return isJsonObject(approval) ? approval['state'] : null
}

function pause(runtime: Runtime, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = runtime.schedule(delayMs, end, 'pause')
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** The same call as a new action, stating nothing of the answer: Heron knows it, and signs where it came from. */
export function repeated<Args extends object>({ call, actionId }: WithheldDecision<Args>): ToolCall<Args> {
  const { resolves: _resolves, ...rest } = call
  return { ...rest, callId: `${call.callId ?? ''}/${actionId}` }
}
