/** `heron hook` as a coding agent calls it: a process for each event. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { HERON, type Parsed } from '../support/heron.js'
import type { Installation } from '../vendor/installation.js'

export type HookAnswer = {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly json: Parsed
}

/** One event, answered. @param event An object, or text as it is. */
export async function hook(
  { url, apiKey, state }: Installation,
  event: object | string,
  flags: readonly string[] = [],
): Promise<HookAnswer> {
  const argv = ['hook', '--url', url, '--state', state, ...flags]
  const env = { PATH: process.env['PATH'], HERON_API_KEY: apiKey }
  const child = spawn(process.execPath, [HERON, ...argv], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')))
  child.stdin.end(typeof event === 'string' ? event : JSON.stringify(event))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err, json: out === '' ? null : JSON.parse(out) }
}

/** Events of one session, as Claude Code words them. */
export function eventsOf(session_id: string) {
  const base = { session_id, transcript_path: '/t.jsonl', cwd: '/project', permission_mode: 'default' }
  const tool = (
    hook_event_name: string,
    id: string,
    tool_name: string,
    tool_input: object,
    more: object = {},
  ) => ({
    ...base,
    ...{ hook_event_name, tool_name, tool_input, ...more },
    ...(id === '' ? {} : { tool_use_id: id }),
  })
  return {
    pre: (id: string, name: string, input: object = {}) => tool('PreToolUse', id, name, input),
    post: (id: string, name: string, input: object = {}, tool_response: unknown = { ok: true }) =>
      tool('PostToolUse', id, name, input, { tool_response }),
    failed: (id: string, name: string, input: object = {}, is_interrupt = false) =>
      tool('PostToolUseFailure', id, name, input, { error: 'secret detail', is_interrupt }),
    prompt: (prompt: string) => ({ ...base, hook_event_name: 'UserPromptSubmit', prompt }),
    end: () => ({ ...base, hook_event_name: 'SessionEnd', reason: 'other' }),
  }
}
