/**
 * Vercel AI SDK (`@heron/sdk/ai-sdk`, package `ai` 6).
 *
 * Enforced: every tool with an `execute` runs only on a signed yes, with the arguments that were judged; a no is a
 * `tool-error` part that the model reads. STEP_UP can be the SDK's own tool approval (`nativeApproval`).
 * Not enforced: provider-executed tools and tools that the client runs have no `execute` here; they are refused at
 * set-up unless they are named as unguarded. An approval is believed as the messages carry it: where these come from a
 * browser, sign them (`experimental_toolApprovalSecret`) or keep them on the server.
 */
import type { ModelMessage, ToolSet } from 'ai'
import { HeronUsageError } from '../client/errors.js'
import type { ToolCall } from '../guard/decision.js'
import { type AdapterOptions, admit, type AnswerFor, needsPerson, runGuarded } from './admission.js'

export type { AdapterOptions, AnswerFor, HumanAnswer } from './admission.js'

export type AiSdkOptions = AdapterOptions & {
  /**
   * Lets the AI SDK ask for approval where Heron wants a person: the run ends with a `tool-approval-request`. Default
   * false: the model is told that a person has to approve first.
   */
  readonly nativeApproval?: boolean
  /** Tools without `execute` that may stay in the set although Heron never sees their calls. */
  readonly unguarded?: readonly string[]
}

type Tool = ToolSet[string]
type Execute = (input: object, context: CallContext) => unknown
type CallContext = { readonly toolCallId: string; readonly messages: readonly ModelMessage[] }

/**
 * The same tools, each with Heron in front of it.
 *
 * @throws {HeronUsageError} for a tool that cannot be guarded and is not named in `unguarded`.
 */
export function guardTools<Tools extends ToolSet>(tools: Tools, options: AiSdkOptions): Tools {
  const guarded = Object.entries(tools).map(([name, tool]): [string, Tool] => {
    if (tool.execute !== undefined) return [name, guardTool(name, tool, options)]
    if (options.unguarded?.includes(name) === true) return [name, tool]
    throw new HeronUsageError(
      `/tools/${name}`,
      'has no `execute`, so nothing here can stop it: name it in `unguarded`',
    )
  })
  return Object.fromEntries(guarded) as Tools
}

function guardTool(name: string, tool: Tool, options: AiSdkOptions): Tool {
  const execute = (tool.execute as Execute).bind(tool)
  const call = (args: object, { toolCallId }: { toolCallId: string }): ToolCall<object> => ({
    tool: name,
    args,
    callId: toolCallId,
  })
  const at = (context: CallContext): AiSdkOptions =>
    options.nativeApproval === true
      ? { ...options, answerFor: answerFrom(context, options.answerFor) }
      : options
  const plain: Execute = (input, context) =>
    runGuarded(at(context), call(input, context), (args) => lastOf(execute(args, context)))
  const streaming: Execute = (input, context) =>
    streamed(at(context), call(input, context), (args) => execute(args, context) as AsyncIterable<unknown>)
  const guarded = { ...tool, execute: isAsyncGenerator(tool.execute) ? streaming : plain }
  if (options.nativeApproval !== true) return guarded as Tool
  const needsApproval = async (input: object, context: CallContext): Promise<boolean> => {
    if (await needsPerson(options, call(input, context))) return true
    const own: unknown = tool.needsApproval
    return typeof own === 'function'
      ? (own as (...of: unknown[]) => Promise<boolean>)(input, context)
      : own === true
  }
  return { ...guarded, needsApproval } as Tool
}

/** Preliminary results are passed on as they come; the last one is the result, as the AI SDK has it. */
async function* streamed(
  options: AdapterOptions,
  call: ToolCall<object>,
  execute: (args: object) => AsyncIterable<unknown>,
): AsyncGenerator {
  const decision = await admit(options, call)
  let result: unknown
  let ended = false
  try {
    for await (const output of execute(decision.call.args)) {
      result = output
      yield output
    }
    ended = true
  } catch (error) {
    ended = true
    await options.session.reportError(decision, error)
    throw error
  } finally {
    // Nobody read on: the tool was stopped half-way.
    if (!ended) await options.session.report(decision, { outcome: 'ABANDONED', errorCode: 'stream_closed' })
  }
  await options.session.report(decision, { outcome: 'EXECUTED', result })
}

async function lastOf(output: unknown): Promise<unknown> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output)) return output
  let last: unknown
  for await (const one of output as AsyncIterable<unknown>) last = one
  return last
}

function isAsyncGenerator(execute: unknown): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'
}

/** An approval counts only as the messages of this very run carry it; nothing else tells that a person was asked. */
function answerFrom({ toolCallId, messages }: CallContext, fallback: AnswerFor | undefined): AnswerFor {
  return (question) =>
    isApproved(messages, toolCallId) ? { humanDecision: 'APPROVE' } : (fallback?.(question) ?? null)
}

function isApproved(messages: readonly ModelMessage[], toolCallId: string): boolean {
  const asked = new Set<string>()
  let approved = false
  for (const { content } of messages) {
    if (typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-approval-request' && part.toolCallId === toolCallId) asked.add(part.approvalId)
      if (part.type === 'tool-approval-response' && asked.has(part.approvalId)) approved = part.approved
    }
  }
  return approved
}
