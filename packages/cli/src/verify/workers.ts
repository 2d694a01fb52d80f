/** One worker thread a core: inspection of lines is most of a verification, and no line needs another. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Batch, BatchInspection, BatchInspector, Material } from '@heron/evidence'
import type { FromWorker, ToWorker } from './inspection.js'

/** Batches waiting for each worker: one in hand and two behind, so that none waits for the reader of the file. */
const BATCHES_PER_WORKER = 3

export type Workers = {
  readonly inspector: BatchInspector
  readonly stop: () => Promise<void>
}

type Waiting = {
  readonly resolve: (inspection: BatchInspection) => void
  readonly reject: (error: Error) => void
}

export function startWorkers(): Workers {
  const waiting = new Map<number, Waiting>()
  const informed = new Set<Worker>()
  let count = 0
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const workers = Array.from({ length: availableParallelism() }, () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url))
    worker.on('message', ({ number, inspection }: FromWorker) => {
      waiting.get(number)?.resolve(inspection)
      waiting.delete(number)
    })
    worker.on('error', fail)
    worker.on('exit', () => {
      fail(new Error('a worker of the verifier ended early'))
    })
    return worker
  })
  const inspect = (batch: Batch, material: Material): Promise<BatchInspection> => {
    const number = count
    count += 1
    const worker = workers[number % workers.length]
    if (worker === undefined) return Promise.reject(new Error('no worker could be started'))
    if (!informed.has(worker)) {
      informed.add(worker)
      worker.postMessage({ material } satisfies ToWorker)
    }
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject })
      const { message, transfer } = movable(number, batch)
      worker.postMessage(message, transfer)
    })
  }
  return {
    inspector: { concurrency: workers.length * BATCHES_PER_WORKER, inspect },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Lines are copied out of the file's buffer once, then moved: cloning a view would clone the whole buffer behind it. */
function movable(number: number, batch: Batch): { message: ToWorker; transfer: ArrayBuffer[] } {
  if (batch.lines.form === 'plain') return { message: { number, batch }, transfer: [] }
  const block = new Uint8Array(batch.lines.block)
  return {
    message: { number, batch: { ...batch, lines: { form: 'ndjson', block } } },
    transfer: [block.buffer],
  }
}
