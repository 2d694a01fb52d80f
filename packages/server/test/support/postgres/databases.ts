/** Databases of their own for tests, on the cluster that the run has started. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  // Added to what vitest declares, which only an interface can be.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ProvidedContext {
    /** Address of the cluster with `{}` for the database's name; null where there is none. */
    postgresUrl: string | null
    postgresPrograms: string | null
  }
}

/** Migrated and empty; copied for each test. */
export const TEMPLATE = 'heron_template'

export type TestDatabase = {
  readonly url: string
  readonly name: string
  /** Ends the test's use of it. */
  readonly drop: () => Promise<void>
}

/** Emptied by an earlier test of the same file: a database costs half a second, emptying one a few milliseconds. */
const free: TestDatabase[] = []

/** Without the triggers that refuse it; a test has a few rows at most. */
const EMPTY = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'heron_migrations'
    loop execute 'delete from ' || quote_ident(name); end loop;
  end $$`

/** @param options `migrated: false` for one without any table. */
export async function createDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const used = migrated ? free.pop() : undefined
  if (used !== undefined) return used
  const pattern = inject('postgresUrl')
  if (pattern === null) throw new Error('there is no PostgreSQL on this machine')
  const name = `heron_${randomBytes(6).toString('hex')}`
  const url = pattern.replace('{}', name)
  const administration = pattern.replace('{}', 'postgres')
  await withAdministration(administration, (run) =>
    run(`create database ${name}${migrated ? ` template ${TEMPLATE}` : ''}`),
  )
  const database: TestDatabase = {
    ...{ name, url },
    drop: migrated
      ? async () => {
          await withAdministration(url, (run) => run(EMPTY))
          free.push(database)
        }
      : () => withAdministration(administration, (run) => run(`drop database ${name} with (force)`)),
  }
  return database
}

/** Runs statements on a connection of their own. */
export async function withAdministration<T>(
  url: string,
  work: (run: (sql: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (sql) => {
      await client.query(sql)
    })
  } finally {
    await client.end()
  }
}
