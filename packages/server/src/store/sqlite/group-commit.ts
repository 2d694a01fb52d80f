/**
 * Group commit: what arrives while a commit runs goes into the next one. Hands batches to the commit thread and each
 * group's outcome back to whoever waits for it.
 */
import { Worker } from 'node:worker_threads'
import type { SigningKey } from '../../keys/signer.js'
import { FairQueue, laneOf } from '../fair-queue.js'
import type { Query, SqlValue } from '../query.js'
import { type CommitOutcome, SignatureOf, SIGNING_KID, type Step, StoreUnavailableError } from '../store.js'

/**
 * A group as it crosses to the thread, flat: for each step the statement, the rows expected, the number of values and the
 * values; an array for each step would cost as much again. A signature to be made is written as `[index]` of the value
 * that it is over, and the name of the key that makes it as `[]`.
 */
type WireGroup = (SqlValue | readonly [] | readonly [signed: number])[]
type Waiting = {
  readonly group: WireGroup
  readonly resolve: (outcome: CommitOutcome) => void
  readonly reject: (error: Error) => void
}
/** For each group its signatures, or the index of the step that did not hold, or why it could not be applied. */
type Reply = { readonly groups: number } & (
  | { readonly results: readonly (readonly string[] | number | string)[]; readonly kid: string }
  | { readonly error: string }
)

export type GroupCommitOptions = {
  readonly path: string
  /** How long another process may hold the write lock before a batch is refused. */
  readonly busyTimeoutMs: number
  /** Most groups waiting. Bounds memory when the disk stalls; beyond it callers are told to come back. */
  readonly maxWaiting: number
  /** Pages of write-ahead log before it is moved into the database. */
  readonly walPages: number
}

/**
 * Most groups in one transaction. More would share the disk's answer among more callers but make the first of them
 * wait longer, and would leave nobody to be served while they wait (bench: decisions).
 */
const MAX_BATCH = 128

/**
 * Groups that are handed over without waiting for the end of the turn: with many clients a turn of the event loop takes
 * milliseconds, in which the thread would have nothing to do (bench: decisions).
 */
const ENOUGH = 16

export class GroupCommit {
  readonly #worker: Worker
  readonly #maxWaiting: number
  readonly #statements = new Map<Query, number>()
  #newTexts: [number, string][] = []
  readonly #waiting: FairQueue<Waiting>
  /** Handed to the thread, in order; it answers as many at once as it committed together. */
  readonly #handedOver: Waiting[] = []
  #scheduled = false
  #failure: Error | null = null
  #idle: (() => void) | null = null

  constructor({ maxWaiting, ...workerData }: GroupCommitOptions) {
    this.#maxWaiting = maxWaiting
    this.#waiting = new FairQueue(maxWaiting)
    this.#worker = new Worker(new URL('./commit-thread.js', import.meta.url), { workerData })
    this.#worker.on('message', (reply: Reply) => {
      this.#settle(reply)
    })
    this.#worker.on('error', (error) => {
      this.#fail(error)
    })
    this.#worker.on('exit', () => {
      this.#fail(new Error('the commit thread has ended'))
    })
  }

  commit(steps: readonly Step[]): Promise<CommitOutcome> {
    if (this.#failure !== null) return Promise.reject(unavailable(this.#failure.message))
    const group: WireGroup = []
    for (const { query, params, expect } of steps) {
      const { names, constants } = query.compiled.sqlite
      group.push(this.#statement(query), expect, names.length)
      for (let index = 0; index < names.length; index += 1) {
        const name = names[index] ?? ''
        const value = name === '' ? constants[index] : params[name]
        if (value === undefined) throw new TypeError(`the query parameter \`${name}\` is missing`)
        group.push(
          value instanceof SignatureOf
            ? [names.indexOf(value.parameter)]
            : value === SIGNING_KID
              ? []
              : value,
        )
      }
    }
    return new Promise((resolve, reject) => {
      const displaced = this.#waiting.push(laneOf(steps), { group, resolve, reject })
      displaced?.reject(unavailable(`${this.#maxWaiting} writes are waiting already`))
      if (this.#waiting.size >= ENOUGH) this.#send()
      else this.#schedule()
    })
  }

  /** What is sent to the thread from here on is signed with this key; what it has not begun by then may be, too. */
  useKey(key: SigningKey): void {
    this.#worker.postMessage(key)
  }

  /** Resolves after everything handed over was answered and the thread has ended. */
  async close(): Promise<void> {
    if (!this.#isIdle()) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    }
    if (this.#failure !== null) return
    this.#failure = new Error('the store is closed')
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('end')
    await ended
  }

  #statement(query: Query): number {
    let index = this.#statements.get(query)
    if (index === undefined) {
      index = this.#statements.size
      this.#statements.set(query, index)
      this.#newTexts.push([index, query.compiled.sqlite.sql])
    }
    return index
  }

  /** At the end of this turn of the event loop, so that a few that come together are committed together. */
  #schedule(): void {
    if (this.#scheduled || this.#handedOver.length >= MAX_BATCH) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#send()
    })
  }

  #send(): void {
    const room = MAX_BATCH - this.#handedOver.length
    if (room <= 0 || this.#waiting.size === 0 || this.#failure !== null) return
    const batch = this.#waiting.take(room)
    this.#handedOver.push(...batch)
    this.#worker.postMessage({ batch: batch.map(({ group }) => group), texts: this.#newTexts })
    this.#newTexts = []
  }

  #settle(reply: Reply): void {
    const answered = this.#handedOver.splice(0, reply.groups)
    this.#send()
    if ('error' in reply) {
      for (const { reject } of answered) reject(unavailable(reply.error))
    } else {
      for (const [index, { resolve, reject }] of answered.entries()) {
        const result = reply.results[index] ?? 'the commit thread left out an answer'
        if (typeof result === 'string') reject(new Error(`the database refused a write: ${result}`))
        else if (typeof result === 'number') resolve({ ok: false, step: result })
        else resolve({ ok: true, kid: reply.kid, signatures: result })
      }
    }
    if (this.#isIdle()) this.#idle?.()
  }

  #isIdle(): boolean {
    return this.#handedOver.length === 0 && this.#waiting.size === 0
  }

  #fail(error: Error): void {
    if (this.#failure !== null) return
    this.#failure = error
    for (const { reject } of [...this.#handedOver.splice(0), ...this.#waiting.takeAll()]) {
      reject(unavailable(error.message))
    }
    this.#idle?.()
  }
}

function unavailable(reason: string): StoreUnavailableError {
  return new StoreUnavailableError(`the database cannot be written now: ${reason}`)
}
