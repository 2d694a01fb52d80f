/**
 * Group commit on PostgreSQL: what arrives while a commit runs goes into the next transaction, one savepoint a group, all
 * of it in one round trip. A group that does not hold costs one more, and spoils no other.
 *
 * INVARIANT: groups that write to the same session or log are applied in the order in which they were handed over.
 */
import { FairQueue, laneOf } from '../fair-queue.js'
import { type CommitOutcome, type Step, StoreUnavailableError } from '../store.js'
import type { PostgresConnection } from './connection.js'
import { type Failure, failureOf, reasonOf, unavailable } from './failure.js'
import type { ServerError, Statement } from './flight.js'
import { statementOf } from './step-text.js'

type Group = {
  readonly statements: readonly Statement[]
  /** The head of a chain that it goes on from, and the one that it leaves; null where it moves none. */
  readonly from: string | null
  readonly to: string | null
}

type Waiting = {
  /** What it may have to wait for; see {@link lockKey}. */
  readonly key: string
  readonly group: Group
  readonly resolve: (outcome: CommitOutcome) => void
  readonly reject: (error: Error) => void
}

/** What became of a group inside a transaction that is not yet committed. */
type Outcome = { readonly unmet: number } | { readonly refused: Error } | 'held'

export type GroupCommitOptions = {
  /** Opens the one connection that writes; called again after it was lost. */
  readonly connect: () => Promise<PostgresConnection>
  /** Most groups waiting. Bounds memory when the database stalls; beyond it callers are told to come back. */
  readonly maxWaiting: number
}

/** PostgreSQL keeps 64 subtransactions of a transaction where others can see them cheaply; a group is one. */
const MAX_BATCH = 60

/** Attempts while the server asks for another: each means that somebody else went ahead. */
const MAX_ATTEMPTS = 10

const control = (sql: string): Statement => ({ sql, values: [], reads: false })
const BEGIN = control('begin isolation level read committed read write')
const COMMIT = control('commit')
const ROLLBACK = control('rollback')
const SAVEPOINT = control('savepoint a_group')
const UNDO = control('rollback to savepoint a_group')

export class GroupCommit {
  readonly #connect: GroupCommitOptions['connect']
  readonly #maxWaiting: number
  #connection: PostgresConnection | null = null
  readonly #waiting: FairQueue<Waiting>
  #running = false
  #scheduled = false
  #closed = false
  #idle: (() => void) | null = null

  constructor({ connect, maxWaiting }: GroupCommitOptions) {
    this.#connect = connect
    this.#maxWaiting = maxWaiting
    this.#waiting = new FairQueue(maxWaiting)
  }

  /** @param steps without anything left to be signed. */
  commit(steps: readonly Step[]): Promise<CommitOutcome> {
    if (this.#closed) return Promise.reject(new StoreUnavailableError('the store is closed'))
    const group = groupOf(steps)
    return new Promise((resolve, reject) => {
      const displaced = this.#waiting.push(laneOf(steps), { key: lockKey(steps), group, resolve, reject })
      displaced?.reject(new StoreUnavailableError(`${this.#maxWaiting} writes are waiting already`))
      this.#schedule()
    })
  }

  /** Resolves after everything handed over was answered and the connection has ended. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#running || this.#waiting.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    }
    await this.#connection?.close()
  }

  /** At the end of this turn of the event loop, so that everything signed together is committed together. */
  #schedule(): void {
    if (this.#scheduled || this.#running) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#running = true
      void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = this.#waiting.take(MAX_BATCH)
      try {
        const outcomes = await this.#commitBatch(batch)
        for (const [index, { resolve, reject }] of batch.entries()) {
          const outcome = outcomes[index] ?? 'held'
          if (outcome === 'held') resolve({ ok: true, kid: '', signatures: [] })
          else if ('unmet' in outcome) resolve({ ok: false, step: outcome.unmet })
          else reject(outcome.refused)
        }
      } catch (error) {
        const reason = error instanceof Error ? error : new StoreUnavailableError('the database failed')
        for (const { reject } of batch) reject(reason)
      }
    }
    this.#running = false
    this.#idle?.()
  }

