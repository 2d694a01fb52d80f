/** Vercel AI SDK: `generateText` with guarded tools, and a scripted model in place of a provider. */
import { Guard } from '@heron/sdk'
import { guardTools } from '@heron/sdk/ai-sdk'
import { generateText, stepCountIs, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { z } from 'zod'
import { expectStory } from '../support/expect-story.mjs'
import { RUN, startHeron } from '../support/local-heron.mjs'

const heron = await startHeron()
const guard = new Guard(heron.connection)
const session = guard.session(RUN)

const ran = []
const tools = guardTools(
  {
    get_weather: tool({
      description: 'The weather in a city',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => {
        ran.push('get_weather')
        return `Sunny in ${city}.`
      },
    }),
    transfer_money: tool({
      description: 'Pays an amount',
      inputSchema: z.object({ amount: z.number() }),
      execute: async () => {
        ran.push('transfer_money')
        return 'Paid.'
      },
    }),
  },
  { session },
)

const { steps } = await generateText({
  model: scriptedModel(),
  tools,
  stopWhen: stepCountIs(5),
  prompt: 'What is the weather in Oslo?',
})
const told = {}
for (const part of steps.flatMap(({ content }) => content)) {
  if (part.type === 'tool-result') told[part.toolName] = part.output
  if (part.type === 'tool-error') told[part.toolName] = part.error.message
}
expectStory(told, ran)

await session.close()
await guard.close()
await heron.stop()

/** Asks for both tools at once, then says that it is done. */
function scriptedModel() {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
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
      finishReason: { unified: 'tool-calls' },
    },
    { content: [{ type: 'text', text: 'Sunny.' }], finishReason: { unified: 'stop' } },
  ]
  return new MockLanguageModelV3({ doGenerate: async () => ({ ...answers.shift(), usage, warnings: [] }) })
}
