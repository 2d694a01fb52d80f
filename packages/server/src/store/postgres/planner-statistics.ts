/**
 * What PostgreSQL's planner knows of young tables. A prepared statement is planned once, and all our indexes begin with the
 * tenant: planned while a table is empty, a lookup may settle on an index of which it then reads a whole project. The
 * server looks at its tables once a minute at best, which at some thousand rows a second is late; so we ask for it as the
 * tables grow their first digits. From then on autovacuum keeps up.
 */
import type { PostgresConnection } from './connection.js'

/** Everything that is looked up while somebody waits for an answer. */
const TABLES = [
  'actions',
  'answered_actions',
  'awaited_answers',
  'executions',
  'findings',
  'project_settings',
  'receipts',
  'reconciliations',
  'session_heads',
  'session_marks',
  'sessions',
]

/** Groups written by this process before it asks for the first time; then at ten times as many, and so on. */
const FIRST = 200
const LAST = 2_000_000

export class PlannerStatistics {
  readonly #connect: () => Promise<PostgresConnection>
  #written = 0
  #next = FIRST
  #running: Promise<void> | null = null

  constructor(connect: () => Promise<PostgresConnection>) {
    this.#connect = connect
  }

  /** Counts a group that was written; never waits and never fails. */
  wrote(): void {
    this.#written += 1
    if (this.#written < this.#next || this.#next > LAST || this.#running !== null) return
    this.#next *= 10
    this.#running = this.#refresh().finally(() => {
      this.#running = null
    })
  }

  async close(): Promise<void> {
    await this.#running
  }

  /** A role that does not own the tables is told so by the server in a warning, and whoever owns them sees to it. */
  async #refresh(): Promise<void> {
    try {
      const connection = await this.#connect()
      await connection.run([{ sql: `analyze ${TABLES.join(', ')}`, values: [], reads: false }])
      await connection.close()
    } catch {
      // A hint to the planner is not worth an answer: autovacuum gives it later.
    }
  }
}
