/**
 * A record of any size on SQLite: the judged batch and as many copies of it as are wanted. The store's own triggers count
 * the copies.
 */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type CreatedOrganization, createDataDirectory, databasePath, openDataDirectory } from '@heron/server'
import Database from 'better-sqlite3'
import { BATCH, type Batch, judgeBatch } from './batch.js'
import { COPIED, copiedValue, copyTimes, ofBatch } from './copies.js'

/** Copies in one transaction. */
const AT_ONCE = 50

/** Makes a record of `calls` calls in a new directory. */
export async function fillRecord(
  directory: string,
  calls: number,
  onProgress: (calls: number) => void = () => undefined,
): Promise<CreatedOrganization> {
  const batch = await judgeBatch({
    create: (organization, now) => createDataDirectory(directory, organization, now),
    open: (now) => Promise.resolve(openDataDirectory(directory, {}, now)),
  })
  const db = new Database(databasePath(directory))
  try {
    await copyBatch(db, batch, calls, onProgress)
    db.exec('analyze')
    db.pragma('wal_checkpoint(truncate)')
  } finally {
    db.close()
  }
  return batch.created
}

async function copyBatch(
  db: Database.Database,
  batch: Batch,
  calls: number,
  onProgress: (calls: number) => void,
): Promise<void> {
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -400000')
  db.function('digest_of', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? hash('sha256', text, 'base64url').slice(0, 22) : null,
  )
  const dialect = { at: ':at', mark: ':mark', digest: (text: string) => `digest_of(${text})` }
  const statements = COPIED.map((copied) => {
    const { table } = copied
    db.exec(`create table batch_${table} as select * from ${table} where ${ofBatch(copied, batch)}`)
    const columns = db.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[]
    const values = columns.map((column) => copiedValue(copied, column, dialect))
    // Binds both names in every statement; SQLite asks for all that are given.
    return db.prepare(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from batch_${table} where :at is not null and :mark is not null`,
    )
  })
  const times = copyTimes(batch, calls)
  for (let start = 0; start < times.length; start += AT_ONCE) {
    const copies = times.slice(start, start + AT_ONCE)
    db.transaction(() => {
      for (const copy of copies) for (const statement of statements) statement.run(copy)
    })()
    onProgress((1 + start + copies.length) * BATCH)
    // Whoever wants to end this is heard here.
    await setImmediate()
  }
  for (const { table } of COPIED) db.exec(`drop table batch_${table}`)
}
