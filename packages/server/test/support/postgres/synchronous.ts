/**
 * PostgreSQL asked as better-sqlite3 is: the test waits while a thread of its own asks the server. Tests alone may do so.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { TestDatabase, TestStatement } from '../place.js'

type Reply = { readonly rows: Record<string, unknown>[] } | { readonly error: string }

export function openSynchronously(url: string): TestDatabase {
  const { port1: port, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./synchronous-thread.mjs', import.meta.url), {
    workerData: { url, signal, port: port2 },
    transferList: [port2],
  })
  worker.unref()
  const ask = (sql: string, values: readonly unknown[]): Record<string, unknown>[] => {
    Atomics.store(signal, 0, 0)
    port.postMessage({ sql, values })
    Atomics.wait(signal, 0, 0)
    const reply = receiveMessageOnPort(port)?.message as Reply
    if ('error' in reply) throw new Error(reply.error)
    return reply.rows
  }
  const prepare = (sql: string): TestStatement => {
    let count = 0
    const text = sql.replaceAll('?', () => `$${String((count += 1))}`)
    const all = (...values: readonly unknown[]): Record<string, unknown>[] => ask(text, values.flat())
    const firstOf = (row: Record<string, unknown> | undefined): unknown =>
      row === undefined ? undefined : Object.values(row)[0]
    return {
      all,
      get: (...values) => all(...values)[0],
      run: all,
      pluck: () => ({
        all: (...values) => all(...values).map(firstOf),
        get: (...values) => firstOf(all(...values)[0]),
      }),
    }
  }
  return {
    prepare,
    exec: (sql) => ask(sql, []),
    tables: () =>
      ask("select table_name from information_schema.tables where table_schema = 'public'", []).map(
        ({ table_name }) => String(table_name),
      ),
    columns: (table) =>
      ask(
        `select column_name as name, data_type as type from information_schema.columns
         where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
        [table],
      ).map(({ name, type }) => ({ name: String(name), isText: type === 'text' })),
    liftGuards: () => ask('set session_replication_role = replica', []),
    blockWrites: () => ask('begin; lock table session_heads in exclusive mode', []),
    close: () => {
      port.close()
      void worker.terminate()
    },
  }
}
