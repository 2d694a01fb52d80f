/**
 * What a coding agent tells its hooks: one JSON document on standard input (Claude Code's hook events). Members that
 * nobody here reads are left alone; newer versions add some.
 */
import { decodeJson, isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import type { ToolCall } from '@heron/sdk'

type Base = { readonly sessionId: string }

export type ToolUse = {
  readonly tool: ToolCall['tool']
  readonly args: JsonObject
  /** The agent's id of this call; older versions send none. */
  readonly callId: string | null
}

export type HookEvent =
  | (Base & { readonly event: 'PreToolUse'; readonly use: ToolUse })
  | (Base & { readonly event: 'PostToolUse'; readonly use: ToolUse; readonly response: JsonValue })
  | (Base & { readonly event: 'PostToolUseFailure'; readonly use: ToolUse; readonly interrupted: boolean })
  | (Base & { readonly event: 'UserPromptSubmit'; readonly prompt: string })
  | (Base & { readonly event: 'SessionEnd' })
  | (Base & { readonly event: 'other'; readonly name: string })

export class HookInputError extends Error {}

/**
 * Reads one event.
 *
 * @param text UNTRUSTED: arguments come from a model, results from anywhere.
 * @throws {HookInputError}
 */
export function readHookEvent(text: string): HookEvent {
  const strict = decodeJson(text)
  const value = strict.ok ? strict.value : readResult(text)
  if (value === null || !isJsonObject(value)) {
    throw new HookInputError(
      `standard input holds no hook event${strict.ok ? '' : `: ${strict.error.message}`}`,
    )
  }
  const [sessionId, name] = [ownMember(value, 'session_id'), ownMember(value, 'hook_event_name')]
  if (typeof sessionId !== 'string' || sessionId === '' || typeof name !== 'string') {
    throw new HookInputError('a hook event has `session_id` and `hook_event_name`')
  }
  switch (name) {
    case 'PreToolUse':
      return { event: name, sessionId, use: toolUse(value) }
    case 'PostToolUse':
      return {
        event: name,
        sessionId,
        use: toolUse(value),
        response: ownMember(value, 'tool_response') ?? null,
      }
    case 'PostToolUseFailure':
      return {
        event: name,
        sessionId,
        use: toolUse(value),
        interrupted: ownMember(value, 'is_interrupt') === true,
      }
    case 'UserPromptSubmit': {
      const prompt = ownMember(value, 'prompt')
      return { event: name, sessionId, prompt: typeof prompt === 'string' ? prompt : '' }
    }
    case 'SessionEnd':
      return { event: name, sessionId }
    default:
      return { event: 'other', sessionId, name }
  }
}

/**
 * A result may hold what strict reading refuses (a number beyond 2^53, say), and is only hashed. Before a call nothing
 * is read so: what is judged must mean one thing only.
 */
function readResult(text: string): JsonValue | null {
  try {
    const value = JSON.parse(text) as JsonValue
    const name = isJsonObject(value) ? ownMember(value, 'hook_event_name') : undefined
    return name === 'PostToolUse' || name === 'PostToolUseFailure' ? value : null
  } catch {
    return null
  }
}

/** MCP tools are called `mcp__server__tool` here; Heron knows them by both parts. */
function toolUse(value: JsonObject): ToolUse {
  const [name, input, callId] = [
    ownMember(value, 'tool_name'),
    ownMember(value, 'tool_input') ?? {},
    ownMember(value, 'tool_use_id'),
  ]
  if (typeof name !== 'string' || name === '') throw new HookInputError('a tool event has `tool_name`')
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return {
    tool: server === undefined || tool === undefined ? name : { name: tool, server },
    args: isJsonObject(input) ? input : { input },
    callId: typeof callId === 'string' && callId !== '' ? callId : null,
  }
}
