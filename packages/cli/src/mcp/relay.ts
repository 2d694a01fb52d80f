/**
 * One MCP connection with Heron in the middle: messages are passed on as they are, in both directions, known or not;
 * tool calls wait for a signed yes, and their results are reported.
 *
 * INVARIANT: the only way to the server for `tools/call` is {@link Relay.#call}, and what it forwards is what was judged.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { type GuardedSession, HeronBlocked, type StepUpAnswer, type WithheldDecision } from '@heron/sdk'
import type { StepUps } from '../vendor/step-ups.js'
import { Calls, type Call } from './calls.js'
import { answerOf, canAsk, questionOf } from './elicitation.js'
import type { OnMcpEvent } from './events.js'
import { judge, type Person } from './judge.js'
import {
  fromTheWire,
  idAt,
  isNotification,
  isParams,
  isRequest,
  type Message,
  type NotificationMessage,
  onTheWire,
  type Params,
  paramsAt,
  type RequestMessage,
  type ResponseMessage,
  textAt,
} from './messages.js'
import { OwnRequests } from './own-requests.js'
import { refusalOf, textOfRefusal, toolError } from './refusal.js'
import type { ToolDefinitions } from './tool-definitions.js'
import { ToolListing } from './tool-listing.js'

/** Who talks to whom, as both sides stated it in `initialize`. */
export type Parties = {
  readonly client: { readonly name?: string; readonly version?: string }
  readonly server: string | null
}

export type RelayOptions = {
  readonly client: Transport
  readonly server: Transport
  readonly definitions: ToolDefinitions
  readonly stepUps: StepUps
  readonly approver: string | null
  /** Called once, before the first call is judged. */
  readonly openSession: (parties: Parties) => GuardedSession
  /** Before each call, once the tools are known: why no call can run yet, as a sentence for the model, or null. */
  readonly prepare: (server: string | null) => Promise<string | null>
  readonly onEvent: OnMcpEvent
}

/** JSON-RPC's own words for what is wrong with a request. */
const INVALID_REQUEST = -32600
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

export class Relay {
  readonly #options: RelayOptions
  readonly #own = new OwnRequests()
  readonly #listing: ToolListing
  readonly #calls: Calls
  /** Requests of the client that wait for the server, by id, with their method. */
  readonly #open = new Map<RequestId, string>()
  readonly #progress = new Map<RequestId, RequestId>()
  readonly #judgements = new Set<Promise<void>>()
  #session: GuardedSession | null = null
  #parties: Parties = { client: {}, server: null }
  #capabilities: Params = {}
  #closed = false

  constructor(options: RelayOptions) {
    this.#options = options
    this.#calls = new Calls(() => this.session(), options.onEvent)
    const send = (message: Message): Promise<void> => this.#toServer(message)
    this.#listing = new ToolListing(this.#own, send, options.definitions)
  }

  /** Takes over both transports and starts them: the server first, so that no message of the client meets nobody. */
  async start(): Promise<void> {
    const { client, server } = this.#options
    server.onmessage = (message: JSONRPCMessage) => {
      this.#fromServer(fromTheWire(message))
    }
    client.onmessage = (message: JSONRPCMessage) => {
      this.#fromClient(fromTheWire(message))
    }
    // A message that cannot be read never reaches the other side.
    const dropped = (error: Error): void => {
      if (!this.#closed)
        this.#options.onEvent({ event: 'message_dropped', reason: error.message.slice(0, 200) })
    }
    server.onerror = dropped
    client.onerror = dropped
    await server.start()
    await client.start()
  }

  /** The session of this connection; opened at Heron with the first call. */
  session(): GuardedSession {
    if (this.#session === null) {
      this.#session = this.#options.openSession(this.#parties)
      const { externalId: session } = this.#session
      const { client, server } = this.#parties
      this.#options.onEvent({ event: 'session', session, agent: client.name ?? 'unnamed', server })
    }
    return this.#session
  }

  /** Ends the connection: calls under way are reported as abandoned, the session is closed. */
  async close(): Promise<void> {
    this.#closed = true
    this.#own.close()
    this.#calls.cancelJudging()
    await Promise.all(this.#judgements)
    await this.#calls.abandon('connection_closed')
    if (this.#session === null) return
    try {
      const closed = await this.#session.close()
      if (closed === null) return
      const { headHash: head, count: actions, pendingEvidence: pending_evidence } = closed
      const session = this.#session.externalId
      this.#options.onEvent({ event: 'closed', session, head, actions, pending_evidence })
    } catch (error) {
      this.#options.onEvent({
        event: 'problem',
        code: 'failure',
        message: `the session stays open: ${text(error)}`,
      })
    }
  }

  #fromClient(message: Message): void {
    if (isRequest(message)) this.#requestOfClient(message)
    else if (isNotification(message)) this.#noticeOfClient(message)
    else if (!this.#own.take(message)) void this.#toServer(message).catch(ignore)
  }

  #requestOfClient(request: RequestMessage): void {
    const { id, method, params } = request
    if (method === 'initialize') {
      this.#capabilities = paramsAt(params, 'capabilities')
      const { name, version } = paramsAt(params, 'clientInfo')
      this.#parties = { ...this.#parties, client: { ...asText('name', name), ...asText('version', version) } }
    }
    if (this.#open.has(id)) {
      // Two answers under one id could not be told apart, nor which of them to report.
      const error = { code: INVALID_REQUEST, message: 'this request id is in use' }
      void this.#toClient({ jsonrpc: '2.0', id, error }).catch(ignore)
      return
    }
    this.#open.set(id, method)
    const token = idAt(paramsAt(params, '_meta'), 'progressToken')
    if (token !== undefined) this.#progress.set(token, id)
    if (method === 'tools/call') {
      const judgement = this.#call(request).finally(() => this.#judgements.delete(judgement))
      this.#judgements.add(judgement)
    } else {
      if (method.startsWith('tasks/')) this.#calls.taskRequest(id, method, textAt(params, 'taskId'))
      void this.#forward(request)
    }
  }

