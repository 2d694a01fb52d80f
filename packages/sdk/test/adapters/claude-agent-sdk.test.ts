import { createSdkMcpServer, type Options, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardRun } from '../../src/adapters/claude-agent-sdk.js'
import type { AdapterOptions } from '../../src/adapters/admission.js'
import { startScriptedApi } from './claude/scripted-api.js'
import { type Heron, startHeron } from './story/heron.js'
import { type Script, setUp, tellStory, type Told } from './story/story.js'
import { SCHEMAS, type StoryTools, TOOL_NAMES } from './story/tools.js'

const nameOf = (name: string) => (name.includes('_') ? `mcp__story__${name}` : name)

type Turn = {
  options: AdapterOptions
  tools: StoryTools
  script: Script
  signal?: AbortSignal
  more?: Options
}

/** One `query()` of the real SDK and its real program, with the scripted model as its API and a home of its own. */
async function ask({ options, tools, script, signal, more = {} }: Turn): Promise<Told> {
  const home = mkdtempSync(join(tmpdir(), 'heron-claude-'))
  const api = await startScriptedApi(script, nameOf)
  const stopping = new AbortController()
  const guarded = guardRun(options)
  const ended: Promise<unknown>[] = []
  signal?.addEventListener('abort', () => {
    stopping.abort()
  })
  try {
    const server = createSdkMcpServer({
      name: 'story',
      tools: TOOL_NAMES.map((name) =>
        tool(name, name, SCHEMAS[name].shape, async (args) => ({
          content: [{ type: 'text', text: await tools.run(name, args, signal) }],
        })),
      ),
    })
    const run = query({
      prompt: 'go',
      options: {
        abortController: stopping,
        // The program outlives a run that is stopped, and writes to its home until its end.
        spawnClaudeCodeProcess: ({ command, args, cwd, env, signal: killed }) => {
          const program = spawn(command, args, {
            cwd,
            env,
            signal: killed,
            stdio: ['pipe', 'pipe', 'ignore'],
          })
          ended.push(once(program, 'close').catch(() => once(program, 'close')))
          return program
        },
        cwd: home,
        // Nothing of this machine's own settings or accounts.
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          CLAUDE_CONFIG_DIR: home,
          ANTHROPIC_BASE_URL: api.url,
          ANTHROPIC_API_KEY: 'scripted',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          // A scripted model searches for no tools: newer versions list MCP tools only when asked.
          ENABLE_TOOL_SEARCH: 'false',
        },
        settingSources: [],
        mcpServers: { story: server },
        allowedTools: TOOL_NAMES.map(nameOf),
        hooks: guarded.hooks,
        ...more,
      },
    })
    for await (const _message of run);
    return api.told
  } finally {
    await guarded.end()
    await Promise.all(ended)
    await api.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

tellStory({ name: 'Claude Agent SDK', run: ask })

describe('the Claude Agent SDK adapter', () => {
  let heron: Heron
  let runs = 0
  beforeAll(async () => {
    heron = await startHeron()
  })
  afterAll(() => heron.stop())
  const begin = () => setUp(heron, `cl_${String(++runs)}`)

  it('stands in front of built-in tools as well', async () => {
    const { options, tools, seen } = begin()
    const command = 'echo ran > ran.txt'
    const script = [[{ id: 'c1', tool: 'Bash', args: { command, description: 'x' } }]] as unknown as Script
    const told = await ask({ options, tools, script, more: { allowedTools: ['Bash'] } })
    expect(told.get('c1')).toContain('a person has to approve it first')
    expect(await seen()).toMatchObject([{ tool: 'Bash', verdict: 'STEP_UP', outcomes: ['ESCALATED'] }])
  })

  it('leaves the permissions of the SDK in force: a yes of Heron is not theirs', async () => {
    const { options, tools, seen } = begin()
    const script: Script = [[{ id: 'c1', tool: 'read_notes', args: { topic: 'x' } }]]
    const canUseTool: Options['canUseTool'] = () =>
      Promise.resolve({ behavior: 'deny', message: 'not today' })
    const told = await ask({ options, tools, script, more: { allowedTools: [], canUseTool } })
    expect(told.get('c1')).toContain('not today')
    expect(tools.ran).toEqual([])
    expect(await seen()).toMatchObject([{ verdict: 'ALLOW', outcomes: ['ABANDONED'] }])
  })
})
