/**
 * Where a test's Heron lives: a data directory of its own, or in the `postgres` project a database and a key ring of its
 * own. What a test looks up, or alters although nobody may, goes through {@link TestDatabase}, the same on both engines.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { CreatedOrganization, NewOrganization } from '../../src/domain/create-organization.js'
import { createDataDirectory } from '../../src/setup/create-data-directory.js'
import { databasePath, openDataDirectory } from '../../src/setup/data-directory.js'
import type { OpenInstallation } from '../../src/setup/installation.js'
import {
  createPostgresInstallation,
  openPostgresInstallation,
} from '../../src/setup/postgres-installation.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { createDatabase } from './postgres/databases.js'
import { openSynchronously } from './postgres/synchronous.js'

export type Place = {
  readonly engine: 'sqlite' | 'postgres'
  /** The data directory, or the folder of the key ring. */
  readonly directory: string
  readonly create: (organization: NewOrganization, now?: () => string) => Promise<CreatedOrganization>
  /** For the programs that are tested as processes (`open-place.mjs`). */
  readonly location: string
  readonly open: (now?: () => string) => Promise<OpenInstallation>
  readonly openDatabase: () => TestDatabase
  readonly remove: () => Promise<void>
}

/** The little of a database connection that tests use; `?` stands for a value on both engines. */
export type TestDatabase = {
  readonly prepare: (sql: string) => TestStatement
  readonly exec: (sql: string) => unknown
  readonly tables: () => string[]
  /** Without those that the engine computes itself. */
  readonly columns: (table: string) => { readonly name: string; readonly isText: boolean }[]
  /** Alters what nobody may alter: the triggers go first, as the database's owner can make them. */
  readonly liftGuards: () => void
  /** Holds up whoever writes decisions, until `exec('rollback')`. */
  readonly blockWrites: () => void
  readonly close: () => unknown
}

export type TestStatement = {
  readonly all: (...values: readonly unknown[]) => unknown[]
  readonly get: (...values: readonly unknown[]) => unknown
  readonly run: (...values: readonly unknown[]) => unknown
  /** The first column alone. */
  readonly pluck: () => Pick<TestStatement, 'all' | 'get'>
}

export const ENGINE = process.env['HERON_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

export async function newPlace(): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'heron-server-'))
  const directory = join(root, 'data')
  const removeFiles = (): void => {
    rmSync(root, { recursive: true, force: true })
  }
  if (ENGINE === 'sqlite') {
    return {
      ...{ engine: ENGINE, directory, location: JSON.stringify({ directory }) },
      create: (organization, now) => createDataDirectory(directory, organization, now),
      open: (now) => Promise.resolve(openDataDirectory(directory, {}, now)),
      openDatabase: () => openFile(databasePath(directory)),
      remove: () => {
        removeFiles()
        return Promise.resolve()
      },
    }
  }
  const database = await createDatabase()
  const location = { url: database.url, keyRing: join(directory, 'key-ring.json'), env: {} }
  return {
    ...{ engine: ENGINE, directory, location: JSON.stringify(location) },
    create: (organization, now) => createPostgresInstallation(location, organization, now),
    open: (now) => openPostgresInstallation(location, now),
    openDatabase: () => openSynchronously(database.url),
    remove: async () => {
      removeFiles()
      await database.drop()
    },
  }
}

/** A database alone, migrated and empty. */
export async function newDatabase(): Promise<{
  readonly database: TestDatabase
  readonly remove: () => Promise<void>
}> {
  if (ENGINE === 'postgres') {
    const { url, drop } = await createDatabase()
    const database = openSynchronously(url)
    return {
      database,
      remove: async () => {
        database.close()
        await drop()
      },
    }
  }
  const root = mkdtempSync(join(tmpdir(), 'heron-database-'))
  const path = join(root, 'x.sqlite')
  await openSqliteStore({ path }).close()
  const database = openFile(path)
  return {
    database,
    remove: () => {
      database.close()
      rmSync(root, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}

/** An embedded database, for looking and altering. */
export function openFile(path: string): TestDatabase {
  const database = new Database(path)
  const names = (type: string): string[] =>
    database.prepare('select name from sqlite_master where type = ?').pluck().all(type) as string[]
  return {
    prepare: (sql) => database.prepare(sql) as TestStatement,
    exec: (sql) => database.exec(sql),
    tables: () => names('table'),
    columns: (table) =>
      (database.prepare(`pragma table_info(${table})`).all() as { name: string; type: string }[]).map(
        ({ name, type }) => ({ name, isText: type.toLowerCase() === 'text' }),
      ),
    liftGuards: () => {
      for (const name of names('trigger')) database.exec(`drop trigger ${name}`)
    },
    blockWrites: () => database.exec('begin immediate'),
    close: () => database.close(),
  }
}
