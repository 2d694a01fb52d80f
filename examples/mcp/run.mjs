/** MCP: a client whose every tool call asks Heron first; the server, from the SDK's own class, knows nothing of it. */
import { Guard } from '@heron/sdk'
import { guardClientTransport } from '@heron/sdk/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { expectStory } from '../support/expect-story.mjs'
import { RUN, startHeron } from '../support/local-heron.mjs'

const heron = await startHeron()
const guard = new Guard(heron.connection)
const session = guard.session(RUN)

const ran = []
const text = (said) => ({ content: [{ type: 'text', text: said }] })
const server = new McpServer({ name: 'weather', version: '1.0.0' })
server.registerTool('get_weather', { inputSchema: { city: z.string() } }, ({ city }) => {
  ran.push('get_weather')
  return text(`Sunny in ${city}.`)
})
server.registerTool('transfer_money', { inputSchema: { amount: z.number() } }, () => {
  ran.push('transfer_money')
  return text('Paid.')
})

const [clientSide, serverSide] = InMemoryTransport.createLinkedPair()
await server.connect(serverSide)
const client = new Client({ name: 'weather-agent', version: '1.0.0' })
await client.connect(guardClientTransport(clientSide, { session, server: 'weather' }))

// What a model would ask for.
const told = {}
for (const call of [
  { name: 'get_weather', arguments: { city: 'Oslo' } },
  { name: 'transfer_money', arguments: { amount: 500 } },
]) {
  const { content } = await client.callTool(call)
  told[call.name] = content[0].text
}
expectStory(told, ran)

await client.close()
await session.close()
await guard.close()
await heron.stop()
