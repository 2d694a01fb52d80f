/** Requests that the proxy makes itself, to either side: their answers are its own and are never passed on. */
import { randomUUID } from 'node:crypto'
import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { Params, RequestMessage, ResponseMessage } from './messages.js'

/** Null: an error, or nobody will answer any more. */
type Settle = (result: Params | null) => void

export class OwnRequests {
  // Not to be guessed: ids of the other side's own requests must not meet them.
  readonly #prefix = `heron-${randomUUID()}-`
  readonly #waiting = new Map<RequestId, Settle>()
  #count = 0

  /** Sends a request; resolves with its result, or null where it fails. `id` is told before it is sent. */
  make(
    method: string,
    params: Params,
    send: (message: RequestMessage) => Promise<void>,
    onId: (id: RequestId) => void = () => undefined,
  ): Promise<Params | null> {
    this.#count += 1
    const id = this.#prefix + this.#count.toString()
    onId(id)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      send({ jsonrpc: '2.0', id, method, params }).catch(() => {
        this.give(id, null)
      })
    })
  }

  /** True when the response was to one of ours. */
  take(response: ResponseMessage): boolean {
    const { id } = response
    if (id === undefined || !this.#waiting.has(id)) return false
    this.give(id, 'result' in response ? response.result : null)
    return true
  }

  give(id: RequestId, result: Params | null): void {
    const settle = this.#waiting.get(id)
    this.#waiting.delete(id)
    settle?.(result)
  }

  /** Ends the waiting. */
  close(): void {
    for (const id of [...this.#waiting.keys()]) this.give(id, null)
  }
}
