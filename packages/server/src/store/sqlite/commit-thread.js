/**
 * The thread that signs and writes. It takes batches of groups and commits each batch once, one savepoint a group, so
 * that the wait for the disk is shared and never stalls the thread that answers requests. What a group leaves to be
 * signed is signed here as well: 23 µs a signature would stall that thread, and a thread of its own would be one more
 * hand-over for each decision, which on a busy machine costs more than the signature (bench: decisions).
 *
 * Plain JavaScript, since it is loaded by its file name from the sources (tests) and from the build alike.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/**
 * @typedef {string | number | null} Value
 * @typedef {(Value | [] | [number])[]} Group Flat, see `group-commit.ts`.
 * @typedef {{ batch: Group[], texts: [number, string][] }} Request `texts` are statements met for the first time.
 * @typedef {{ kid: string, pkcs8: Uint8Array }} SigningKey
 * @typedef {string[] | number | string} Outcome Signatures made, the step that did not hold, or why nothing was applied.
 */

const { path, busyTimeoutMs, walPages } =
  /** @type {{ path: string, busyTimeoutMs: number, walPages: number }} */ (workerData)
/**
 * What signs from here on, and its name. It changes between two batches only, so that everything of a batch is signed by
 * the key that the answer names.
 *
 * @type {import('node:crypto').KeyObject | null}
 */
let key = null
let kid = ''
const db = new Database(path, { timeout: busyTimeoutMs })
db.pragma('synchronous = FULL')
// What expires is overwritten in its page, not merely let go.
db.pragma('secure_delete = ON')
db.pragma('foreign_keys = ON')
// How much log may gather before it is moved into the database: more is fewer but longer pauses.
db.pragma(`wal_autocheckpoint = ${walPages.toString()}`)
db.pragma('cache_size = -65536')
// What a savepoint may have to undo is kept in memory; by default it is written to a file, which cost as much as the log.
db.pragma('temp_store = MEMORY')

const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')
const savepoint = db.prepare('savepoint a_group')
const release = db.prepare('release a_group')
const undo = db.prepare('rollback to a_group')

/** @type {string[]} */
const texts = []
/** @type {import('better-sqlite3').Statement[]} */
const statements = []

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

port.on('message', (/** @type {Request | SigningKey | 'end'} */ first) => {
  /** @type {Group[]} */
  const batch = []
  // Whatever has come in by now is committed together.
  for (let request = first; ;) {
    if (request === 'end') {
      db.close()
      port.close()
      return
    }
    if ('pkcs8' in request) {
      key = createPrivateKey({ key: Buffer.from(request.pkcs8), format: 'der', type: 'pkcs8' })
      kid = request.kid
    } else {
      for (const [index, sql] of request.texts) texts[index] = sql
      batch.push(...request.batch)
    }
    const next = receiveMessageOnPort(port)
    if (next === undefined) break
    request = next.message
  }
  if (batch.length > 0) port.postMessage({ groups: batch.length, ...run(batch) })
})

/**
 * @param {Group[]} batch
 * @returns {{ results: Outcome[], kid: string } | { error: string }}
 */
function run(batch) {
  try {
    begin.run()
    const results = batch.map(applyGroup)
    commit.run()
    return { results, kid }
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    return { error: error instanceof Error ? error.message : 'unknown' }
  }
}

/**
 * @param {Group} group
 * @returns {Outcome}
 */
function applyGroup(group) {
  savepoint.run()
  /** @type {Outcome} */
  let outcome
  try {
    outcome = applySteps(group)
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
 * @param {Group} group
 * @returns {string[] | number} the signatures made, or the index of the first step that did not hold
 */
function applySteps(group) {
  /** @type {string[]} */
  const signatures = []
  let at = 0
  for (let index = 0; at < group.length; index += 1) {
    const number = Number(group[at])
    const statement = (statements[number] ??= db.prepare(String(texts[number])))
    const expect = group[at + 1]
    const first = at + 3
    at = first + Number(group[at + 2])
    const values = group.slice(first, at)
    for (let position = 0; position < values.length; position += 1) {
      const value = values[position]
      if (!Array.isArray(value)) continue
      const [signed] = value
      if (signed === undefined) {
        values[position] = kid
        continue
      }
      const signature = signText(String(values[signed]))
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