  #noticeOfClient(notice: NotificationMessage): void {
    const { method, params } = notice
    if (method === 'tools/call') {
      // A server that runs it unasked would have been called without anybody's yes.
      this.#options.onEvent({ event: 'message_dropped', reason: 'a tool call without an id' })
      return
    }
    if (method === 'notifications/cancelled') {
      const id = idAt(params, 'requestId')
      if (id !== undefined) {
        this.#open.delete(id)
        if (!this.#calls.cancel(id)) return
      }
    }
    void this.#toServer(notice)
      .then(() => (method === 'notifications/initialized' ? this.#listing.first() : undefined))
      .catch(ignore)
  }

  /** Judges a call, forwards it on a yes, answers it on a no. Never throws. */
  async #call(request: RequestMessage): Promise<void> {
    const { id, params } = request
    const tool = textAt(params, 'name')
    const args: unknown = params?.['arguments'] ?? {}
    if (tool === undefined || !isParams(args) || params?.['arguments'] === null) {
      this.#answerError(id, INVALID_PARAMS, 'a tool call names a tool and has an object of arguments')
      return
    }
    const call = this.#calls.begin(id, tool, isParams(params?.['task']))
    try {
      await this.#listing.settled()
      const { server } = this.#parties
      const objection = this.#options.definitions.objection(tool) ?? (await this.#options.prepare(server))
      if (objection !== null) {
        this.#options.onEvent({
          event: 'call',
          tool,
          verdict: 'not_asked',
          action: null,
          rule: null,
          run: false,
        })
        this.#answer(call, toolError(`\`${tool}\` was not run: ${objection}`))
        return
      }
      const named = { name: tool, ...(server === null ? {} : { server }) }
      const decision = await judge(
        this.session(),
        { tool: named, args },
        this.#person(call),
        this.#options.stepUps,
      )
      if (!this.#calls.admitted(call, decision)) return
      // INVARIANT: the copy that was judged, in place of what the client sent.
      const judged =
        params?.['arguments'] === undefined ? params : { ...params, arguments: decision.call.args }
      await this.#forward({ ...request, ...(judged === undefined ? {} : { params: judged }) })
    } catch (error) {
      this.#refuse(call, error)
    }
  }

