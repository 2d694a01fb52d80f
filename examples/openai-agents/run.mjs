/** OpenAI Agents SDK: an agent with guarded tools, and a scripted model in place of the API. */
import { Guard } from '@heron/sdk'
import { guardTool } from '@heron/sdk/openai-agents'
import { Agent, Runner, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { expectStory } from '../support/expect-story.mjs'
import { RUN, startHeron } from '../support/local-heron.mjs'

const heron = await startHeron()
const guard = new Guard(heron.connection)
const session = guard.session(RUN)

const ran = []
const getWeather = tool(
  guardTool(
    {
      name: 'get_weather',
      description: 'The weather in a city',
      parameters: z.object({ city: z.string() }),
      execute: async ({ city }) => {
        ran.push('get_weather')
        return `Sunny in ${city}.`
      },
    },
    { session },
  ),
)
const transferMoney = tool(
  guardTool(
    {
      name: 'transfer_money',
      description: 'Pays an amount',
      parameters: z.object({ amount: z.number() }),
      execute: async () => {
        ran.push('transfer_money')
        return 'Paid.'
      },
    },
    { session },
  ),
)

const agent = new Agent({
  name: 'Weather agent',
  instructions: 'You report the weather.',
  tools: [getWeather, transferMoney],
  model: scriptedModel(),
})
const result = await new Runner({ tracingDisabled: true }).run(agent, 'What is the weather in Oslo?')
const told = {}
for (const item of result.newItems) {
  if (item.type === 'tool_call_output_item') told[item.rawItem.name] = String(item.output)
}
expectStory(told, ran)

await session.close()
await guard.close()
await heron.stop()

/** Asks for both tools at once, then says that it is done. */
function scriptedModel() {
  const call = (callId, name, args) => ({
    type: 'function_call',
    callId,
    name,
    status: 'completed',
    arguments: JSON.stringify(args),
  })
  const answers = [
    [call('call_1', 'get_weather', { city: 'Oslo' }), call('call_2', 'transfer_money', { amount: 500 })],
    [
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Sunny.' }],
      },
    ],
  ]
  return { getResponse: async () => ({ usage: new Usage(), output: answers.shift() }) }
}
