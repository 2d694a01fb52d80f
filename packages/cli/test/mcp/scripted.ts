/** The relay between a scripted client and a scripted server, in one process, in front of a real Heron. */
import { randomUUID } from 'node:crypto'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { Guard, type GuardOptions } from '@heron/sdk'
import { onTestFinished } from 'vitest'
import type { McpEvent } from '../../src/mcp/events.js'
import { Relay } from '../../src/mcp/relay.js'
import { type DefinitionOptions, ToolDefinitions } from '../../src/mcp/tool-definitions.js'
import { StepUps } from '../../src/vendor/step-ups.js'
import type { Parsed } from '../support/heron.js'
import type { Installation } from '../vendor/installation.js'

/** One end of a connection: what arrived, and a way to wait for the next that fits. */
export class End {
  readonly received: Parsed[] = []
  readonly #transport: InMemoryTransport
  #waiting: (() => void)[] = []
  onMessage: (message: Parsed) => void = () => undefined

  constructor(transport: InMemoryTransport) {
    this.#transport = transport
    transport.onmessage = (message: JSONRPCMessage) => {
      this.received.push(message)
      this.onMessage(message)
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  send(message: object): void {
    void this.#transport.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage)
  }

  async until(fits: (message: Parsed) => boolean): Promise<Parsed> {
    for (;;) {
      const found = this.received.find(fits)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** The response to a request of this end. */
  response(id: string | number): Promise<Parsed> {
    return this.until((message) => message.id === id && !('method' in message))
  }
}

export type Scripted = {
  /** The name of this run’s agent: what it did is recorded under it. */
  readonly agent: string
  readonly client: End
  readonly server: End
  readonly events: McpEvent[]
  readonly guard: Guard
  readonly close: () => Promise<void>
}

export type ScriptedOptions = {
  readonly capabilities?: object
  readonly definitions?: DefinitionOptions
  /** What the server lists; a function is asked each time. */
  readonly tools?: readonly object[] | (() => readonly object[])
  readonly contracts?: GuardOptions['contracts']
}

/** Connected and initialised. The server answers lists by itself, and calls only when the test says so. */
export async function scripted(at: Installation, options: ScriptedOptions = {}): Promise<Scripted> {
  const [clientEnd, clientSide] = InMemoryTransport.createLinkedPair()
  const [serverEnd, serverSide] = InMemoryTransport.createLinkedPair()
  const [client, server] = [new End(clientEnd), new End(serverEnd)]
  const events: McpEvent[] = []
  const { tools = [], contracts, capabilities = {} } = options
  const guard = new Guard({
    ...{ url: at.url, apiKey: at.apiKey, vendorKey: { kid: 'k1', seed: new Uint8Array(32).fill(1) } },
    ...(contracts === undefined ? {} : { contracts }),
    retries: 0,
    onProblem: () => undefined,
  })
  const agent = `agent-${randomUUID()}`
  const relay = new Relay({
    client: clientSide,
    server: serverSide,
    definitions: new ToolDefinitions(options.definitions ?? { allowChanges: false }, (event) =>
      events.push(event),
    ),
    stepUps: new StepUps(at.state),
    approver: 'user_12',
    openSession: ({ client: { name = 'unnamed' } }) => {
      const externalId = `run_${name}`
      const principal = { type: 'service', ref: 'test' } as const
      return guard.session({ externalId, agent: { externalId: name }, principal, originalRequest: '' })
    },
    prepare: () => Promise.resolve(null),
    onEvent: (event) => events.push(event),
  })
  await relay.start()
  server.onMessage = ({ id, method }) => {
    if (method === 'initialize') {
      const result = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'scripted', version: '1' },
      }
      server.send({ id, result })
    }
    if (method === 'tools/list')
      server.send({ id, result: { tools: typeof tools === 'function' ? tools() : tools } })
  }
  await Promise.all([clientEnd.start(), serverEnd.start()])
  const clientInfo = { name: agent, version: '1' }
  client.send({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities, clientInfo },
  })
  await client.response(0)
  client.send({ method: 'notifications/initialized' })
  let closed: Promise<void> | null = null
  const close = async (): Promise<void> => {
    await relay.close()
    await guard.close()
  }
  onTestFinished(() => (closed ??= close()))
  return { agent, client, server, events, guard, close: () => (closed ??= close()) }
}

export function callMessage(id: string | number, name: string, args?: object, extra: object = {}): object {
  const params = { name, ...(args === undefined ? {} : { arguments: args }), ...extra }
  return { id, method: 'tools/call', params }
}
