/**
 * The embedded store: one SQLite file in write-ahead mode, `synchronous=FULL`, so that an answered decision survives
 * a power cut. Point reads run where they are asked for (microseconds); writes run in their own thread.
 */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { migrationsFor } from '../migrate.js'
import { bind, type Params, type Query, query } from '../query.js'
import { type Reader, type Snapshot, type Store, StoreOpenError } from '../store.js'
import type { Signer } from '../../keys/signer.js'
import { signThenCommit } from '../sign-then-commit.js'
import { GroupCommit } from './group-commit.js'

export type SqliteOptions = {
  readonly path: string
  /** False refuses a file that is not there yet. Default true. */
  readonly create?: boolean
  readonly busyTimeoutMs?: number
  readonly maxWaiting?: number
  readonly walPages?: number
  /** Signs what the steps leave to be signed; in the commit thread where its key is at hand. */
  readonly signer?: Signer
}

/**
 * Opens (and migrates) a database file.
 *
 * @throws {StoreOpenError} when it is missing, no database, not writable, locked, or from a newer Heron.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { path, create = true, busyTimeoutMs = 5000, maxWaiting = 10_000, walPages = 8000, signer } = options
  const connection = open(path, create, busyTimeoutMs)
  const writer = new GroupCommit({ path, busyTimeoutMs, maxWaiting, walPages })
  signer?.onKey?.((key) => {
    writer.useKey(key)
  })
  const reader = readerOf(connection)
  return {
    ...reader,
    commit:
      signer !== undefined && signer.onKey === undefined
        ? (steps) => signThenCommit(steps, signer, (signed) => writer.commit(signed))
        : (steps) => writer.commit(steps),
    snapshot: () => Promise.resolve(openSnapshot(path, busyTimeoutMs)),
    check: async () => {
      await reader.first(ANY_ORGANIZATION, {})
      await writer.commit([])
    },
    close: async () => {
      await writer.close()
      if (connection.open) connection.close()
    },
  }
}

const ANY_ORGANIZATION = query()((db) => db.selectFrom('organizations').select('id').limit(1))

function open(path: string, create: boolean, busyTimeoutMs: number): Database.Database {
  if (!create && !existsSync(path)) {
    throw new StoreOpenError(
      `there is no database at \`${path}\`: run \`heron init\` or name another directory`,
    )
  }
  let connection: Database.Database | undefined
  try {
    connection = new Database(path, { timeout: busyTimeoutMs })
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    migrate(connection)
    connection.pragma('query_only = ON')
    return connection
  } catch (error) {
    connection?.close()
    if (error instanceof StoreOpenError) throw error
    const reason = error instanceof Error ? error.message : 'unknown error'
    throw new StoreOpenError(`the database \`${path}\` cannot be opened: ${reason}`, { cause: error })
  }
}

function migrate(connection: Database.Database): void {
  const known = migrationsFor('sqlite')
  const apply = connection.transaction(() => {
    connection.exec(
      'create table if not exists heron_migrations (name text primary key, applied_at text not null)',
    )
    const applied = new Set(
      connection.prepare('select name from heron_migrations').pluck().all() as readonly string[],
    )
    const names = new Set(known.map(({ name }) => name))
    const unknown = [...applied].filter((name) => !names.has(name))
    if (unknown.length > 0) {
      throw new StoreOpenError(`the database is from a newer Heron (it has \`${unknown.join('`, `')}\`)`)
    }
    const record = connection.prepare('insert into heron_migrations (name, applied_at) values (?, ?)')
    for (const { name, sql } of known) {
      if (applied.has(name)) continue
      connection.exec(sql)
      record.run(name, new Date().toISOString())
    }
  })
  // Takes the write lock before reading what was applied, so that two processes starting together migrate once.
  apply.immediate()
}

function readerOf(connection: Database.Database): Reader {
  const statements = new Map<Query, Database.Statement>()
  const prepared = (query: Query): Database.Statement => {
    let statement = statements.get(query)
    if (statement === undefined) {
      statement = connection.prepare(query.compiled.sqlite.sql)
      statements.set(query, statement)
    }
    return statement
  }
  return {
    all: <P, Row>(query: Query<P, Row>, params: P) =>
      attempt(() => prepared(query as Query).all(bind(query.compiled.sqlite, params as Params)) as Row[]),
    first: <P, Row>(query: Query<P, Row>, params: P) =>
      attempt(
        () => prepared(query as Query).get(bind(query.compiled.sqlite, params as Params)) as Row | undefined,
      ),
  }
}

/** A synchronous read as the promise that other engines answer with. */
function attempt<T>(read: () => T): Promise<T> {
  try {
    return Promise.resolve(read())
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error('the database cannot be read'))
  }
}

/** Its own connection inside one read transaction: writers go on, this view stands still. */
function openSnapshot(path: string, busyTimeoutMs: number): Snapshot {
  const connection = new Database(path, { timeout: busyTimeoutMs, fileMustExist: true })
  connection.pragma('query_only = ON')
  connection.exec('begin')
  // The view is fixed by the first read, not by `begin`.
  connection.prepare('select 1 from heron_migrations').get()
  return {
    ...readerOf(connection),
    close: () => {
      connection.close()
      return Promise.resolve()
    },
  }
}
