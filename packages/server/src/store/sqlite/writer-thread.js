/**
 * The thread that writes SQLite. It takes batches of groups and commits each batch once, one savepoint a group, so
 * that the wait for the disk is shared and never stalls the thread that answers requests.
 *
 * Plain JavaScript, since it is loaded by its file name from the sources (tests) and from the build alike.
 */
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/**
 * @typedef {{ batch: (string | number | null)[], prepare: [number, string][] }} Request
 * The batch is flat, see `group-commit.ts`.
 */

const { path, busyTimeoutMs, walPages } =
  /** @type {{ path: string, busyTimeoutMs: number, walPages: number }} */ (workerData)
const db = new Database(path, { timeout: busyTimeoutMs })
db.pragma('synchronous = FULL')
db.pragma('foreign_keys = ON')
// How much log may gather before it is moved into the database: more is fewer but longer pauses.
db.pragma(`wal_autocheckpoint = ${walPages.toString()}`)
db.pragma('cache_size = -65536')

const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')
const savepoint = db.prepare('savepoint a_group')
const release = db.prepare('release a_group')
const undo = db.prepare('rollback to a_group')

/** @type {import('better-sqlite3').Statement[]} */
const statements = []

parentPort?.on('message', (/** @type {Request | 'end'} */ request) => {
  if (request === 'end') {
    db.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(run(request))
})

/**
 * @param {Request} request
 * @returns {{ results: (number | string)[] } | { error: string }} for each group -1, or the index of the step that did
 * not hold, or why the group could not be applied at all
 */
function run({ batch, prepare }) {
  try {
    for (const [index, sql] of prepare) statements[index] = db.prepare(sql)
    begin.run()
    /** @type {(number | string)[]} */
    const results = []
    for (let at = 0; at < batch.length; at += Number(batch[at])) results.push(applyGroup(batch, at))
    commit.run()
    return { results }
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    return { error: error instanceof Error ? error.message : 'unknown' }
  }
}

/**
 * @param {Request['batch']} batch
 * @param {number} start where the group's length stands
 */
function applyGroup(batch, start) {
  savepoint.run()
  let outcome
  try {
    outcome = firstFailure(batch, start + 1, start + Number(batch[start]))
  } catch (error) {
    // A constraint or a trigger refused this group: a defect of ours, which must not take the others along.
    if (!isConstraint(error, 'SQLITE_CONSTRAINT')) throw error
    outcome = error instanceof Error ? error.message : 'unknown'
  }
  if (outcome !== -1) undo.run()
  release.run()
  return outcome
}

/**
 * @param {Request['batch']} batch
 * @param {number} start
 * @param {number} end
 */
function firstFailure(batch, start, end) {
  let at = start
  for (let index = 0; at < end; index += 1) {
    const statement = /** @type {import('better-sqlite3').Statement} */ (statements[Number(batch[at])])
    const expect = batch[at + 1]
    const values = at + 3
    at = values + Number(batch[at + 2])
    try {
      const { changes } = statement.run(batch.slice(values, at))
      if (expect !== null && changes !== expect) return index
    } catch (error) {
      if (
        isConstraint(error, 'SQLITE_CONSTRAINT_UNIQUE') ||
        isConstraint(error, 'SQLITE_CONSTRAINT_PRIMARYKEY')
      ) {
        return index
      }
      throw error
    }
  }
  return -1
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isConstraint(error, code) {
  return error instanceof Database.SqliteError && error.code.startsWith(code)
}
