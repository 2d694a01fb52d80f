import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  type CallToolResult,
  ElicitRequestSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type z } from 'zod'
import {
  answerByElicitation,
  guardClientTransport,
  guardServerTransport,
  type McpOptions,
} from '../../src/adapters/mcp/index.js'
import { type Heron, startHeron } from './story/heron.js'
import { type Script, setUp, tellStory, type Told } from './story/story.js'
import { SCHEMAS, StoryTools, TOOL_NAMES } from './story/tools.js'

function serverOf(tools: StoryTools): McpServer {
  const server = new McpServer({ name: 'notes', version: '1' })
  for (const name of TOOL_NAMES) {
    const inputSchema: z.ZodRawShape = SCHEMAS[name].shape
    server.registerTool(name, { description: name, inputSchema }, async (args, { signal }) => ({
      content: [{ type: 'text' as const, text: await tools.run(name, args, signal) }],
    }))
  }
  return server
}

type Side = 'client' | 'server'

/** Client and server in one process, with Heron in front of one of them. */
async function connect(tools: StoryTools, guarded: Side, options: McpOptions, client = plainClient()) {
  const server = serverOf(tools)
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(guarded === 'server' ? guardServerTransport(far, options) : far)
  await client.connect(guarded === 'client' ? guardClientTransport(near, options) : near)
  return { client, server }
}

const plainClient = () => new Client({ name: 'agent', version: '1' })

async function follow(client: Client, script: Script, signal?: AbortSignal): Promise<Told> {
  const told: Told = new Map()
  for (const step of script) {
    await Promise.all(
      step.map(async ({ id, tool, args }) => {
        const call = { name: tool, arguments: args as Record<string, unknown> }
        const result = await client.callTool(call, undefined, signal === undefined ? {} : { signal })
        told.set(id, textOf(result as CallToolResult))
      }),
    )
  }
  return told
}

const textOf = ({ content }: CallToolResult) => JSON.stringify(content)

for (const side of ['client', 'server'] as const) {
  tellStory({
    name: `MCP, ${side} side`,
    run: async ({ options, tools, script, signal }) => {
      const { client } = await connect(tools, side, options)
      try {
        return await follow(client, script, signal)
      } finally {
        await client.close()
      }
    },
  })
}

