/** An online copy of the embedded database: consistent, while the service goes on writing. */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StoreOpenError } from '../store.js'

/** Pages copied in one step (8 MB): progress is seen, and a step is short. */
const PAGES_PER_STEP = 2000

/**
 * Copies the database at `path` to `target`, which then holds everything that was committed when the copy began.
 *
 * @param onProgress called with the share that is done, 0 to 1.
 * @throws {StoreOpenError} when there is no database to copy.
 */
export async function backUpSqlite(
  path: string,
  target: string,
  onProgress: (share: number) => void,
): Promise<void> {
  if (!existsSync(path)) throw new StoreOpenError(`there is no database at \`${path}\``)
  const connection = new Database(path, { readonly: true })
  try {
    // One read transaction for the whole copy: without it, SQLite starts over whenever somebody writes in between, and
    // the backup of a busy service would never end. The view is fixed by the first read, not by `begin`.
    connection.exec('begin')
    connection.prepare('select count(*) from sqlite_master').get()
    await connection.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        if (totalPages > 0) onProgress(1 - remainingPages / totalPages)
        return PAGES_PER_STEP
      },
    })
  } finally {
    connection.close()
  }
}
