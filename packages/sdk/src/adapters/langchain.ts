/**
 * LangChain and LangGraph (`@heron/sdk/langchain`, packages `langchain` 1, `@langchain/core`, `@langchain/langgraph`).
 *
 * Enforced: every tool call of a `createAgent` agent passes the middleware, also calls of tools that other middleware
 * adds; it runs only on a signed yes, with the arguments that were judged. A no is a tool message with status `error`.
 * STEP_UP can pause the graph ({@link interruptForApproval}) and be answered in another process.
 * Not enforced: tools that the model's provider runs, tools that call other tools, and nodes of your own graph: let them
 * go through {@link guardToolCalls}. A middleware that stands inside this one may still change a call.
 */
import { ToolMessage } from '@langchain/core/messages'
import { type Command, interrupt, isGraphBubbleUp } from '@langchain/langgraph'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { HeronBlocked } from '../guard/blocked.js'
import type { AllowedDecision, WithheldDecision } from '../guard/decision.js'
import { type AdapterOptions, admit, type HumanAnswer } from './admission.js'

export type { AdapterOptions, AnswerFor, HumanAnswer } from './admission.js'

/** One tool call as LangChain's `wrapToolCall` sees it. */
export type ToolCallRequest = {
  readonly toolCall: { readonly name: string; readonly args: Record<string, unknown>; readonly id?: string }
}

/** What a LangGraph application gets with the interrupt, to show to a person. */
export type ApprovalInterrupt = {
  readonly heron: 'step_up'
  readonly action: string
  readonly tool: string
  readonly args: object
  readonly reasons: readonly string[]
  readonly rule: string | null
}

/** Middleware for `createAgent`. Put it last, so that nothing changes a call after it was judged. */
export function heronMiddleware(options: AdapterOptions): AgentMiddleware {
  const guard = guardToolCalls(options)
  return createMiddleware({ name: 'Heron', wrapToolCall: (request, handler) => guard(request, handler) })
}

/** The middleware's one hook by itself, for a tools node of your own. */
export function guardToolCalls(
  options: AdapterOptions,
): <Request extends ToolCallRequest>(
  request: Request,
  handler: (request: Request) => ToolMessage | Command | Promise<ToolMessage | Command>,
) => Promise<ToolMessage | Command> {
  return async (request, handler) => {
    const { name, args, id = '' } = request.toolCall
    let decision: AllowedDecision<object>
    try {
      decision = await admit(options, { tool: name, args, ...(id === '' ? {} : { callId: id }) })
    } catch (error) {
      if (!(error instanceof HeronBlocked)) throw error
      return new ToolMessage({ content: error.message, status: 'error', tool_call_id: id, name })
    }
    const judged = { ...request, toolCall: { ...request.toolCall, args: decision.call.args } }
    let answer: ToolMessage | Command
    try {
      answer = await handler(judged)
    } catch (error) {
      // The tool paused its graph: it runs again when that is resumed, and is reported then.
      if (!isGraphBubbleUp(error)) await options.session.reportError(decision, error)
      throw error
    }
    if (ToolMessage.isInstance(answer) && answer.status === 'error') {
      await options.session.report(decision, { outcome: 'FAILED', errorCode: 'tool_error' })
    } else {
      const result = ToolMessage.isInstance(answer) ? answer.content : answer
      await options.session.report(decision, { outcome: 'EXECUTED', result })
    }
    return answer
  }
}

/**
 * An `answerFor` that pauses the graph until it is resumed with `new Command({ resume: { humanDecision, approver } })`.
 * Needs a checkpointer; without one LangGraph throws, and nothing has run. A resume value of another shape is no answer.
 */
export function interruptForApproval(question: WithheldDecision<object>): HumanAnswer | null {
  const answer: unknown = interrupt<ApprovalInterrupt, unknown>({
    heron: 'step_up',
    action: question.actionId,
    tool: question.tool,
    args: question.call.args,
    reasons: question.reasons,
    rule: question.rule,
  })
  if (typeof answer !== 'object' || answer === null) return null
  const { humanDecision, approver } = answer as Partial<Record<keyof HumanAnswer, unknown>>
  if (typeof humanDecision !== 'string') return null
  return typeof approver === 'string' ? { humanDecision, approver } : { humanDecision }
}
