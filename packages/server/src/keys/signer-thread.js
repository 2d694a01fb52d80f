/**
 * The thread that signs: texts in, base64url signatures out, with the name of the key that made them. 23 µs a signature
 * would stall the thread that answers requests; here they cost it one message a batch (bench: decisions).
 *
 * Plain JavaScript, since it is loaded by its file name from the sources (tests) and from the build alike.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

/** @typedef {{ kid: string, pkcs8: Uint8Array }} SigningKey */

let { kid, key } = read(/** @type {SigningKey} */ (workerData))

parentPort?.on('message', (/** @type {string[] | SigningKey} */ message) => {
  if (Array.isArray(message)) {
    const signatures = message.map((text) => sign(null, Buffer.from(text), key).toString('base64url'))
    parentPort?.postMessage({ kid, signatures })
  } else {
    ;({ kid, key } = read(message))
  }
})

/** @param {SigningKey} signingKey */
function read({ kid, pkcs8 }) {
  return { kid, key: createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }) }
}
