/**
 * Writes the lines of an evidence export (heron.md §10) into a file: NDJSON or one JSON document, gzip or not, or the
 * HTML page that verifies itself, as its name says. Memory stays flat; the file appears under its name only once it is
 * whole.
 */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ManifestEntry } from '@heron/evidence'
import { htmlPieces, jsonPieces, ndjsonPieces, PlainExportTooLargeError } from '@heron/server'
import { UsageError } from '../command.js'

export type ExportForm = { readonly container: 'ndjson' | 'json' | 'html'; readonly gzip: boolean }

/** What the manifest of a written export says, as `heron export --json` prints it. */
export type ExportSummary = {
  readonly file: string
  readonly sessions: number
  readonly actions: number
  /** Head of each session by session id: what a reader keeps for `heron verify --head`. */
  readonly heads: { readonly [session: string]: string }
}

/** Lines between two words on how far it is. */
const PROGRESS_LINES = 100

/** Any other name gets NDJSON, which is read by what it holds and not by how it is called. */
export function exportForm(file: string): ExportForm {
  const gzip = file.endsWith('.gz')
  const name = gzip ? file.slice(0, -'.gz'.length) : file
  if (name.endsWith('.json')) return { container: 'json', gzip }
  if (name.endsWith('.html') && !gzip) return { container: 'html', gzip }
  return { container: 'ndjson', gzip }
}

/**
 * Writes all of `lines` and answers what their manifest says.
 *
 * @param lines The entries' canonical texts without line feeds, the manifest last.
 * @param onProgress Called with the number of lines so far, now and then.
 * @param template Of the HTML form; needed for that one only.
 * @throws {UsageError} when the file cannot be written, or is too large for one JSON document.
 */
export async function writeExportFile(
  file: string,
  lines: AsyncIterable<string>,
  onProgress: (lines: number) => void,
  template = '',
): Promise<ExportSummary> {
  const { container, gzip } = exportForm(file)
  const unfinished = `${file}.unfinished`
  let last = '{}'
  async function* watched(): AsyncGenerator<string> {
    let count = 0
    for await (const line of lines) {
      last = line
      count += 1
      yield line
      if (count % PROGRESS_LINES === 0) onProgress(count)
    }
    onProgress(count)
  }
  const pieces = {
    ndjson: () => ndjsonPieces(watched()),
    json: () => jsonPieces(watched()),
    html: () => htmlPieces(template, watched()),
  }[container]()
  try {
    // Evidence names no people, yet it is the owner who decides who reads it.
    const target = createWriteStream(unfinished, { mode: 0o600 })
    const source = Readable.from(pieces, { objectMode: false })
    await (gzip ? pipeline(source, createGzip(), target) : pipeline(source, target))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    if (error instanceof PlainExportTooLargeError) throw tooLarge(file, error)
    throw isSystemError(error) ? new UsageError(`cannot write \`${file}\`: ${error.message}`) : error
  }
  return summarise(file, JSON.parse(last) as ManifestEntry)
}

/** A document that no verifier would read is not written. */
function tooLarge(file: string, { message }: PlainExportTooLargeError): UsageError {
  return new UsageError(`${message}; name \`${file}\` with .ndjson`)
}

function summarise(file: string, { receipt }: ManifestEntry): ExportSummary {
  const { sessions, sections } = receipt.payload
  return {
    file,
    sessions: sessions.length,
    actions: sections.action?.count ?? 0,
    heads: Object.fromEntries(sessions.map(({ session, head_hash }) => [session, head_hash])),
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
