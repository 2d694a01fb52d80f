/**
 * The offline verifier (heron.md §10): an export in, a report out. Pure and streaming; no network, no clock, no files.
 *
 * Lines are inspected one by one, in parallel where the caller brings workers (`inspect/`), then walked through in order
 * (`walk/`). Hostile input is reported, never thrown.
 */
import type { NoteKey } from '../checkpoint/note.js'
import type { PublicKeyBytes } from '../crypto/ed25519.js'
import type { JsonValue } from '../json/value.js'
import { type Batch, type BatchInspection, inspectBatch } from './inspect/batch.js'
import { hashOf, type Material, type VerifierTools } from './material.js'
import { ReportBuilder, type VerificationReport } from './report.js'
import { type ByteSource, readBlocks } from './source/blocks.js'
import { openExport } from './source/form.js'
import type { KeptCheckpoint } from './walk/kept-checkpoints.js'
import type { PinnedHead } from './walk/pins.js'
import { ExportWalk } from './walk/walk.js'

/** Inspects batches, here or in workers. */
export type BatchInspector = {
  /** Batches kept in flight: enough to keep every worker busy, few enough to keep memory flat. */
  readonly concurrency: number
  /** `material` is the same object for every batch of a file, plain data that can be cloned. */
  readonly inspect: (batch: Batch, material: Material) => Promise<BatchInspection>
}

export type VerifyOptions = {
  readonly tools: VerifierTools
  /** Heron's keys as the reader knows them (`readJwks`); null leaves the trust root unchecked. */
  readonly pinnedKeys?: ReadonlyMap<string, PublicKeyBytes> | null
  readonly pinnedHeads?: readonly PinnedHead[]
  /** Checkpoints that the reader kept earlier (`readKeptCheckpoint`). */
  readonly keptCheckpoints?: readonly KeptCheckpoint[]
  /** Witnesses whose cosignature the reader asks for (`parseNoteKey`). */
  readonly witnesses?: readonly NoteKey[]
  /** Where lines are inspected; by default here. */
  readonly inspector?: BatchInspector
  /** Told the number of lines walked so far, after each batch. */
  readonly onProgress?: (lines: number) => void
}

/** About a hundred actions: large enough to hide the hand-over to a worker, small enough to share the work evenly. */
const BATCH_BYTES = 256 * 1024
const BATCH_ENTRIES = 64

/**
 * Verifies an export.
 *
 * @param source UNTRUSTED: the file's bytes, decompressed. What the source itself throws is passed on.
 */
export async function verifyExport(source: ByteSource, options: VerifyOptions): Promise<VerificationReport> {
  const { tools, pinnedKeys = null, pinnedHeads = [], keptCheckpoints = [], witnesses = [] } = options
  const opened = await openExport(source)
  if (opened.form === 'unknown') {
    const report = new ReportBuilder()
    report.checked('format')
    report.finding('format', { code: opened.code, outcome: 'fail', message: opened.message })
    return report.build({ entries: 0, sessions: 0, actions: 0, statements: 0 }, false)
  }
  const walk = new ExportWalk({ pinnedKeys, pinnedHeads, keptCheckpoints, witnesses, hash: hashOf(tools) })
  const local: BatchInspector = {
    concurrency: 1,
    inspect: (batch, material) => inspectBatch(batch, material, tools),
  }
  const { inspector = local, onProgress } = options
  const inFlight: { readonly inspection: Promise<BatchInspection>; readonly end: number }[] = []
  const settleOldest = async (): Promise<void> => {
    const oldest = inFlight.shift()
    if (oldest === undefined) return
    walk.accept(await oldest.inspection)
    onProgress?.(oldest.end)
  }
  const batches =
    opened.form === 'ndjson' ? batchesOf(opened.bytes, walk) : plainBatches(opened.entries, walk)
  let material: Material | null = null
  for await (const { batch, end } of batches) {
    if (!walk.materialComplete) {
      // The head is read line by line, since each line may add to what the next is checked against.
      walk.accept(await local.inspect(batch, walk.material))
      continue
    }
    material ??= walk.material
    if (inFlight.length >= inspector.concurrency) await settleOldest()
    const inspection = inspector.inspect(batch, material)
    // Awaited in order; a failure in one that is not awaited yet must not end the process before it is.
    inspection.catch(() => undefined)
    inFlight.push({ inspection, end })
  }
  while (inFlight.length > 0) await settleOldest()
  return walk.finish(tools.verifySignature)
}

type NumberedBatch = { readonly batch: Batch; readonly end: number }

async function* batchesOf(bytes: AsyncIterable<Uint8Array>, walk: ExportWalk): AsyncGenerator<NumberedBatch> {
  let firstLine = 1
  for await (const block of readBlocks(bytes, () => (walk.materialComplete ? BATCH_BYTES : 0))) {
    const end = firstLine + block.lines - 1
    yield { batch: { firstLine, lines: { form: 'ndjson', block: block.bytes } }, end }
    firstLine = end + 1
  }
}

function* plainBatches(entries: readonly JsonValue[], walk: ExportWalk): Generator<NumberedBatch> {
  for (let start = 0; start < entries.length;) {
    const end = Math.min(entries.length, start + (walk.materialComplete ? BATCH_ENTRIES : 1))
    yield {
      batch: { firstLine: start + 1, lines: { form: 'plain', entries: entries.slice(start, end) } },
      end,
    }
    start = end
  }
}
