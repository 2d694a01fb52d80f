/**
 * What every adapter does before a tool runs: it asks the guard, has a person's answer submitted where there is one, and
 * says what was blocked. Nothing here decides; a tool runs only on what {@link admit} returns.
 */
import { HeronBlocked } from '../guard/blocked.js'
import type { AllowedDecision, StepUpAnswer, ToolCall, WithheldDecision } from '../guard/decision.js'
import type { GuardedSession } from '../guard/session.js'

/** A person's answer. `action` is the STEP_UP it answers where that was an earlier one: same tool, same arguments. */
export type HumanAnswer = Omit<StepUpAnswer, 'action'> & { readonly action?: string }

/**
 * Looks up, or asks for, a person's answer to a STEP_UP. Null: nobody answered, the call stays blocked. What it throws
 * is thrown in place of the call, which then has not run: frameworks interrupt a run this way.
 */
export type AnswerFor = (
  question: WithheldDecision<object>,
) => HumanAnswer | null | Promise<HumanAnswer | null>

export type AdapterOptions = {
  /** The run that the calls belong to. */
  readonly session: GuardedSession
  /** Default: nobody answers. */
  readonly answerFor?: AnswerFor
  /**
   * Called with every call that did not run, since the model's text is all that a framework keeps of it. Default: a line
   * on the console for calls that nobody decided; a no of Heron's is an ordinary event.
   */
  readonly onBlocked?: (blocked: HeronBlocked) => void
}

/**
 * Asks for one call.
 *
 * @throws {HeronBlocked} when it may not run; that is reported, and `onBlocked` has seen it. Or what `answerFor` threw.
 */
export async function admit<Args extends object>(
  options: AdapterOptions,
  call: ToolCall<Args>,
): Promise<AllowedDecision<Args>> {
  try {
    return await options.session.admit(call)
  } catch (error) {
    if (!(error instanceof HeronBlocked)) throw error
    const { decision } = error
    const asks = decision.kind === 'withheld' && decision.verdict === 'STEP_UP' && call.resolves === undefined
    const answer = asks ? await options.answerFor?.(decision) : null
    if (asks && answer !== null && answer !== undefined) {
      const resolves = { ...answer, action: answer.action ?? decision.actionId }
      // The copy that was judged, not the caller's original, which may have changed while a person was thinking.
      return admit(options, { ...call, args: decision.call.args as Args, resolves })
    }
    sayBlocked(options, error)
    throw error
  }
}

/** Asks, runs the tool if it may run, reports. See {@link admit}; what the tool itself throws is reported and rethrown. */
export async function runGuarded<Args extends object, Result>(
  options: AdapterOptions,
  call: ToolCall<Args>,
  tool: (args: Args) => Result | Promise<Result>,
): Promise<Result> {
  return options.session.perform(await admit(options, call), tool)
}

/**
 * Whether a person has to be asked: for frameworks that ask before they run the tool, by a question of their own. Any
 * other no is left to {@link admit}, which finds the same decision again under the same `callId`.
 */
export async function needsPerson({ session }: AdapterOptions, call: ToolCall<object>): Promise<boolean> {
  try {
    await session.admit(call)
    return false
  } catch (error) {
    if (!(error instanceof HeronBlocked)) throw error
    return error.decision.kind === 'withheld' && error.decision.verdict === 'STEP_UP'
  }
}

/** A call that never became one: no such tool, or arguments that cannot be read. Nothing was announced. */
export function refuseUnasked(
  options: AdapterOptions,
  tool: string,
  code: 'unknown_tool' | 'arguments_not_json',
  detail: string,
): HeronBlocked {
  const blocked = new HeronBlocked({ kind: 'undecided', call: { tool, args: {} }, tool, code, detail })
  sayBlocked(options, blocked)
  return blocked
}

function sayBlocked({ onBlocked = warnOfUndecided }: AdapterOptions, blocked: HeronBlocked): void {
  try {
    onBlocked(blocked)
  } catch {
    warnOfUndecided(blocked)
  }
}

function warnOfUndecided({ code, message }: HeronBlocked): void {
  if (code === 'undecided') console.warn(`heron: ${message}`)
}
