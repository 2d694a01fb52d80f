/** Claude Agent SDK: `query()` with Heron's hooks, the SDK's own program, and a scripted model in place of the API. */
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { Guard } from '@heron/sdk'
import { guardRun } from '@heron/sdk/claude-agent-sdk'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { expectStory } from '../support/expect-story.mjs'
import { RUN, startHeron } from '../support/local-heron.mjs'
import { startScriptedApi } from './scripted-api.mjs'

const heron = await startHeron()
const guard = new Guard(heron.connection)
const session = guard.session(RUN)

const ran = []
const text = (said) => ({ content: [{ type: 'text', text: said }] })
const weather = createSdkMcpServer({
  name: 'weather',
  tools: [
    tool('get_weather', 'The weather in a city', { city: z.string() }, async ({ city }) => {
      ran.push('get_weather')
      return text(`Sunny in ${city}.`)
    }),
    tool('transfer_money', 'Pays an amount', { amount: z.number() }, async () => {
      ran.push('transfer_money')
      return text('Paid.')
    }),
  ],
})

const api = await startScriptedApi([
  { id: 'call_1', tool: 'get_weather', name: 'mcp__weather__get_weather', input: { city: 'Oslo' } },
  { id: 'call_2', tool: 'transfer_money', name: 'mcp__weather__transfer_money', input: { amount: 500 } },
])
const home = mkdtempSync(join(tmpdir(), 'heron-example-home-'))
const guarded = guardRun({ session })
const messages = query({
  prompt: 'What is the weather in Oslo?',
  options: {
    hooks: guarded.hooks,
    mcpServers: { weather },
    allowedTools: ['mcp__weather__get_weather', 'mcp__weather__transfer_money'],
    // For the example only: no real account, no settings of yours, nothing outside a folder of its own.
    cwd: home,
    settingSources: [],
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // A scripted model searches for no tools: newer versions list MCP tools only when asked.
      ENABLE_TOOL_SEARCH: 'false',
    },
  },
})
for await (const { type } of messages) if (type === 'result') console.log('the run has ended')
await guarded.end()
expectStory(api.told, ran)

api.stop()
rmSync(home, { recursive: true, force: true, maxRetries: 5 })
await session.close()
await guard.close()
await heron.stop()
