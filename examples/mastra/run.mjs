/** Mastra: an agent with guarded tools, and a scripted model in place of a provider. */
import { Guard } from '@heron/sdk'
import { guardTool } from '@heron/sdk/mastra'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import { expectStory } from '../support/expect-story.mjs'
import { RUN, startHeron } from '../support/local-heron.mjs'

const heron = await startHeron()
const guard = new Guard(heron.connection)
const session = guard.session(RUN)

const ran = []
const getWeather = createTool(
  guardTool(
    {
      id: 'get_weather',
      description: 'The weather in a city',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ context }) => {
        ran.push('get_weather')
        return `Sunny in ${context.city}.`
      },
    },
    { session },
  ),
)
const transferMoney = createTool(
  guardTool(
    {
      id: 'transfer_money',
      description: 'Pays an amount',
      inputSchema: z.object({ amount: z.number() }),
      execute: async () => {
        ran.push('transfer_money')
        return 'Paid.'
      },
    },
    { session },
  ),
)

const told = {}
const agent = new Agent({
  name: 'Weather agent',
  instructions: 'You report the weather.',
  model: scriptedModel(),
  tools: { get_weather: getWeather, transfer_money: transferMoney },
})
await agent.generate('What is the weather in Oslo?')
expectStory(told, ran)

await session.close()
await guard.close()
await heron.stop()

/** Asks for both tools at once, then says that it is done; keeps what it was told of the tools. */
function scriptedModel() {
  const call = (toolCallId, toolName, input) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input: JSON.stringify(input),
  })
  const answers = [
    {
      content: [
        call('call_1', 'get_weather', { city: 'Oslo' }),
        call('call_2', 'transfer_money', { amount: 500 }),
      ],
      finishReason: 'tool-calls',
    },
    { content: [], finishReason: 'stop' },
  ]
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
  const answer = ({ prompt }) => {
    for (const { role, content } of prompt) {
      if (role !== 'tool') continue
      for (const { toolName, output } of content) told[toolName] = String(output.value)
    }
    return answers.shift()
  }
  return {
    specificationVersion: 'v2',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async (request) => ({ ...answer(request), usage, warnings: [] }),
    doStream: async (request) => {
      const { content, finishReason } = answer(request)
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...content,
        { type: 'finish', finishReason, usage },
      ]
      return { stream: ReadableStream.from(parts) }
    },
  }
}
