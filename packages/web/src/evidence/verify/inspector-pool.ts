/** Hands batches to the inspecting threads and keeps, of what they find, the lines that a reader will want to see. */
import type { Batch, BatchInspection, BatchInspector, CheckId, Material } from '@heron/evidence'
import type { FromInspector, ToInspector } from './messages.js'

/** One in hand and two behind, so that no thread waits for the reader of the file. */
const BATCHES_PER_THREAD = 3
/** Texts kept for *show me the bytes*. */
const LINES_KEPT = 500
const LINE_KEPT_BYTES = 256 * 1024

type Waiting = {
  readonly batch: Batch
  readonly resolve: (inspection: BatchInspection) => void
  readonly reject: (error: Error) => void
}

export class InspectorPool {
  readonly #ports: readonly MessagePort[]
  readonly #waiting = new Map<number, Waiting>()
  readonly #informed = new Map<MessagePort, Material>()
  readonly counts: Partial<Record<CheckId, number>> = {}
  readonly failed: Partial<Record<CheckId, number>> = {}
  readonly lines = new Map<number, string>()
  #next = 0

  constructor(ports: readonly MessagePort[]) {
    this.#ports = ports
    for (const port of ports) {
      port.onmessage = ({ data }: MessageEvent<FromInspector>) => {
        this.#settle(data)
      }
    }
  }

  get inspector(): BatchInspector {
    return {
      concurrency: this.#ports.length * BATCHES_PER_THREAD,
      inspect: (batch, material) => this.#inspect(batch, material),
    }
  }

  #inspect(batch: Batch, material: Material): Promise<BatchInspection> {
    const number = this.#next
    this.#next += 1
    const port = this.#ports[number % this.#ports.length]
    if (port === undefined) return Promise.reject(new Error('no verifier thread'))
    if (this.#informed.get(port) !== material) {
      this.#informed.set(port, material)
      port.postMessage({ material } satisfies ToInspector)
    }
    // A view of a larger buffer would take the whole buffer with it.
    const own =
      batch.lines.form === 'plain'
        ? batch
        : { ...batch, lines: { ...batch.lines, block: new Uint8Array(batch.lines.block) } }
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { batch: own, resolve, reject })
      port.postMessage({ number, batch: own } satisfies ToInspector)
    })
  }

  #settle(answer: FromInspector): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if (waiting === undefined) return
    if ('error' in answer) {
      waiting.reject(new Error(answer.error))
      return
    }
    const { inspection } = answer
    for (const [check, count] of inspection.counts) this.counts[check] = (this.counts[check] ?? 0) + count
    for (const { check, finding } of inspection.findings) {
      if (finding.outcome === 'fail') this.failed[check] = (this.failed[check] ?? 0) + 1
      if (finding.line !== undefined) this.#keep(finding.line, waiting.batch)
    }
    waiting.resolve(inspection)
  }

  #keep(line: number, { firstLine, lines }: Batch): void {
    if (this.lines.size >= LINES_KEPT || this.lines.has(line) || lines.form === 'plain') return
    const text = lineAt(lines.block, line - firstLine)
    if (text !== null && text.length <= LINE_KEPT_BYTES) this.lines.set(line, text)
  }
}

/** The line with that number, from 0, in a block of whole lines. */
function lineAt(block: Uint8Array, number: number): string | null {
  let start = 0
  for (let skipped = 0; skipped < number; skipped += 1) {
    const feed = block.indexOf(0x0a, start)
    if (feed === -1) return null
    start = feed + 1
  }
  const feed = block.indexOf(0x0a, start)
  return new TextDecoder().decode(block.subarray(start, feed === -1 ? undefined : feed))
}
