/**
 * OpenAI Agents SDK (`@heron/sdk/openai-agents`, package `@openai/agents`).
 *
 * Enforced: a function tool built from guarded options runs only on a signed yes, with the arguments that were judged,
 * after the SDK has parsed them; a no is the tool's output, for the model to read. STEP_UP can be the SDK's own
 * interruption (`nativeApproval`); a standing approval (`alwaysApprove`) answers no STEP_UP, since nobody saw that call.
 * Not enforced: hosted tools run at the provider; shell, computer and patch tools, handoffs and MCP servers have doors
 * of their own (guard an MCP server's transport with `@heron/sdk/mcp`).
 */
import type { RunContext, ToolInputParameters, ToolOptions } from '@openai/agents'
import { HeronUsageError } from '../client/errors.js'
import { HeronBlocked } from '../guard/blocked.js'
import type { ToolCall } from '../guard/decision.js'
import { type AdapterOptions, type AnswerFor, needsPerson, runGuarded } from './admission.js'

export type { AdapterOptions, AnswerFor, HumanAnswer } from './admission.js'

export type OpenAiAgentsOptions = AdapterOptions & {
  /**
   * Interrupts the run where Heron wants a person; `state.approve` answers. Default false: the model is told that a
   * person has to approve first.
   */
  readonly nativeApproval?: boolean
}

type Details = { readonly toolCall?: { readonly callId?: string } }
type Execute = (input: unknown, context?: RunContext, details?: Details) => unknown
type NeedsApproval = (context: RunContext, input: unknown, callId?: string) => Promise<boolean>

/**
 * Options for the SDK's `tool()`, with Heron in front of `execute`: `tool(guardTool({ name, … }, options))`.
 *
 * @throws {HeronUsageError} for a tool without a name, since contracts go by names.
 */
export function guardTool<Parameters extends ToolInputParameters, Context = unknown>(
  tool: ToolOptions<Parameters, Context>,
  options: OpenAiAgentsOptions,
): ToolOptions<Parameters, Context> {
  const name = tool.name ?? ''
  if (name === '') throw new HeronUsageError('/tool/name', 'must be given: contracts go by it')
  const run = tool.execute as Execute
  const call = (input: unknown, callId: string | undefined): ToolCall<object> => ({
    tool: name,
    // A tool without a schema gets its arguments as a text.
    args: typeof input === 'object' && input !== null ? input : { input },
    ...(callId === undefined ? {} : { callId }),
  })
  const execute: Execute = async (input, context, details) => {
    const callId = details?.toolCall?.callId
    const answerFor =
      options.nativeApproval === true ? answerFrom(name, callId, context, options.answerFor) : null
    const structured = typeof input === 'object' && input !== null
    try {
      return await runGuarded(
        answerFor === null ? options : { ...options, answerFor },
        call(input, callId),
        (args) => run(structured ? args : (args as { input: unknown }).input, context, details),
      )
    } catch (error) {
      // Returned, not thrown: the SDK's own text for errors tells the model to try again.
      if (error instanceof HeronBlocked) return error.message
      throw error
    }
  }
  if (options.nativeApproval !== true) return { ...tool, execute } as ToolOptions<Parameters, Context>
  const own = tool.needsApproval as boolean | NeedsApproval | undefined
  const needsApproval: NeedsApproval = async (context, input, callId) => {
    if (await needsPerson(options, call(input, callId))) return true
    return typeof own === 'function' ? own(context, input, callId) : own === true
  }
  return { ...tool, execute, needsApproval } as ToolOptions<Parameters, Context>
}

function answerFrom(
  name: string,
  callId: string | undefined,
  context: RunContext | undefined,
  fallback: AnswerFor | undefined,
): AnswerFor {
  return (question) => {
    const approved = context?.toJSON().approvals[name]?.approved
    const forThisCall = Array.isArray(approved) && callId !== undefined && approved.includes(callId)
    return forThisCall ? { humanDecision: 'APPROVE' } : (fallback?.(question) ?? null)
  }
}
