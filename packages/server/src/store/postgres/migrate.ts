/**
 * Migrations on PostgreSQL: all that are missing in one transaction, under a lock on the table that lists them, so that
 * processes which start together migrate once.
 */
import { migrationsFor } from '../migrate.js'
import { StoreOpenError } from '../store.js'
import type { PostgresConnection } from './connection.js'
import type { ServerError, Statement } from './flight.js'

const statement = (sql: string, ...values: string[]): Statement => ({ sql, values, reads: true })
const LIST = statement('select name from heron_migrations')

/** Codes of `create table if not exists` when another process creates it at the same moment. */
const CREATED_MEANWHILE = new Set(['23505', '42P07'])
const MISSING_TABLE = '42P01'

/** @throws {StoreOpenError} for a database from a newer Heron. @throws {Error} of the server. */
export async function migrate(connection: PostgresConnection): Promise<void> {
  const known = migrationsFor('postgres')
  const listed = await connection.run([LIST])
  if (listed.error !== null && listed.error.code !== MISSING_TABLE) throw listed.error
  if (listed.error === null && missing(known, listed.rows[0] ?? []).length === 0) return
  if (listed.error !== null) await createList(connection)

  try {
    const [, , locked] = await run(connection, [
      statement('begin'),
      statement('lock table heron_migrations in access exclusive mode'),
      LIST,
    ])
    for (const { name, sql } of missing(known, locked ?? [])) {
      await connection.script(sql)
      const at = new Date().toISOString()
      await run(connection, [statement('insert into heron_migrations values ($1, $2)', name, at)])
    }
    await run(connection, [statement('commit')])
  } catch (error) {
    await connection.run([statement('rollback')])
    throw error
  }
}

async function createList(connection: PostgresConnection): Promise<void> {
  const sql =
    'create table if not exists heron_migrations ' +
    '(name text collate "C" primary key, applied_at text collate "C" not null)'
  const { error } = await connection.run([statement(sql)])
  if (error !== null && !CREATED_MEANWHILE.has(error.code ?? '')) throw error
}

function missing<Known extends { readonly name: string }>(
  known: readonly Known[],
  rows: readonly { readonly [column: string]: unknown }[],
): readonly Known[] {
  const applied = new Set(rows.map(({ name }) => String(name)))
  const names = new Set(known.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !names.has(name))
  if (unknown.length > 0) {
    throw new StoreOpenError(`the database is from a newer Heron (it has \`${unknown.join('`, `')}\`)`)
  }
  return known.filter(({ name }) => !applied.has(name))
}

/** @throws {ServerError} */
async function run(connection: PostgresConnection, statements: readonly Statement[]) {
  const { rows, error } = await connection.run(statements)
  if (error !== null) throw error satisfies ServerError
  return rows
}