  /** @throws {StoreUnavailableError} nothing was committed, unless the connection was lost in the middle of it. */
  async #commitBatch(batch: readonly Waiting[]): Promise<readonly Outcome[]> {
    // Two processes that take the locks of two sessions in the same order never wait for each other in a circle.
    const order = [...batch.keys()].sort((left, right) =>
      compare(batch[left]?.key ?? '', batch[right]?.key ?? ''),
    )
    const groups = order.map((index) => batch[index]?.group ?? EMPTY)
    let again: ServerError | null = null
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const connection = await this.#open()
      const result = await transact(connection, groups)
      if ('outcomes' in result) {
        const outcomes: Outcome[] = []
        for (const [position, index] of order.entries()) outcomes[index] = result.outcomes[position] ?? 'held'
        return outcomes
      }
      if (result.failure === 'lost') connection.abandon(result.error)
      else await connection.run([ROLLBACK])
      if (result.failure !== 'again') throw unavailable('written', result.error)
      again = result.error
    }
    throw unavailable('written', again)
  }

  /** @throws {StoreUnavailableError} */
  async #open(): Promise<PostgresConnection> {
    if (this.#connection === null || this.#connection.lost !== null) {
      try {
        this.#connection = await this.#connect()
      } catch (error) {
        throw unavailable('reached', error as ServerError)
      }
    }
    return this.#connection
  }
}

type Transacted =
  | { readonly outcomes: readonly Outcome[] }
  | { readonly failure: Exclude<Failure, 'unmet' | 'refused'>; readonly error: ServerError }

/** One transaction of all groups: in one round trip, and one more for each group that does not hold. */
async function transact(connection: PostgresConnection, groups: readonly Group[]): Promise<Transacted> {
  const outcomes: Outcome[] = []
  /** Heads that would have been written by groups that did not hold, and so never will be. */
  const neverWritten = new Set<string>()
  let opening = [BEGIN]
  while (outcomes.length < groups.length || opening.length > 0) {
    const first = outcomes.length
    const statements = [...opening]
    const starts: number[] = []
    for (const group of groups.slice(first)) {
      starts.push(statements.length)
      statements.push(SAVEPOINT, ...group.statements)
    }
    statements.push(COMMIT)
    const { failed, error } = await connection.run(statements)
    if (failed === null || error === null) {
      while (outcomes.length < groups.length) outcomes.push('held')
      return { outcomes }
    }
    const failure = failureOf(error)
    const at = starts.findLastIndex((start) => start < failed)
    const start = starts[at]
    // Outside of a group, at `begin` or `commit`, there is nothing that only one of them could have met.
    if (failure === 'lost' || failure === 'unavailable' || failure === 'again') return { failure, error }
    if (start === undefined || failed === statements.length - 1) return { failure: 'unavailable', error }
    while (outcomes.length < first + at) outcomes.push('held')
    outcomes.push(
      failure === 'unmet'
        ? { unmet: failed - start - 1 }
        : { refused: new Error(`the database refused a write: ${reasonOf(error)}`) },
    )
    const { to } = groups[first + at] ?? EMPTY
    const written = groups.some((group, index) => outcomes[index] === 'held' && group.to === to)
    if (to !== null && !written) neverWritten.add(to)
    // Planned on one another, the rest of a hot session falls with its first: nobody need ask the database for each.
    for (;;) {
      const { from, to: next } = groups[outcomes.length] ?? EMPTY
      if (from === null || !neverWritten.has(from)) break
      if (next !== null) neverWritten.add(next)
      outcomes.push({ unmet: 0 })
    }
    opening = [UNDO]
  }
  return { outcomes }
}

const EMPTY: Group = { statements: [], from: null, to: null }

function groupOf(steps: readonly Step[]): Group {
  const { expected_head: from, head_hash: to } = steps[0]?.params ?? {}
  return {
    statements: steps.map(statementOf),
    from: typeof from === 'string' ? from : null,
    to: typeof to === 'string' ? to : null,
  }
}

/**
 * What a group may have to wait for: its session's head, its action's row, its log, a count that many share. Groups are
 * sorted by it, and those of one key keep their order.
 */
function lockKey(steps: readonly Step[]): string {
  // Workers own their rows (`skip locked`), but count the delays of tools together.
  for (const { params } of steps) {
    const { tool, bucket } = params
    if (typeof tool === 'string' && typeof bucket === 'number') return `${tool}/${bucket}`
  }
  for (const { params } of steps) {
    for (const name of LOCKED_BY) {
      const value = params[name]
      if (typeof value === 'string') return value
    }
  }
  return ''
}

const LOCKED_BY = ['chain', 'session_id', 'action_id'] as const

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
