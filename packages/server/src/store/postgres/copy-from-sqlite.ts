/**
 * Moves everything from an embedded database into an empty PostgreSQL database, row for row, in one transaction: all of
 * it is there afterwards, or nothing. Counts that triggers keep are rows like any other and are copied, not counted again.
 */
import Database from 'better-sqlite3'
import { migrationsFor } from '../migrate.js'
import type { SqlValue } from '../query.js'
import { StoreOpenError } from '../store.js'
import { readPostgresUrl } from './address.js'
import { PostgresConnection } from './connection.js'
import { reasonOf } from './failure.js'
import type { Row, Statement } from './flight.js'

export type CopyOptions = {
  /** The database file; read in one view, so a service may go on reading it. */
  readonly from: string
  /** A migrated database. SECRET: may hold a password. */
  readonly url: string
  readonly onProgress: (progress: { readonly table: string; readonly rows: number }) => void
}

/** Bytes of text that cross at once. */
const BATCH_BYTES = 1_000_000
const BATCH_ROWS = 500

/**
 * @returns how many rows each table has now.
 * @throws {StoreOpenError} when the target is in use, or cannot take it; nothing was copied.
 */
export async function copyFromSqlite(options: CopyOptions): Promise<Readonly<Record<string, number>>> {
  const address = readPostgresUrl(options.url)
  const source = new Database(options.from, { readonly: true, fileMustExist: true })
  let target: PostgresConnection | undefined
  try {
    source.exec('begin')
    target = await PostgresConnection.open({
      ...{ address, purpose: 'copy', connectTimeoutMs: 5000, lockTimeoutMs: 5000 },
      ...{ statementTimeoutMs: 0, idleInTransactionMs: 0 },
    })
    return await copyAll(source, target, options.onProgress)
  } catch (error) {
    if (error instanceof StoreOpenError) throw error
    const reason = error instanceof Error ? reasonOf(error) : 'unknown error'
    throw new StoreOpenError(`the copy into ${address.name} failed, nothing was copied: ${reason}`, {
      cause: error,
    })
  } finally {
    source.close()
    await target?.close()
  }
}

async function copyAll(
  source: Database.Database,
  target: PostgresConnection,
  onProgress: CopyOptions['onProgress'],
): Promise<Record<string, number>> {
  const tables = tablesOf(source)
  const counts: Record<string, number> = {}
  await run(target, 'begin')
  // Triggers would count again what was counted, and refuse what they must refuse to everybody else.
  for (const table of tables) await run(target, `alter table ${table} disable trigger user`)
  for (const table of tables) await refuseRows(target, table)
  for (const table of tables) {
    counts[table] = await copyTable(source, target, table, (rows) => {
      onProgress({ table, rows })
    })
  }
  for (const table of tables) await run(target, `alter table ${table} enable trigger user`)
  await run(target, 'commit')
  await run(target, 'analyze')
  return counts
}

/** Every table of Heron; what a migration renames or drops is not there any more. */
function tablesOf(source: Database.Database): readonly string[] {
  const applied = source.prepare('select name from heron_migrations').pluck().all() as string[]
  const last = migrationsFor('sqlite').at(-1)?.name ?? ''
  if (!applied.includes(last)) throw new StoreOpenError('the data directory has to be migrated first')
  return source
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name <> 'heron_migrations' order by name",
    )
    .pluck()
    .all() as string[]
}

async function refuseRows(target: PostgresConnection, table: string): Promise<void> {
  const rows = await run(target, `select 1 as found from ${table} limit 1`)
  if (rows.length === 0) return
  throw new StoreOpenError(`the target database is in use (\`${table}\` has rows): copy into an empty one`)
}

async function copyTable(
  source: Database.Database,
  target: PostgresConnection,
  table: string,
  onProgress: (rows: number) => void,
): Promise<number> {
  // Without the columns that an engine computes itself.
  const columns = source.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[]
  const list = columns.map((column) => `"${column}"`).join(', ')
  const sql = `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, $1)`
  let rows = 0
  let batch: unknown[] = []
  let bytes = 0
  const send = async (): Promise<void> => {
    if (batch.length === 0) return
    await run(target, sql, JSON.stringify(batch))
    rows += batch.length
    onProgress(rows)
    batch = []
    bytes = 0
  }
  for (const row of source.prepare(`select ${list} from ${table}`).iterate()) {
    batch.push(row)
    for (const value of Object.values(row as Row)) bytes += typeof value === 'string' ? value.length : 8
    if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await send()
  }
  await send()
  return rows
}

async function run(target: PostgresConnection, sql: string, ...values: SqlValue[]): Promise<readonly Row[]> {
  const statement: Statement = { sql, values, reads: sql.startsWith('select ') }
  const { rows, error } = await target.run([statement])
  if (error !== null) throw error
  return rows[0] ?? []
}
