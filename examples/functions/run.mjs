/** Plain functions: a loop of one's own, with the model's calls as they arrive from any API. */
import { Guard, HeronBlocked } from '@heron/sdk'
import { dispatcher } from '@heron/sdk/functions'
import { expectStory } from '../support/expect-story.mjs'
import { RUN, startHeron } from '../support/local-heron.mjs'

const heron = await startHeron()
const guard = new Guard(heron.connection)
const session = guard.session(RUN)

const ran = []
const tools = {
  get_weather: ({ city }) => {
    ran.push('get_weather')
    return `Sunny in ${city}.`
  },
  transfer_money: () => {
    ran.push('transfer_money')
    return 'Paid.'
  },
}
const call = dispatcher(tools, { session })

// What a model would answer.
const modelCalls = [
  { id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
  { id: 'call_2', name: 'transfer_money', arguments: '{"amount":500}' },
]
const told = {}
for (const { id, name, arguments: args } of modelCalls) {
  try {
    told[name] = String(await call(name, args, { callId: id }))
  } catch (error) {
    if (!(error instanceof HeronBlocked)) throw error
    told[name] = error.message
  }
}
expectStory(told, ran)

await session.close()
await guard.close()
await heron.stop()
