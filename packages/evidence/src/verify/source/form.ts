/** Tells the two forms of an export apart by what stands in the file, never by its name (heron.md §10). */
import { concatBytes } from '@noble/hashes/utils.js'
import { ENTRY_TYPES, EXPORT_FORMAT, EXPORT_VERSION, MAX_PLAIN_BYTES } from '../../export/format.js'
import { decodeJson } from '../../json/read.js'
import { isJsonObject, type JsonValue, ownMember } from '../../json/value.js'
import type { ByteSource } from './blocks.js'
import { LINE_FEED } from './blocks.js'

/** How many bytes at the beginning may be looked at to tell the form. */
const MAX_PEEK_BYTES = 1024 * 1024

/** Entries hold what canonical JSON wrote: also integers that it writes out beyond 2^53. */
export const CANONICAL_NUMBERS = { unsafeIntegers: 'uncanonical' } as const

export type OpenedExport =
  | { readonly form: 'ndjson'; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly form: 'plain'; readonly entries: readonly JsonValue[] }
  | { readonly form: 'unknown'; readonly code: string; readonly message: string }

/**
 * Looks at the beginning of a file and opens it in its form.
 *
 * @param source UNTRUSTED, decompressed.
 */
export async function openExport(source: ByteSource): Promise<OpenedExport> {
  const iterator = iterate(source)
  const held: Uint8Array[] = []
  let bytes = 0
  let feeds = 0
  while (feeds < 2 && bytes < MAX_PEEK_BYTES) {
    const next = await iterator.next()
    if (next.done === true) break
    held.push(next.value)
    bytes += next.value.length
    feeds += countFeeds(next.value)
  }
  const start = concatBytes(...held)
  if (bytes === 0) return { form: 'unknown', code: 'FILE_EMPTY', message: 'the file is empty' }
  if (beginsWithEntries(start)) return { form: 'ndjson', bytes: rest([start], iterator) }
  return readPlain(rest([start], iterator))
}

/** One of the first two lines suffices: a file whose header was spoilt is a spoilt export, not something else. */
function beginsWithEntries(start: Uint8Array): boolean {
  let at = 0
  for (let line = 0; line < 2 && at < start.length; line += 1) {
    const feed = start.indexOf(LINE_FEED, at)
    const end = feed === -1 ? start.length : feed
    const read = decodeJson(start.subarray(at, end), CANONICAL_NUMBERS)
    if (read.ok && isJsonObject(read.value)) {
      const type = ownMember(read.value, 'type')
      if (typeof type === 'string' && (ENTRY_TYPES as readonly string[]).includes(type)) return true
    }
    at = end + 1
  }
  return false
}

async function readPlain(source: AsyncIterable<Uint8Array>): Promise<OpenedExport> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source) {
    pieces.push(piece)
    size += piece.length
    if (size > MAX_PLAIN_BYTES) {
      const limit = `${(MAX_PLAIN_BYTES / 1024 / 1024).toString()} MiB`
      return unknown(
        'FILE_TOO_LARGE',
        `not NDJSON, and larger than the ${limit} that one JSON document may have`,
      )
    }
  }
  const read = decodeJson(concatBytes(...pieces), CANONICAL_NUMBERS)
  if (!read.ok) {
    const { message, offset } = read.error
    return unknown(
      'FILE_NOT_JSON',
      `neither NDJSON nor JSON: ${message} (character ${(offset + 1).toString()})`,
    )
  }
  const { value } = read
  if (!isJsonObject(value) || ownMember(value, 'format') !== EXPORT_FORMAT) {
    return unknown('FILE_NOT_EXPORT', `the document is no export: \`format\` is not \`${EXPORT_FORMAT}\``)
  }
  const entries = ownMember(value, 'entries')
  if (
    ownMember(value, 'v') !== EXPORT_VERSION ||
    !Array.isArray(entries) ||
    Object.keys(value).length !== 3
  ) {
    return unknown(
      'FILE_NOT_EXPORT',
      'the document is no export of version 1: it must hold format, v and entries',
    )
  }
  return { form: 'plain', entries: entries as readonly JsonValue[] }
}

function unknown(code: string, message: string): OpenedExport {
  return { form: 'unknown', code, message }
}

function countFeeds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

async function* iterate(source: ByteSource): AsyncGenerator<Uint8Array, undefined> {
  yield* source
  return undefined
}

async function* rest(
  held: readonly Uint8Array[],
  iterator: AsyncGenerator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array> {
  yield* held
  yield* iterator
}
