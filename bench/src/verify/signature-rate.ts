/** How many Ed25519 signatures this machine verifies a second with every core: what verification is measured against. */
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { rate } from '../benchmark.js'

/** About the size of a receipt's payload. */
const MESSAGE_BYTES = 1200
const MEASURE_MS = 3000

/** Signatures verified a second, all cores together. */
export async function signatureRate(): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const worker = new Worker(new URL(import.meta.url))
      try {
        return await new Promise<number>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
        })
      } finally {
        await worker.terminate()
      }
    }),
  )
  return rates.reduce((sum, each) => sum + each, 0)
}

if (!isMainThread) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const message = randomBytes(MESSAGE_BYTES)
  const signature = sign(null, message, privateKey)
  const measured = rate(() => {
    verify(null, message, publicKey, signature)
  }, MEASURE_MS)
  parentPort?.postMessage(measured)
}
