/** A batch of lines: the unit of work that goes to a worker. */
import { concatBytes } from '@noble/hashes/utils.js'
import { canonicalBytes } from '../../json/canonical.js'
import type { JsonValue } from '../../json/value.js'
import type { CheckId } from '../checks.js'
import type { EntryFacts } from '../facts.js'
import { LINE_FEED } from '../source/blocks.js'
import { hashOf, type Material, type VerifierTools } from '../material.js'
import { EntryTexts } from './entry-texts.js'
import { inspectEntry, inspectLine } from './line.js'
import { BatchRecorder, LineRecorder, type RecordedFinding } from './recorder.js'

/** Consecutive lines of a file, or entries of the plain form. Plain data. */
export type Batch = {
  /** Number of the first one, from 1. */
  readonly firstLine: number
  readonly lines:
    /** Whole lines; the last one may lack its line feed. */
    | { readonly form: 'ndjson'; readonly block: Uint8Array }
    | { readonly form: 'plain'; readonly entries: readonly JsonValue[] }
}

/** What the walk needs of a batch. Plain data. */
export type BatchInspection = {
  readonly firstLine: number
  readonly facts: readonly EntryFacts[]
  /** SHA-256 of each line, 32 bytes each. */
  readonly lineHashes: Uint8Array
  readonly counts: ReadonlyMap<CheckId, number>
  readonly findings: readonly RecordedFinding[]
  readonly statements: number
}

/** Inspects a batch, all lines at once, so that asynchronous signature checks overlap. Never throws on any input. */
export async function inspectBatch(
  { firstLine, lines }: Batch,
  material: Material,
  tools: VerifierTools,
): Promise<BatchInspection> {
  const batch = new BatchRecorder()
  const sha256 = hashOf(tools)
  const context = (index: number) => ({
    material,
    tools,
    recorder: new LineRecorder(batch, firstLine + index),
    texts: new EntryTexts(),
  })
  const facts: Promise<EntryFacts>[] = []
  const hashes: Uint8Array[] = []
  if (lines.form === 'ndjson') {
    for (const line of splitLines(lines.block)) {
      hashes.push(sha256(line))
      facts.push(inspectLine(line, context(facts.length)))
    }
  } else {
    for (const entry of lines.entries) {
      hashes.push(sha256(canonicalBytes(entry)))
      const place = context(facts.length)
      place.recorder.checked('format')
      facts.push(inspectEntry(entry, place))
    }
  }
  const settled = await Promise.all(facts)
  const { counts, findings, statements } = batch
  // Signature checks end in any order; readers expect that of the file.
  findings.sort((left, right) => (left.finding.line ?? 0) - (right.finding.line ?? 0))
  return { firstLine, facts: settled, lineHashes: concatBytes(...hashes), counts, findings, statements }
}

/** The lines of a block, without their line feeds. */
function* splitLines(block: Uint8Array): Generator<Uint8Array> {
  let start = 0
  while (start < block.length) {
    const end = block.indexOf(LINE_FEED, start)
    yield block.subarray(start, end === -1 ? block.length : end)
    start = end === -1 ? block.length : end + 1
  }
}