describe('the MCP adapter', () => {
  let heron: Heron
  let runs = 0
  beforeAll(async () => {
    heron = await startHeron()
  })
  afterAll(() => heron.stop())
  const begin = () => setUp(heron, `mcp_${String(++runs)}`)
  const send: Script = [[{ id: 'c1', tool: 'send_email', args: { to: 'maria' } }]]

  function askingClient(answer: { action: 'accept' | 'decline' | 'cancel'; content?: { approve: boolean } }) {
    const client = new Client({ name: 'agent', version: '1' }, { capabilities: { elicitation: {} } })
    const asked: string[] = []
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return answer
    })
    return { client, asked }
  }

  /** The server's own transport needs the server to ask through: the answer is looked up when it is needed. */
  async function connectAsking(tools: StoryTools, options: McpOptions, asking: Client) {
    const server = serverOf(tools)
    const [near, far] = InMemoryTransport.createLinkedPair()
    await server.connect(
      guardServerTransport(far, { ...options, answerFor: answerByElicitation(server.server) }),
    )
    await asking.connect(near)
    return asking
  }

  it('asks the person at the client, and runs once they approved', async () => {
    const { options, tools, seen } = begin()
    const { client, asked } = askingClient({ action: 'accept', content: { approve: true } })
    const told = await follow(await connectAsking(tools, options, client), send)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('send_email')
    expect(told.get('c1')).toContain('send_email did it')
    expect((await seen()).map(({ verdict }) => verdict)).toEqual(['STEP_UP', 'ALLOW'])
  })

  it.each([
    [{ action: 'accept' as const, content: { approve: false } }, 'denied'],
    [{ action: 'decline' as const }, 'denied'],
    [{ action: 'cancel' as const }, 'a person has to approve'],
  ])('runs nothing when they answer %j', async (answer, said) => {
    const { options, tools } = begin()
    const { client } = askingClient(answer)
    const told = await follow(await connectAsking(tools, options, client), send)
    expect(tools.ran).toEqual([])
    expect(told.get('c1')).toContain(said)
  })

  it('runs nothing where the client cannot ask anybody', async () => {
    const { options, tools } = begin()
    const told = await follow(await connectAsking(tools, options, plainClient()), send)
    expect(tools.ran).toEqual([])
    expect(told.get('c1')).toContain('a person has to approve')
  })

  it('tells Heron which server a tool belongs to', async () => {
    const { options, tools, guard, actions } = begin()
    const { client } = await connect(tools, 'client', { ...options, server: 'notes' })
    await client.callTool({ name: 'read_notes', arguments: { topic: 'x' } })
    expect(await guard.client.readAction(actions[0]!)).toMatchObject({ record: { tool: 'read_notes' } })
  })

  it('leaves lists, progress and large results as they are', async () => {
    const { options } = begin()
    const large = 'x'.repeat(2_000_000)
    const server = new McpServer({ name: 'notes', version: '1' })
    server.registerTool('read_all', { inputSchema: {} }, async (_args, { sendNotification, _meta }) => {
      const params = { progressToken: _meta?.progressToken ?? 0, progress: 1, total: 2 }
      await sendNotification({ method: 'notifications/progress', params })
      return { content: [{ type: 'text', text: large }], structuredContent: { n: 1 }, _meta: { kept: true } }
    })
    const client = plainClient()
    const [near, far] = InMemoryTransport.createLinkedPair()
    await server.connect(guardServerTransport(far, options))
    await client.connect(guardClientTransport(near, options))
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['read_all'])
    const progress: unknown[] = []
    const onprogress = (one: unknown) => progress.push(one)
    const result = await client.callTool({ name: 'read_all', arguments: {} }, undefined, { onprogress })
    expect(progress).toEqual([{ progress: 1, total: 2 }])
    expect(result).toEqual({
      content: [{ type: 'text', text: large }],
      structuredContent: { n: 1 },
      _meta: { kept: true },
    })
  })

  describe('in front of a server, whatever a client sends', () => {
    /** The server's answers to messages as they stand on the wire. */
    async function rawly(options: McpOptions, tools: StoryTools) {
      const [near, far] = InMemoryTransport.createLinkedPair()
      await serverOf(tools).connect(guardServerTransport(far, options))
      const arrived: JSONRPCMessage[] = []
      const waiting: (() => void)[] = []
      near.onmessage = (message) => {
        arrived.push(message)
        for (const wake of waiting.splice(0)) wake()
      }
      await near.start()
      const answer = async (): Promise<JSONRPCMessage> => {
        while (arrived.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
        return arrived.shift()!
      }
      return { near, answer }
    }

    it.each([
      ['no name', { arguments: {} }],
      ['a name that is none', { name: 7, arguments: {} }],
      ['arguments that are a list', { name: 'read_notes', arguments: [] }],
      ['arguments that are a text', { name: 'read_notes', arguments: '{}' }],
      ['nothing', {}],
    ])('runs nothing for a call with %s', async (_what, params) => {
      const { options, tools, actions, blocked } = begin()
      const { near, answer } = await rawly(options, tools)
      await near.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      expect(await answer()).toMatchObject({ id: 1, result: { isError: true } })
      expect(tools.ran).toEqual([])
      expect(actions).toEqual([])
      expect(blocked).toHaveLength(1)
    })

    it('runs nothing for a call that was cancelled while Heron was asked', async () => {
      const { options, tools, seen } = begin()
      const { near } = await rawly(options, tools)
      const params = { name: 'read_notes', arguments: { topic: 'x' } }
      await near.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      await near.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
      await expect.poll(seen).toMatchObject([{ verdict: 'ALLOW', outcomes: ['ABANDONED'] }])
      expect(tools.ran).toEqual([])
    })

    it('keeps a cancelled call and a new one under the same id apart', async () => {
      const { options, tools, seen } = begin()
      const { near, answer } = await rawly(options, tools)
      const call = (topic: string): JSONRPCMessage => ({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'read_notes', arguments: { topic } },
      })
      await near.send(call('one'))
      await near.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
      await near.send(call('two'))
      await answer()
      expect(tools.ran).toEqual([{ tool: 'read_notes', args: { topic: 'two' } }])
      await expect
        .poll(async () => (await seen()).flatMap(({ outcomes }) => outcomes).sort())
        .toEqual(['ABANDONED', 'EXECUTED'])
    })

    it('answers a second call under an id that is still in use with an error', async () => {
      const { options, tools } = begin()
      const { near, answer } = await rawly(options, tools)
      const call = (topic: string): JSONRPCMessage => ({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'read_notes', arguments: { topic } },
      })
      await near.send(call('one'))
      await near.send(call('two'))
      const answers = [await answer(), await answer()]
      expect(answers.filter((one) => 'result' in one && one.result['isError'] === true)).toHaveLength(1)
      expect(tools.ran).toEqual([{ tool: 'read_notes', args: { topic: 'one' } }])
    })
  })

  it('reports calls as abandoned that a closed connection left behind', async () => {
    const { options, seen } = begin()
    const tools = new StoryTools()
    const { client } = await connect(tools, 'client', options)
    const calling = client.callTool({ name: 'read_slowly', arguments: {} })
    await tools.slowStarted
    await client.close()
    await expect(calling).rejects.toThrow()
    await expect.poll(seen).toMatchObject([{ verdict: 'ALLOW', outcomes: ['ABANDONED'] }])
  })
})
