/**
 * Claude Agent SDK (`@heron/sdk/claude-agent-sdk`, package `@anthropic-ai/claude-agent-sdk`).
 *
 * Enforced: every tool call of the run and of its subagents, built-in or MCP, meets the `PreToolUse` hook and is denied
 * without a signed yes, in every permission mode. A yes of Heron's leaves the SDK's own permissions as they are.
 * Not enforced: what a shell command does once it runs; that no later hook or permission prompt changes the input after
 * it was judged. The SDK does not say what became of a call that was stopped after Heron's yes, by a denied permission
 * or an interrupt: all of these are stated as ABANDONED when the run ends.
 */
import type {
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  SyncHookJSONOutput,
} from '@anthropic-ai/claude-agent-sdk'
import { HeronBlocked } from '../guard/blocked.js'
import type { AllowedDecision, ToolCall } from '../guard/decision.js'
import { type AdapterOptions, admit } from './admission.js'

export type { AdapterOptions, AnswerFor, HumanAnswer } from './admission.js'

/**
 * Seconds that the SDK waits for the hook. A hook that is given up on stops nothing, so this is far above the guard's own
 * deadlines; a person who is asked by `answerFor` has this long.
 */
const HOOK_TIMEOUT_SECONDS = 3600

export type GuardedRun = {
  /** For the `hooks` option of `query()`. */
  readonly hooks: Partial<Record<HookEvent, HookCallbackMatcher[]>>
  /** Call it when the run is over, however it ended: calls that nobody heard of again are stated as ABANDONED. */
  readonly end: () => Promise<void>
}

/** Heron in front of every tool of one `query()`. */
export function guardRun(options: AdapterOptions): GuardedRun {
  const admitted = new Map<string, AllowedDecision<object>>()
  const take = (id: string): AllowedDecision<object> | undefined => {
    const decision = admitted.get(id)
    admitted.delete(id)
    return decision
  }

  const before = async (input: HookInput): Promise<SyncHookJSONOutput> => {
    if (input.hook_event_name !== 'PreToolUse') return {}
    try {
      const decision = await admit(options, callOf(input.tool_name, input.tool_input, input.tool_use_id))
      admitted.set(input.tool_use_id, decision)
      return {}
    } catch (error) {
      // A hook that throws stops nothing: whatever went wrong here is a no.
      const reason = error instanceof HeronBlocked ? error.message : 'not run: Heron could not be asked'
      return {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: reason,
        },
      }
    }
  }

  const after = async (input: HookInput): Promise<SyncHookJSONOutput> => {
    if (input.hook_event_name === 'PostToolUse') {
      const decision = take(input.tool_use_id)
      if (decision !== undefined) {
        await options.session.report(decision, { outcome: 'EXECUTED', result: input.tool_response })
      }
    } else if (input.hook_event_name === 'PostToolUseFailure') {
      const decision = take(input.tool_use_id)
      if (decision !== undefined) {
        const outcome = input.is_interrupt === true ? 'ABANDONED' : 'FAILED'
        await options.session.report(decision, { outcome, errorCode: 'tool_error' })
      }
    }
    return {}
  }

  const matching = (hook: HookCallback): HookCallbackMatcher[] => [
    { hooks: [hook], timeout: HOOK_TIMEOUT_SECONDS },
  ]
  return {
    hooks: {
      PreToolUse: matching(before),
      PostToolUse: matching(after),
      PostToolUseFailure: matching(after),
    },
    end: async () => {
      const left = [...admitted.keys()].map(take).filter((decision) => decision !== undefined)
      for (const decision of left) {
        await options.session.report(decision, { outcome: 'ABANDONED', errorCode: 'run_ended' })
      }
    },
  }
}

/** MCP tools are called `mcp__server__tool` here; Heron knows them by both parts. UNTRUSTED input: judged as it is. */
function callOf(name: string, input: unknown, callId: string): ToolCall<object> {
  const args = typeof input === 'object' && input !== null ? input : { input }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return { tool: server === undefined || tool === undefined ? name : { name: tool, server }, args, callId }
}
