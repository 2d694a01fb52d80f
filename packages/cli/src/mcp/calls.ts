/**
 * The tool calls of one connection, from judgement to report. A call is reported exactly once: with what the server
 * answered, or as abandoned when nobody waits for the answer any more.
 */
import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { AllowedDecision, CallOutcome, GuardedSession } from '@heron/sdk'
import type { OnMcpEvent } from './events.js'
import { type Params, paramsAt, type ResponseMessage, textAt } from './messages.js'

export type Call = {
  readonly id: RequestId
  readonly tool: string
  /** The client asked for a task in place of a result. */
  readonly asTask: boolean
  cancelled: boolean
  /** Withdraws what a person is being asked. */
  onCancel: (() => void) | null
}

export class Calls {
  readonly #session: () => GuardedSession
  readonly #onEvent: OnMcpEvent
  readonly #judging = new Map<RequestId, Call>()
  readonly #running = new Map<RequestId, AllowedDecision<object>>()
  /** Calls that the server carries on with as tasks (MCP 2025-11-25), by task id. */
  readonly #tasks = new Map<string, AllowedDecision<object>>()
  readonly #taskRequests = new Map<RequestId, { readonly method: string; readonly taskId: string }>()
  readonly #reports = new Set<Promise<unknown>>()

  constructor(session: () => GuardedSession, onEvent: OnMcpEvent) {
    this.#session = session
    this.#onEvent = onEvent
  }

  begin(id: RequestId, tool: string, asTask: boolean): Call {
    const call: Call = { id, tool, asTask, cancelled: false, onCancel: null }
    this.#judging.set(id, call)
    return call
  }

  /** True when the call may be forwarded now: it was not cancelled while it was judged. */
  admitted(call: Call, decision: AllowedDecision<object>): boolean {
    this.#judging.delete(call.id)
    const run = !call.cancelled
    const { tool, verdict, actionId: action, rule } = decision
    this.#onEvent({ event: 'call', tool, verdict, action, rule, run })
    if (run) this.#running.set(call.id, decision)
    else this.#report(decision, { outcome: 'NOT_ATTEMPTED', errorCode: 'cancelled' })
    return run
  }

  /** A call that was refused. */
  end(call: Call): void {
    this.#judging.delete(call.id)
  }

  /** The client gave up on a request. False when the server never heard of it. */
  cancel(id: RequestId): boolean {
    const judging = this.#judging.get(id)
    if (judging !== undefined) {
      judging.cancelled = true
      judging.onCancel?.()
      return false
    }
    this.#settle(this.#running, id, { outcome: 'ABANDONED', errorCode: 'cancelled' })
    return true
  }

  taskRequest(id: RequestId, method: string, taskId: string | undefined): void {
    if (taskId !== undefined && this.#tasks.has(taskId)) this.#taskRequests.set(id, { method, taskId })
  }

  /** What the server answered to a request; reported where it was a call, or the end of one. */
  answered(id: RequestId, response: ResponseMessage): void {
    const about = this.#taskRequests.get(id)
    this.#taskRequests.delete(id)
    if (about?.method === 'tasks/result') this.#settle(this.#tasks, about.taskId, outcomeOf(response))
    else if (about?.method === 'tasks/cancel' && 'result' in response) {
      this.#settle(this.#tasks, about.taskId, { outcome: 'ABANDONED', errorCode: 'cancelled' })
    }
    const decision = this.#running.get(id)
    const taskId = 'result' in response ? textAt(paramsAt(response.result, 'task'), 'taskId') : undefined
    if (decision !== undefined && taskId !== undefined) {
      this.#running.delete(id)
      this.#tasks.set(taskId, decision)
    } else this.#settle(this.#running, id, outcomeOf(response))
  }

  /** Whatever is being judged will not be forwarded. */
  cancelJudging(): void {
    for (const call of this.#judging.values()) {
      call.cancelled = true
      call.onCancel?.()
    }
  }

  /** Nobody waits any more: everything under way is abandoned. Resolves once it is reported or kept. */
  async abandon(errorCode: string): Promise<void> {
    for (const id of [...this.#running.keys()])
      this.#settle(this.#running, id, { outcome: 'ABANDONED', errorCode })
    for (const id of [...this.#tasks.keys()])
      this.#settle(this.#tasks, id, { outcome: 'ABANDONED', errorCode })
    await Promise.all(this.#reports)
  }

  #settle<Key>(under: Map<Key, AllowedDecision<object>>, key: Key, outcome: CallOutcome): void {
    const decision = under.get(key)
    if (decision === undefined) return
    under.delete(key)
    this.#report(decision, outcome)
  }

  /** Beside the answer, which does not wait for it. The outbox keeps what Heron has not taken. */
  #report(decision: AllowedDecision<object>, outcome: CallOutcome): void {
    const report = this.#session()
      .report(decision, outcome)
      .catch((error: unknown) => {
        const message = `a statement could not be made: ${error instanceof Error ? error.name : 'unknown'}`
        this.#onEvent({ event: 'problem', code: 'failure', message })
      })
      .finally(() => this.#reports.delete(report))
    this.#reports.add(report)
  }
}

/** MCP tells a tool's failure (`isError`) from a request's (a JSON-RPC error); both are failures here, by their codes. */
function outcomeOf(response: ResponseMessage): CallOutcome {
  if (!('result' in response))
    return { outcome: 'FAILED', errorCode: `jsonrpc:${response.error.code.toString()}` }
  const result: Params = response.result
  if (result['isError'] === true) return { outcome: 'FAILED', result, errorCode: 'tool_error' }
  return { outcome: 'EXECUTED', result }
}
