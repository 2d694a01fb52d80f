/**
 * Mastra (`@heron/sdk/mastra`, package `@mastra/core`).
 *
 * Enforced: a tool built from guarded options runs only on a signed yes, with the arguments that were judged, after
 * Mastra has validated them; a no is an error that the model reads.
 * Not enforced: tools of MCP servers and toolsets that are added at run time (guard an MCP server's transport with
 * `@heron/sdk/mcp`), tools that the provider runs, and workflow steps.
 */
import type { ToolAction, ToolExecutionContext } from '@mastra/core/tools'
import { type AdapterOptions, runGuarded } from './admission.js'

export type { AdapterOptions, AnswerFor, HumanAnswer } from './admission.js'

type Schema = ToolAction['inputSchema']
/** Suspend and resume schemas, which this adapter passes on as they are. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the default of the type parameter
type Unused = any
type Execute = (
  execution: { readonly context: object },
  call?: { readonly toolCallId?: string },
) => Promise<unknown>

/** Options for Mastra's `createTool`, with Heron in front of `execute`: `createTool(guardTool({ id, … }, options))`. */
export function guardTool<Input extends Schema, Output extends Schema>(
  tool: ToolAction<Input, Output, Unused, Unused, ToolExecutionContext<Input>>,
  options: AdapterOptions,
): typeof tool {
  const run = tool.execute as Execute | undefined
  if (run === undefined) return tool
  const execute: Execute = (execution, call) => {
    const callId = call?.toolCallId
    const asked = { tool: tool.id, args: execution.context, ...(callId === undefined ? {} : { callId }) }
    return runGuarded(options, asked, (context) => run({ ...execution, context }, call))
  }
  return { ...tool, execute } as typeof tool
}