  #refuse(call: Call, error: unknown): void {
    if (!(error instanceof HeronBlocked)) {
      this.#options.onEvent({ event: 'problem', code: 'failure', message: text(error) })
      this.#answer(call, toolError(`\`${call.tool}\` was not run: Heron could not be asked.`))
      return
    }
    const { decision } = error
    const asked = decision.kind === 'withheld'
    this.#options.onEvent({
      event: 'call',
      tool: call.tool,
      verdict: asked ? decision.verdict : decision.code,
      action: asked ? decision.actionId : null,
      rule: asked ? decision.rule : null,
      run: false,
    })
    const how = asked
      ? `They answer with \`heron approve ${decision.actionId}\`; then make the same call again.`
      : null
    this.#answer(call, refusalOf(error, how))
  }

  #person(call: Call): Person {
    const { approver } = this.#options
    if (!canAsk(this.#capabilities)) return { approver }
    const ask = async (
      question: WithheldDecision<object>,
    ): Promise<Pick<StepUpAnswer, 'humanDecision'> | null> => {
      if (call.cancelled) return null
      const send = (message: Message): Promise<void> => this.#toClient(message, call.id)
      const withdraw = (requestId: RequestId): void => {
        call.onCancel = () => {
          this.#own.give(requestId, null)
          void send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }).catch(
            ignore,
          )
        }
      }
      const result = await this.#own.make('elicitation/create', questionOf(question), send, withdraw)
      call.onCancel = null
      return result === null ? null : answerOf(result)
    }
    return { approver, ask }
  }

  #fromServer(message: Message): void {
    if (isRequest(message)) {
      void this.#toClient(message, [...this.#open.keys()].at(-1)).catch(() => {
        const error = { code: INTERNAL_ERROR, message: 'the client could not be reached' }
        void this.#toServer({ jsonrpc: '2.0', id: message.id, error }).catch(ignore)
      })
    } else if (isNotification(message)) this.#noticeOfServer(message)
    else if (!this.#own.take(message)) this.#responseOfServer(message)
  }

  #noticeOfServer(notice: NotificationMessage): void {
    if (notice.method === 'notifications/tools/list_changed') this.#listing.again()
    const token = idAt(notice.params, 'progressToken')
    void this.#toClient(notice, token === undefined ? undefined : this.#progress.get(token)).catch(ignore)
  }

  #responseOfServer(response: ResponseMessage): void {
    const { id } = response
    const method = id === undefined ? undefined : this.#open.get(id)
    // Before the client can act on it: a definition that changed blocks the very next call.
    if ('result' in response) this.#observe(method, response.result)
    void this.#toClient(response).catch(ignore)
    if (id === undefined) return
    this.#done(id)
    // Last, since it hashes the whole result: the client reads it meanwhile.
    this.#calls.answered(id, response)
  }

  #observe(method: string | undefined, result: Params): void {
    if (method === 'tools/list') {
      const { tools } = result
      if (Array.isArray(tools)) this.#options.definitions.observe(tools)
    } else if (method === 'initialize') {
      this.#parties = { ...this.#parties, server: wireName(paramsAt(result, 'serverInfo')['name']) }
      const version = textAt(result, 'protocolVersion')
      if (version !== undefined) this.#options.server.setProtocolVersion?.(version)
    }
  }

  /** Sends a request of the client on; where the server cannot be reached, the client hears of it. */
  async #forward(request: RequestMessage): Promise<void> {
    try {
      await this.#toServer(request)
    } catch {
      const error = { code: INTERNAL_ERROR, message: 'the server could not be reached' }
      this.#calls.answered(request.id, { jsonrpc: '2.0', id: request.id, error })
      this.#answerError(request.id, error.code, error.message)
    }
  }

  #answer(call: Call, result: Params): void {
    this.#calls.end(call)
    this.#done(call.id)
    // A call that was cancelled is not answered (MCP, cancellation).
    if (call.cancelled) return
    // Whoever asks for a task reads no tool result in its place.
    if (call.asTask) this.#answerError(call.id, INVALID_REQUEST, textOfRefusal(result))
    else void this.#toClient({ jsonrpc: '2.0', id: call.id, result }).catch(ignore)
  }

  #answerError(id: RequestId, code: number, message: string): void {
    this.#done(id)
    void this.#toClient({ jsonrpc: '2.0', id, error: { code, message } }).catch(ignore)
  }

  #done(id: RequestId): void {
    this.#open.delete(id)
    for (const [token, owner] of this.#progress) if (owner === id) this.#progress.delete(token)
  }

  async #toServer(message: Message): Promise<void> {
    await this.#options.server.send(onTheWire(message))
  }

  async #toClient(message: Message, relatedRequestId?: RequestId): Promise<void> {
    const related =
      relatedRequestId === undefined || !this.#open.has(relatedRequestId) ? {} : { relatedRequestId }
    await this.#options.client.send(onTheWire(message), related)
  }
}

/** A name that Heron takes: signed and published, so nothing that breaks a line or hides in one. */
function wireName(name: unknown): string | null {
  return typeof name === 'string' && /^[\x20-\x7e]{1,200}$/.test(name) ? name : null
}

function asText<Name extends string>(member: Name, value: unknown): { readonly [key in Name]?: string } {
  const name = wireName(value)
  return name === null ? {} : ({ [member]: name } as { readonly [key in Name]: string })
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The other side is gone; its end is noticed elsewhere. */
function ignore(): void {
  return undefined
}
