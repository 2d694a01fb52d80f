/**
 * Reads, over a few connections: what is asked for in one turn of the event loop is spread over those that are free and
 * crosses in one round trip each. Every read stands for itself; one that fails spoils no other.
 */
import { bind, type Params, type Query } from '../query.js'
import { type Reader, StoreUnavailableError } from '../store.js'
import type { PostgresConnection } from './connection.js'
import { failureOf, reasonOf, unavailable } from './failure.js'
import type { Row, ServerError, Statement } from './flight.js'

type Asked = {
  readonly statement: Statement
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: Error) => void
  /** A read changes nothing, so one that met a lost connection is tried once more. */
  triedBefore: boolean
}

/** Most reads in one round trip: more would wait for each other longer than for the network. */
const MAX_FLIGHT = 32

/** Most reads waiting; beyond it callers are told to come back. */
const MAX_WAITING = 20_000

export class Readers {
  readonly #connect: () => Promise<PostgresConnection>
  readonly #size: number
  #free: PostgresConnection[] = []
  #open = 0
  #waiting: Asked[] = []
  #scheduled = false
  #closed = false
  #idle: (() => void) | null = null

  /** @param size most connections; opened as they are needed. */
  constructor(connect: () => Promise<PostgresConnection>, size: number) {
    this.#connect = connect
    this.#size = size
  }

  read(statement: Statement): Promise<readonly Row[]> {
    if (this.#closed) return Promise.reject(new StoreUnavailableError('the store is closed'))
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailableError(`${MAX_WAITING} reads are waiting already`))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, resolve, reject, triedBefore: false })
      this.#schedule()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#waiting.length > 0 || this.#open > this.#free.length) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    }
    await Promise.all(this.#free.map((connection) => connection.close()))
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#send()
    })
  }

  #send(): void {
    this.#drop()
    while (this.#waiting.length > 0) {
      const able = this.#free.length + this.#size - this.#open
      if (able === 0) return
      const share = Math.min(MAX_FLIGHT, Math.ceil(this.#waiting.length / able))
      void this.#fly(this.#waiting.splice(0, share), this.#free.pop())
    }
    if (this.#open === this.#free.length) this.#idle?.()
  }

  /** Connections that were cut while they waited, by a restart of the database for example. */
  #drop(): void {
    const usable = this.#free.filter(({ lost }) => lost === null)
    this.#open -= this.#free.length - usable.length
    this.#free = usable
  }

  async #fly(asked: readonly Asked[], free: PostgresConnection | undefined): Promise<void> {
    let connection = free
    if (connection === undefined) {
      this.#open += 1
      try {
        connection = await this.#connect()
      } catch (error) {
        this.#open -= 1
        for (const { reject } of asked) reject(unavailable('reached', error as ServerError))
        this.#send()
        return
      }
    }
    const { rows, failed, error } = await connection.run(asked.map(({ statement }) => statement))
    for (const [index, { resolve }] of asked.entries()) {
      const answer = rows[index]
      if (answer !== undefined) resolve(answer)
    }
    if (failed !== null && error !== null) this.#failed(asked.slice(failed), connection, error)
    if (connection.lost === null) this.#free.push(connection)
    else this.#open -= 1
    this.#send()
  }

  #failed(unanswered: readonly Asked[], connection: PostgresConnection, error: ServerError): void {
    const failure = failureOf(error)
    if (failure === 'lost') {
      connection.abandon(error)
      for (const asked of unanswered) {
        if (asked.triedBefore) asked.reject(unavailable('read', error))
        else {
          asked.triedBefore = true
          this.#waiting.push(asked)
        }
      }
      return
    }
    const [culprit, ...others] = unanswered
    culprit?.reject(
      failure === 'refused'
        ? new Error(`the database refused a read: ${reasonOf(error)}`)
        : unavailable('read', error),
    )
    this.#waiting.unshift(...others)
  }
}

/** @param read runs one statement. */
export function readerOf(read: (statement: Statement) => Promise<readonly Row[]>): Reader {
  const all = <P, R>(query: Query<P, R>, params: P): Promise<R[]> => {
    const { postgres } = query.compiled
    return read({
      sql: postgres.sql,
      values: bind(postgres, params as Params),
      reads: true,
    }) as unknown as Promise<R[]>
  }
  return { all, first: async (query, params) => (await all(query, params))[0] }
}
