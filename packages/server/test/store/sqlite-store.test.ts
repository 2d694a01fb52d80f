import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationsFor } from '../../src/store/migrate.js'
import { insertSession } from '../../src/store/queries/sessions.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { step } from '../../src/store/store.js'
import { A, describeStore, session } from './store-contract.js'

let root: string
let count = 0
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'heron-store-'))
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})
const newPath = (): string => join(root, `${(count += 1)}.sqlite`)

describeStore('SQLite', (signer) => Promise.resolve(openSqliteStore({ path: newPath(), signer })))

describeStore('SQLite with a key that is elsewhere', ({ sign, pinned, close }) =>
  Promise.resolve(openSqliteStore({ path: newPath(), signer: { sign, pinned, close } })),
)

describe('opening a SQLite store', () => {
  it('keeps what was committed, and migrates once', async () => {
    const path = newPath()
    const first = openSqliteStore({ path })
    await first.commit([step(insertSession, session(A, 's1'))])
    await first.close()
    const second = openSqliteStore({ path, create: false })
    await second.close()
    const database = new Database(path, { readonly: true })
    const applied = database.prepare('select name from heron_migrations order by rowid').pluck().all()
    expect(applied).toEqual(migrationsFor('sqlite').map(({ name }) => name))
    expect(database.prepare('select count(*) from sessions').pluck().get()).toBe(1)
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    database.close()
  })

  it('is one clear error for a file that is missing, no database, from a newer Heron, or in no folder', () => {
    const open =
      (path: string, create = true) =>
      () =>
        openSqliteStore({ path, create, busyTimeoutMs: 10 })
    expect(open(newPath(), false)).toThrow(/there is no database at/)
    expect(open(join(root, 'nowhere', 'x.sqlite'))).toThrow(/cannot be opened/)
    const text = newPath()
    writeFileSync(text, 'this is no database, whatever its name says\n'.repeat(100))
    expect(open(text)).toThrow(/cannot be opened: file is not a database/)
    const newer = newPath()
    const database = new Database(newer)
    database.exec(
      "create table heron_migrations (name text, applied_at text); insert into heron_migrations values ('9999_future.sql', '')",
    )
    database.close()
    expect(open(newer)).toThrow(/newer Heron/)
    for (const path of [text, newer]) {
      expect(open(path)).toThrow(expect.objectContaining({ code: 'store_open' }) as Error)
      chmodSync(path, 0o600)
    }
  })

  it('is one clear error while another holds the write lock at a migration', async () => {
    const path = newPath()
    await openSqliteStore({ path }).close()
    const other = new Database(path)
    other.exec('begin immediate')
    expect(() => openSqliteStore({ path, busyTimeoutMs: 10 })).toThrow(/database is locked/)
    other.exec('rollback')
    other.close()
  })
})

describe('overload', () => {
  it('refuses what the queue cannot hold instead of growing', async () => {
    const store = openSqliteStore({ path: newPath(), maxWaiting: 10 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => store.commit([step(insertSession, session(A, `s${index}`))])),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'store_unavailable' })
    }
    await store.close()
  })

  it('refuses, and writes nothing, while another process holds the lock for too long; then it goes on', async () => {
    const path = newPath()
    const store = openSqliteStore({ path, busyTimeoutMs: 20 })
    const other = new Database(path)
    other.exec('begin immediate')
    const refused = store.commit([step(insertSession, session(A, 's1'))])
    await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' })
    other.exec('rollback')
    expect(await store.commit([step(insertSession, session(A, 's1'))])).toMatchObject({ ok: true })
    other.close()
    await store.close()
  })
})
