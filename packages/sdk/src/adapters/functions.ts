/**
 * Plain functions, for agents with a loop of their own (`@heron/sdk/functions`).
 *
 * Enforced: a guarded function runs only on a signed yes, with the arguments that were judged; by {@link dispatcher},
 * also that unknown names and unreadable arguments run nothing.
 * Not enforced: a call to the original function, which still exists. Hand the agent's loop nothing but the guarded one.
 */
import { isJsonObject, type JsonObject, parseJson } from '@heron/evidence'
import type { ToolCall } from '../guard/decision.js'
import { type AdapterOptions, refuseUnasked, runGuarded } from './admission.js'

export type { AdapterOptions, AnswerFor, HumanAnswer } from './admission.js'

/** What a caller may add to one call. */
export type CallDetails = Pick<ToolCall, 'callId' | 'signals' | 'resolves'>

// Parameters of a function are contravariant: no narrower type takes every tool.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Tool = (args: any) => unknown

/** The same functions, each with Heron in front of it. */
export type GuardedFunctions<Tools extends { readonly [name: string]: Tool }> = {
  readonly [Name in keyof Tools]: (
    args: Parameters<Tools[Name]>[0] extends object ? Parameters<Tools[Name]>[0] : object,
    call?: CallDetails,
  ) => Promise<Awaited<ReturnType<Tools[Name]>>>
}

/**
 * Puts Heron in front of functions of one argument, by the names that the model knows them under.
 *
 * The guarded functions throw `HeronBlocked` when a call may not run; its message is written for the model.
 */
export function guardFunctions<Tools extends { readonly [name: string]: Tool }>(
  tools: Tools,
  options: AdapterOptions,
): GuardedFunctions<Tools> {
  const guarded = Object.entries(tools).map(([name, tool]) => [
    name,
    (args: object, call: CallDetails = {}) => runGuarded(options, { ...call, tool: name, args }, tool),
  ])
  return Object.fromEntries(guarded) as GuardedFunctions<Tools>
}

/**
 * One function for a model's tool calls as they arrive: a name, and arguments as JSON text or as an object.
 *
 * @returns a function that throws `HeronBlocked` when nothing may run. `name` and `args` are UNTRUSTED; texts are read
 *   strictly, so that one text never means two things.
 */
export function dispatcher(
  tools: { readonly [name: string]: Tool },
  options: AdapterOptions,
): (name: string, args: string | JsonObject, call?: CallDetails) => Promise<unknown> {
  return async (name, args, call = {}) => {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (tool === undefined) throw refuseUnasked(options, name, 'unknown_tool', 'there is no such tool')
    const read = typeof args === 'string' ? readArguments(args) : args
    if (read === null) {
      throw refuseUnasked(options, name, 'arguments_not_json', 'the arguments are not a JSON object')
    }
    return runGuarded(options, { ...call, tool: name, args: read }, tool)
  }
}

function readArguments(text: string): JsonObject | null {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
