/** One view that stands still while others write, on a connection of its own. */
import { type Snapshot, StoreUnavailableError } from '../store.js'
import type { PostgresConnection } from './connection.js'
import { unavailable } from './failure.js'
import type { ServerError, Statement } from './flight.js'
import { readerOf } from './readers.js'

const BEGIN: Statement = {
  sql: 'begin isolation level repeatable read read only',
  values: [],
  reads: false,
}
/** The view is fixed by the first statement, not by `begin`. */
const FIX: Statement = { sql: 'select 1 as fixed from heron_migrations limit 1', values: [], reads: false }

/**
 * Views that are open at once; further ones wait for their turn, so that many exports never take the connections that
 * decisions need.
 */
export class Snapshots {
  readonly #connect: () => Promise<PostgresConnection>
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(connect: () => Promise<PostgresConnection>, most: number) {
    this.#connect = connect
    this.#free = most
  }

  /** @throws {StoreUnavailableError} */
  async open(): Promise<Snapshot> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const leave = (): void => {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
    try {
      return await openSnapshot(this.#connect, leave)
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** @throws {StoreUnavailableError} */
async function openSnapshot(
  connect: () => Promise<PostgresConnection>,
  leave: () => void,
): Promise<Snapshot> {
  let connection: PostgresConnection
  try {
    connection = await connect()
  } catch (error) {
    throw unavailable('reached', error as ServerError)
  }
  const begun = await connection.run([BEGIN, FIX])
  if (begun.error !== null) {
    connection.abandon(begun.error)
    throw unavailable('read', begun.error)
  }
  // One read at a time: a view is read page by page, and `run` must not be called twice at once.
  let turn: Promise<unknown> = Promise.resolve()
  const reader = readerOf((statement) => {
    const answer = turn.then(async () => {
      const { rows, error } = await connection.run([statement])
      if (error !== null) throw unavailable('read', error)
      return rows[0] ?? []
    })
    turn = answer.catch(() => undefined)
    return answer
  })
  let closed = false
  return {
    all: (query, params) =>
      closed ? Promise.reject(new StoreUnavailableError('the view is closed')) : reader.all(query, params),
    first: (query, params) =>
      closed ? Promise.reject(new StoreUnavailableError('the view is closed')) : reader.first(query, params),
    close: async () => {
      if (closed) return
      closed = true
      await turn
      await connection.close()
      leave()
    },
  }
}
