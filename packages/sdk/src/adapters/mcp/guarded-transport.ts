/**
 * A transport with Heron in it: `tools/call` requests that go one way wait for a decision, their responses that come
 * back become evidence. On a client requests leave and responses arrive, on a server the other way round.
 */
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js'
import { HeronBlocked } from '../../guard/blocked.js'
import type { AllowedDecision, ToolCall } from '../../guard/decision.js'
import { type AdapterOptions, admit, refuseUnasked } from '../admission.js'

export type McpOptions = AdapterOptions & {
  /** Name of the MCP server as Heron should know it. Default: none. */
  readonly server?: string
}

type Request = Extract<JSONRPCMessage, { method: string; id: unknown }>
type Id = Request['id']
type Forward = (message: JSONRPCMessage) => Promise<void> | void

/** For `client.connect(…)`: the tools of any server, with Heron in front of every call of this client. */
export function guardClientTransport(transport: Transport, options: McpOptions): Transport {
  return new GuardedTransport(transport, options, 'client')
}

/** For `server.connect(…)`: the tools of this server, with Heron in front of them whoever calls. */
export function guardServerTransport(transport: Transport, options: McpOptions): Transport {
  return new GuardedTransport(transport, options, 'server')
}

class GuardedTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly #inner: Transport
  readonly #options: McpOptions
  readonly #role: 'client' | 'server'
  /** Calls under way by request id; a mark of its own while Heron is being asked, since ids can be used again. */
  readonly #calls = new Map<Id, AllowedDecision<object> | symbol>()

  constructor(inner: Transport, options: McpOptions, role: 'client' | 'server') {
    this.#inner = inner
    this.#options = options
    this.#role = role
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => {
      void this.#abandonAll()
      this.onclose?.()
    }
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message, extra) => {
      void this.#arrived(message, extra)
    }
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const pass: Forward = (out) => this.#inner.send(out, options)
    await (this.#role === 'client' ? this.#towardsTool(message, pass) : this.#fromTool(message, pass))
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  async #arrived(message: JSONRPCMessage, extra?: MessageExtraInfo): Promise<void> {
    const pass: Forward = (out) => this.onmessage?.(out, extra)
    try {
      await (this.#role === 'server' ? this.#towardsTool(message, pass) : this.#fromTool(message, pass))
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error('a message could not be handled'))
    }
  }

  /** UNTRUSTED on a server. */
  async #towardsTool(message: JSONRPCMessage, pass: Forward): Promise<void> {
    if (!('method' in message)) return pass(message)
    if (message.method === 'notifications/cancelled') {
      await this.#cancelled(message.params?.['requestId'])
      return pass(message)
    }
    if (message.method !== 'tools/call' || !('id' in message)) return pass(message)
    const { id } = message
    if (this.#calls.has(id))
      return this.#refuse(id, 'not run: another call under this request id is still under way')
    const asking = Symbol('Heron is being asked')
    this.#calls.set(id, asking)
    let decision: AllowedDecision<object>
    try {
      decision = await admit(this.#options, this.#callOf(message))
    } catch (error) {
      if (this.#calls.get(id) !== asking) return
      this.#calls.delete(id)
      return this.#refuse(
        id,
        error instanceof HeronBlocked ? error.message : 'not run: Heron could not be asked',
      )
    }
    if (this.#calls.get(id) !== asking) {
      // Cancelled while Heron was asked: nobody waits for it any more, so it does not run.
      await this.#options.session.report(decision, { outcome: 'ABANDONED', errorCode: 'cancelled' })
      return
    }
    this.#calls.set(id, decision)
    try {
      await pass(withArguments(message, decision.call.args))
    } catch (error) {
      if (this.#take(id) === decision) await this.#options.session.reportError(decision, error)
      throw error
    }
  }

  async #fromTool(message: JSONRPCMessage, pass: Forward): Promise<void> {
    if ('method' in message || message.id === undefined) return pass(message)
    const decision = this.#take(message.id)
    if (typeof decision === 'object') {
      const { session } = this.#options
      if ('error' in message) {
        const errorCode = `jsonrpc:${message.error.code.toString()}`
        await session.report(decision, { outcome: 'FAILED', errorCode })
      } else if (message.result['isError'] === true) {
        await session.report(decision, { outcome: 'FAILED', errorCode: 'tool_error' })
      } else {
        await session.report(decision, { outcome: 'EXECUTED', result: message.result })
      }
    }
    return pass(message)
  }

  /** @throws {HeronBlocked} for a request that is no call. */
  #callOf({ params = {} }: Request): ToolCall<object> {
    const { name, arguments: args = {} } = params
    const { server } = this.#options
    if (typeof name !== 'string')
      throw refuseUnasked(this.#options, 'unnamed', 'unknown_tool', 'the call names no tool')
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      throw refuseUnasked(this.#options, name, 'arguments_not_json', 'the arguments are not a JSON object')
    }
    // No call id: request ids begin anew with every connection, and an old decision must never answer a new call.
    return { tool: server === undefined ? name : { name, server }, args }
  }

  async #refuse(id: Id, text: string): Promise<void> {
    const result = { content: [{ type: 'text', text }], isError: true }
    const response: JSONRPCMessage = { jsonrpc: '2.0', id, result }
    if (this.#role === 'client') this.onmessage?.(response)
    else await this.#inner.send(response, { relatedRequestId: id })
  }

  async #cancelled(id: unknown): Promise<void> {
    const decision = this.#take(id as Id)
    if (typeof decision !== 'object') return
    await this.#options.session.report(decision, { outcome: 'ABANDONED', errorCode: 'cancelled' })
  }

  async #abandonAll(): Promise<void> {
    const decisions = [...this.#calls.values()].filter((decision) => typeof decision === 'object')
    this.#calls.clear()
    for (const decision of decisions) {
      await this.#options.session.report(decision, { outcome: 'ABANDONED', errorCode: 'connection_closed' })
    }
  }

  #take(id: Id): AllowedDecision<object> | symbol | undefined {
    const decision = this.#calls.get(id)
    this.#calls.delete(id)
    return decision
  }
}

/** The same request with the arguments that were judged; none where none were sent. */
function withArguments(request: Request, args: object): JSONRPCMessage {
  if (request.params?.['arguments'] === undefined) return request
  return { ...request, params: { ...request.params, arguments: args } }
}
