/**
 * Mastra (`@heron/sdk/mastra`, package `@mastra/core`).
 *
 * Enforced: a tool built from guarded options runs only on a signed yes, with the arguments that were judged, after
 * Mastra has validated them; a no is an error that the model reads.
 * Not enforced: tools of MCP servers and toolsets that are added at run time (guard an MCP server's transport with
 * `@heron/sdk/mcp`), tools that the provider runs, and workflow steps.
 */
import type { ToolAction, ToolExecutionContext } from '@mastra/core/tools'
import type { ToolCall } from '../guard/decision.js'
import { type AdapterOptions, runGuarded } from './admission.js'

export type { AdapterOptions, AnswerFor, HumanAnswer } from './admission.js'

/* eslint-disable @typescript-eslint/no-explicit-any -- Mastra's own bounds of these type parameters, which it exports nowhere */
type Schema =
  | {
      parse: (data: unknown) => any
      safeParse: (data: unknown) => { success: boolean; data?: any; error?: any }
    }
  | undefined
/** Suspend and resume schemas, which this adapter passes on as they are. */
type Unused = any
/* eslint-enable @typescript-eslint/no-explicit-any */
/** What Mastra tells a tool of the call it is part of. */
export type MastraCall = { readonly toolCallId?: string; readonly abortSignal?: AbortSignal }

type Action<Input extends Schema, Output extends Schema> = ToolAction<
  Input,
  Output,
  Unused,
  Unused,
  ToolExecutionContext<Input>
>

/** Options for Mastra's `createTool`, with Heron in front of `execute`: `createTool(guardTool({ id, … }, options))`. */
export function guardTool<Input extends Schema = undefined, Output extends Schema = undefined>(
  tool: Omit<Action<Input, Output>, 'execute'> & {
    readonly execute: (execution: ToolExecutionContext<Input>, call?: MastraCall) => unknown
  },
  options: AdapterOptions,
): Action<Input, Output> {
  const execute = (execution: ToolExecutionContext<Input>, call?: MastraCall): Promise<unknown> => {
    const callId = call?.toolCallId
    const asked: ToolCall<object> = {
      tool: tool.id,
      args: execution.context,
      ...(callId === undefined ? {} : { callId }),
    }
    return runGuarded(options, asked, (context) =>
      tool.execute({ ...execution, context: context as typeof execution.context }, call),
    )
  }
  return { ...tool, execute } as Action<Input, Output>
}
