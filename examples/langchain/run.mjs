/** LangChain: `createAgent` with Heron's middleware, and a scripted model in place of a provider. */
import { Guard } from '@heron/sdk'
import { heronMiddleware } from '@heron/sdk/langchain'
import { AIMessage, createAgent, fakeModel, tool, ToolMessage } from 'langchain'
import { z } from 'zod'
import { expectStory } from '../support/expect-story.mjs'
import { RUN, startHeron } from '../support/local-heron.mjs'

const heron = await startHeron()
const guard = new Guard(heron.connection)
const session = guard.session(RUN)

const ran = []
const getWeather = tool(
  ({ city }) => {
    ran.push('get_weather')
    return `Sunny in ${city}.`
  },
  { name: 'get_weather', description: 'The weather in a city', schema: z.object({ city: z.string() }) },
)
const transferMoney = tool(
  () => {
    ran.push('transfer_money')
    return 'Paid.'
  },
  { name: 'transfer_money', description: 'Pays an amount', schema: z.object({ amount: z.number() }) },
)

// Asks for both tools at once, then says that it is done.
const model = fakeModel()
  .respondWithTools([
    { id: 'call_1', name: 'get_weather', args: { city: 'Oslo' } },
    { id: 'call_2', name: 'transfer_money', args: { amount: 500 } },
  ])
  .respond(new AIMessage('Sunny.'))

const agent = createAgent({
  model,
  tools: [getWeather, transferMoney],
  middleware: [heronMiddleware({ session })],
})
const { messages } = await agent.invoke({
  messages: [{ role: 'user', content: 'What is the weather in Oslo?' }],
})
const results = messages.filter((message) => ToolMessage.isInstance(message))
expectStory(Object.fromEntries(results.map((message) => [message.name, message.text])), ran)

await session.close()
await guard.close()
await heron.stop()
