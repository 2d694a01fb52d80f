/**
 * The thread that signs: texts in, base64url signatures out. 23 µs a signature would stall the thread that answers
 * requests; here they cost it one message a batch (bench: decisions).
 *
 * Plain JavaScript, since it is loaded by its file name from the sources (tests) and from the build alike.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

const key = createPrivateKey({
  key: Buffer.from(/** @type {{ pkcs8: Uint8Array }} */ (workerData).pkcs8),
  format: 'der',
  type: 'pkcs8',
})

parentPort?.on('message', (/** @type {string[]} */ texts) => {
  parentPort?.postMessage(texts.map((text) => sign(null, Buffer.from(text), key).toString('base64url')))
})
