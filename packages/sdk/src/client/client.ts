/**
 * The calls of heron.md §3 as methods, typed, with the idempotency keys of the wire. Judges nothing: receipts are
 * checked by `../receipts`, and what to do with a verdict is the guard's work.
 *
 * Every method throws {@link HeronCallError} when there is no usable answer.
 */
import type {
  AnnounceActionRequest,
  CloseSessionAnswer,
  Ed25519Jwk,
  JsonObject,
  JsonValue,
  OpenSessionAnswer,
  OpenSessionRequest,
  PutToolCatalogAnswer,
  PutToolCatalogRequest,
  ReportExecutionAnswer,
  ReportExecutionRequest,
} from '@heron/evidence'
import { isJsonObject } from '@heron/evidence'
import { type Runtime, webRuntime } from '../runtime.js'
import {
  type PolicyAnswer,
  readCloseSession,
  readJwks,
  readOpenSession,
  readPolicy,
  readPutToolCatalog,
  readReportExecution,
  readReportExecutions,
  type StatementAnswer,
} from './answers.js'
import { HeronCallError, HeronUsageError } from './errors.js'
import { assertExternalId } from './external-id.js'
import { actionKey, catalogKey, closeKey, executionKey, executionsKey, sessionKey } from './idempotency.js'
import { type HttpCall, type HttpReply, Transport, type TransportOptions } from './transport.js'

/** Most statements in one `POST /v1/executions` (heron.md §3). */
export const MAX_STATEMENTS = 500

export class HeronClient {
  readonly #transport: Transport

  constructor(options: TransportOptions, runtime: Runtime = webRuntime) {
    this.#transport = new Transport(options, runtime)
  }

  /** Opens a session, or finds it again: the same meaning under the same `external_id` is a replay. */
  openSession(request: OpenSessionRequest): Promise<OpenSessionAnswer> {
    assertExternalId('/external_id', request.external_id)
    const idempotencyKey = sessionKey(request.external_id)
    return this.#call(
      { method: 'POST', path: '/v1/sessions', idempotencyKey, body: request },
      readOpenSession,
    )
  }

  /**
   * Announces a tool call, before it runs. The answer is UNTRUSTED until `checkDecision` has seen it: a verdict counts
   * only when it is signed and speaks of this very call.
   */
  announceAction(request: AnnounceActionRequest): Promise<JsonObject> {
    const idempotencyKey = actionKey({
      session: request.session_external_id,
      seq: request.seq,
      tool: request.tool.name,
      args_hash: request.args_hash,
    })
    return this.#call({ method: 'POST', path: '/v1/actions', idempotencyKey, body: request }, readObject)
  }

  /** Hands in one signed statement of what was done. */
  reportExecution(request: ReportExecutionRequest): Promise<ReportExecutionAnswer> {
    const idempotencyKey = executionKey(request)
    return this.#call(
      { method: 'POST', path: '/v1/executions', idempotencyKey, body: request },
      readReportExecution,
    )
  }

  /** Hands in up to {@link MAX_STATEMENTS} statements; each is judged alone, answers come in the same order. */
  reportExecutions(requests: readonly ReportExecutionRequest[]): Promise<readonly StatementAnswer[]> {
    if (requests.length === 0 || requests.length > MAX_STATEMENTS) {
      throw new HeronUsageError('', `takes 1 to ${MAX_STATEMENTS.toString()} statements at once`)
    }
    const idempotencyKey = executionsKey(requests)
    return this.#call({ method: 'POST', path: '/v1/executions', idempotencyKey, body: requests }, (value) =>
      readReportExecutions(value, requests.length),
    )
  }

  /** Closes a session: head and count are then sealed. */
  closeSession(externalId: string): Promise<CloseSessionAnswer> {
    const path = `${sessionPath(externalId)}/close`
    return this.#call(
      { method: 'POST', path, idempotencyKey: closeKey(externalId), body: {} },
      readCloseSession,
    )
  }

  /** Publishes a signed tool catalogue; the same content again is a replay. */
  putToolCatalog(request: PutToolCatalogRequest): Promise<PutToolCatalogAnswer> {
    const idempotencyKey = catalogKey({ v: request.v, tools: request.tools })
    return this.#call(
      { method: 'PUT', path: '/v1/tool-catalog', idempotencyKey, body: request },
      readPutToolCatalog,
    )
  }

  readSession(externalId: string): Promise<JsonObject> {
    return this.#call({ method: 'GET', path: sessionPath(externalId) }, readObject)
  }

  readAction(actionId: string): Promise<JsonObject> {
    return this.#call({ method: 'GET', path: `/v1/actions/${encodeURIComponent(actionId)}` }, readObject)
  }

  /** The policy bundle in force. */
  readPolicy(): Promise<PolicyAnswer> {
    return this.#call({ method: 'GET', path: '/v1/policy' }, readPolicy)
  }

  /** Any bundle that was ever in force. */
  readPolicyByHash(policyHash: string): Promise<PolicyAnswer> {
    return this.#call({ method: 'GET', path: `/v1/policies/${encodeURIComponent(policyHash)}` }, readPolicy)
  }

  /** Every key that Heron ever signed with. */
  readJwks(): Promise<readonly Ed25519Jwk[]> {
    return this.#call({ method: 'GET', path: '/.well-known/jwks.json' }, readJwks)
  }

  async #call<Answer>(call: HttpCall, read: (value: JsonValue) => Answer | null): Promise<Answer> {
    const reply = await this.#transport.send(call)
    if (reply.kind !== 'answer') throw failure(call, reply)
    const answer = read(reply.value)
    if (answer === null) throw failure(call, { kind: 'silent', cause: 'unreadable', status: reply.status })
    return answer
  }
}

function readObject(value: JsonValue): JsonObject | null {
  return isJsonObject(value) ? value : null
}

function failure(call: HttpCall, reply: Exclude<HttpReply, { kind: 'answer' }>): HeronCallError {
  const { status } = reply
  const what = `${call.method} ${call.path.split('/').slice(0, 3).join('/')}`
  if (reply.kind === 'refused') {
    const { problem } = reply
    const said = problem === null ? '' : `: ${problem.detail || problem.title}`
    const where = problem?.pointer === undefined ? '' : ` (at \`${problem.pointer}\`)`
    return new HeronCallError('refused', `Heron refused ${what} with ${String(status)}${said}${where}`, {
      status,
      problem,
    })
  }
  switch (reply.cause) {
    case 'rate_limited':
      return new HeronCallError('rate_limited', `Heron asks to slow down (${what})`, { status })
    case 'breaker_open':
      return new HeronCallError(
        'breaker_open',
        `Heron was silent too often and is left alone for a while (${what})`,
      )
    case 'unreadable':
      return new HeronCallError(
        'unreadable_answer',
        `the answer to ${what} is not Heron's: is the url right?`,
        {
          status,
        },
      )
    case 'timeout':
    case 'network':
    case 'server_error':
      return new HeronCallError('no_answer', `no answer from Heron to ${what} (${reply.cause})`, { status })
  }
}

function sessionPath(externalId: string): string {
  assertExternalId('/external_id', externalId)
  return `/v1/sessions/${encodeURIComponent(externalId)}`
}
