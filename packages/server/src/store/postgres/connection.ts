/** One connection to PostgreSQL, on which flights run one after the other. */
import pg from 'pg'
import { Flight, type FlightOutcome, type ServerError, type Statement } from './flight.js'
import type { PostgresAddress } from './address.js'

export type ConnectionOptions = {
  readonly address: PostgresAddress
  /** Shown in `pg_stat_activity`. */
  readonly purpose: string
  readonly connectTimeoutMs: number
  /** How long the server works on one statement; 0 for no end. */
  readonly statementTimeoutMs: number
  /** How long the server waits for another transaction's lock. */
  readonly lockTimeoutMs: number
  /** How long the server keeps a transaction that its client has left standing, with its locks; 0 for no end. */
  readonly idleInTransactionMs: number
}

/** On top of the server's own limits: a machine that is gone says nothing at all. */
const SILENCE_MARGIN_MS = 5000

export class PostgresConnection {
  readonly #client: pg.Client
  readonly #silenceMs: number
  readonly #prepared = new Map<string, string>()
  #lost: ServerError | null = null

  private constructor(client: pg.Client, silenceMs: number) {
    this.#client = client
    this.#silenceMs = silenceMs
    client.on('error', (error) => {
      this.#lost ??= error
    })
    client.on('end', () => {
      this.#lost ??= new Error('the connection has ended')
    })
  }

  /** @throws {Error} of the driver; its message holds no password. */
  static async open(options: ConnectionOptions): Promise<PostgresConnection> {
    const { address, purpose, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs, idleInTransactionMs } =
      options
    const client = new pg.Client({
      ...address.config,
      application_name: `heron ${purpose}`,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    })
    const connection = new PostgresConnection(
      client,
      statementTimeoutMs === 0 ? 0 : statementTimeoutMs + SILENCE_MARGIN_MS,
    )
    try {
      await client.connect()
      return connection
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
  }

  /** Why the connection is of no use any more; null while it is. */
  get lost(): ServerError | null {
    return this.#lost
  }

  /** Runs the statements in one round trip. Never rejects: a lost connection is an error without a code. */
  async run(statements: readonly Statement[]): Promise<FlightOutcome> {
    if (this.#lost !== null) return { rows: [], failed: 0, error: this.#lost }
    const flight = new Flight(statements, this.#prepared)
    const silence =
      this.#silenceMs === 0
        ? undefined
        : setTimeout(() => {
            this.abandon(new Error('the database did not answer in time'))
          }, this.#silenceMs)
    try {
      this.#client.query(flight)
      return await flight.done
    } finally {
      clearTimeout(silence)
    }
  }

  /** A text of several statements, as migrations are. */
  async script(sql: string): Promise<void> {
    await this.#client.query(sql)
  }

  onNotification(listener: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload }) => {
      listener(channel, payload ?? '')
    })
  }

  onLost(listener: () => void): void {
    this.#client.once('end', listener)
  }

  /** Cuts the connection: whatever runs on it fails as lost. */
  abandon(reason: ServerError): void {
    this.#lost ??= reason
    this.#client.connection.stream.destroy()
  }

  async close(): Promise<void> {
    if (this.#lost !== null) return
    this.#lost = new Error('the connection is closed')
    await this.#client.end()
  }
}
