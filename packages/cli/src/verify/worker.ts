/** A worker thread of `heron verify`: inspects the batches that it is given, all against one material. */
import { parentPort } from 'node:worker_threads'
import { inspectBatch, type Material } from '@heron/evidence'
import type { FromWorker, ToWorker } from './inspection.js'
import { NODE_TOOLS } from './node-tools.js'

let material: Material | null = null

parentPort?.on('message', (message: ToWorker) => {
  if ('material' in message) {
    material = message.material
    return
  }
  void inspect(message.number, message.batch)
})

async function inspect(number: number, batch: Parameters<typeof inspectBatch>[0]): Promise<void> {
  if (material === null) throw new Error('a batch came before the material')
  const inspection = await inspectBatch(batch, material, NODE_TOOLS)
  const answer: FromWorker = { number, inspection }
  parentPort?.postMessage(answer)
}
