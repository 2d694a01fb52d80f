/**
 * Hears from the other processes that what is in force in a project has moved. After every connection that was lost, or
 * where the server has no `listen`, anything may have been missed, and the listener is told so.
 */
import type { MovedProject } from '../store.js'
import type { PostgresConnection } from './connection.js'

const CHANNEL = 'heron_settings'

/** Between attempts to listen again: soon, and then no burden on a database that is down. */
const RETRY_MS = [250, 1000, 5000, 30_000] as const

export class SettingsListener {
  readonly #connect: () => Promise<PostgresConnection>
  readonly #moved: (project: MovedProject | null) => void
  #connection: PostgresConnection | null = null
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  /** @param moved is given null when any project may have moved. */
  constructor(connect: () => Promise<PostgresConnection>, moved: (project: MovedProject | null) => void) {
    this.#connect = connect
    this.#moved = moved
    void this.#listen()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#connection?.close()
  }

  async #listen(): Promise<void> {
    try {
      const connection = await this.#connect()
      this.#connection = connection
      connection.onNotification((_channel, payload) => {
        const [organizationId = '', projectId = ''] = payload.split('/')
        this.#moved({ organizationId, projectId })
      })
      connection.onLost(() => {
        this.#again()
      })
      const { error } = await connection.run([{ sql: `listen ${CHANNEL}`, values: [], reads: false }])
      if (error !== null) throw error
      this.#failures = 0
      this.#moved(null)
      if (this.#closed) await connection.close()
    } catch (error) {
      if (this.#connection === null) this.#again()
      else this.#connection.abandon(error as Error)
    }
  }

  #again(): void {
    this.#connection = null
    if (this.#closed) return
    this.#moved(null)
    const pause = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)]
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#listen(), pause)
    this.#timer.unref()
  }
}
