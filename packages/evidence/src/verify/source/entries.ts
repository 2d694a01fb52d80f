/** Reads an export entry by entry, for views beside the verification. What it yields is UNTRUSTED. */
import { decodeJson } from '../../json/read.js'
import type { JsonValue } from '../../json/value.js'
import { type ByteSource, LINE_FEED, readBlocks } from './blocks.js'
import { CANONICAL_NUMBERS, openExport } from './form.js'

/** Lines that cannot be read are passed over: the verifier reports them. */
export async function* readExportEntries(source: ByteSource): AsyncGenerator<JsonValue> {
  const opened = await openExport(source)
  if (opened.form === 'plain') yield* opened.entries
  if (opened.form !== 'ndjson') return
  for await (const { bytes } of readBlocks(opened.bytes, () => 0)) {
    const line = bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes
    const read = decodeJson(line, CANONICAL_NUMBERS)
    if (read.ok) yield read.value
  }
}
