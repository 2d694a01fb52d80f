/**
 * The thread that signs and writes. It takes batches of groups and commits each batch once, one savepoint a group, so
 * that the wait for the disk is shared and never stalls the thread that answers requests. What a group leaves to be
 * signed is signed here as well: 23 µs a signature would stall that thread, and a thread of its own would be one more
 * hand-over for each decision, which on a busy machine costs more than the signature (bench: decisions).
 *
 * Plain JavaScript, since it is loaded by its file name from the sources (tests) and from the build alike.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/**
 * @typedef {string | number | null} Value
 * @typedef {{ batch: (Value | [number])[], prepare: [number, string][] }} Request The batch is flat, see `group-commit.ts`.
 * @typedef {string[] | number | string} Outcome Signatures made, the step that did not hold, or why nothing was applied.
 */

const { path, busyTimeoutMs, walPages, pkcs8 } =
  /** @type {{ path: string, busyTimeoutMs: number, walPages: number, pkcs8: Uint8Array | null }} */ (
    workerData
  )
const key =
  pkcs8 === null ? null : createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
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
 * @returns {{ results: Outcome[] } | { error: string }}
 */
function run({ batch, prepare }) {
  try {
    for (const [index, sql] of prepare) statements[index] = db.prepare(sql)
    begin.run()
    /** @type {Outcome[]} */
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
 * @returns {Outcome}
 */
function applyGroup(batch, start) {
  savepoint.run()
  /** @type {Outcome} */
  let outcome
  try {
    outcome = applySteps(batch, start + 1, start + Number(batch[start]))
  } catch (error) {
    // A constraint or a trigger refused this group: a defect of ours, which must not take the others along.
    if (!isConstraint(error, 'SQLITE_CONSTRAINT')) throw error
    outcome = error instanceof Error ? error.message : 'unknown'
  }
  if (!Array.isArray(outcome)) undo.run()
  release.run()
  return outcome
}

/**
 * @param {Request['batch']} batch
 * @param {number} start
 * @param {number} end
 * @returns {string[] | number} the signatures made, or the index of the first step that did not hold
 */
function applySteps(batch, start, end) {
  /** @type {string[]} */
  const signatures = []
  let at = start
  for (let index = 0; at < end; index += 1) {
    const statement = /** @type {import('better-sqlite3').Statement} */ (statements[Number(batch[at])])
    const expect = batch[at + 1]
    const first = at + 3
    at = first + Number(batch[at + 2])
    const values = batch.slice(first, at)
    for (const [position, value] of values.entries()) {
      if (!Array.isArray(value)) continue
      const signature = signText(String(values[value[0]]))
      values[position] = signature
      signatures.push(signature)
    }
    try {
      const { changes } = statement.run(values)
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
  return signatures
}

/** @param {string} text */
function signText(text) {
  if (key === null) throw new Error('this store was opened without a key to sign with')
  return sign(null, Buffer.from(text), key).toString('base64url')
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isConstraint(error, code) {
  return error instanceof Database.SqliteError && error.code.startsWith(code)
}
