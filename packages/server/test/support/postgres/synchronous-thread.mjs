/** The thread behind `synchronous.ts`: one connection, one question at a time. */
import { workerData } from 'node:worker_threads'
import pg from 'pg'

const { url, signal, port } = workerData
const numbers = new Set([20, 21, 23, 701, 1700])
const types = { getTypeParser: (oid) => (numbers.has(oid) ? Number : (text) => text) }
const client = new pg.Client({ connectionString: url, types })
client.on('error', () => undefined)
const connected = client.connect()

port.on('message', async ({ sql, values }) => {
  let reply
  try {
    await connected
    const result = await client.query(values.length > 0 ? { text: sql, values } : sql)
    reply = { rows: (Array.isArray(result) ? result.at(-1) : result).rows }
  } catch (error) {
    reply = { error: error.message }
  }
  port.postMessage(reply)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
