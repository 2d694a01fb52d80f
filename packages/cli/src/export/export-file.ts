/**
 * Writes the lines of an evidence export (heron.md §10) into a file: NDJSON or one JSON document, gzip or not, as its
 * name says. Memory stays flat; the file appears under its name only once it is whole.
 */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { EXPORT_FORMAT, EXPORT_VERSION, type ManifestEntry, MAX_PLAIN_BYTES } from '@heron/evidence'
import { UsageError } from '../command.js'

export type ExportForm = { readonly container: 'ndjson' | 'json'; readonly gzip: boolean }

/** What the manifest of a written export says, as `heron export --json` prints it. */
export type ExportSummary = {
  readonly file: string
  readonly sessions: number
  readonly actions: number
  /** Head of each session by session id: what a reader keeps for `heron verify --head`. */
  readonly heads: { readonly [session: string]: string }
}

/** Lines go out in pieces of about this size: small enough to stay flat, large enough not to be a write each. */
const PIECE_CHARS = 256 * 1024

/** @throws {UsageError} for a name that says nothing of the form. */
export function exportForm(file: string): ExportForm {
  const gzip = file.endsWith('.gz')
  const name = gzip ? file.slice(0, -'.gz'.length) : file
  if (name.endsWith('.json')) return { container: 'json', gzip }
  if (name.endsWith('.ndjson') || gzip) return { container: 'ndjson', gzip }
  throw new UsageError(
    `\`${file}\` does not say its form: end it in .ndjson, .json, or either of them with .gz`,
  )
}

/**
 * Writes all of `lines` and answers what their manifest says.
 *
 * @param lines The entries' canonical texts without line feeds, the manifest last.
 * @param onProgress Called with the number of lines so far, now and then.
 * @throws {UsageError} when the file cannot be written, or is too large for one JSON document.
 */
export async function writeExportFile(
  file: string,
  lines: AsyncIterable<string>,
  onProgress: (lines: number) => void,
): Promise<ExportSummary> {
  const { container, gzip } = exportForm(file)
  const unfinished = `${file}.unfinished`
  let last = '{}'
  async function* pieces(): AsyncGenerator<Buffer> {
    let count = 0
    let bytes = 0
    let piece = container === 'json' ? jsonOpening() : ''
    const take = (): Buffer => {
      const chunk = Buffer.from(piece)
      piece = ''
      bytes += chunk.length
      if (container === 'json' && bytes > MAX_PLAIN_BYTES) throw tooLarge(file)
      return chunk
    }
    for await (const line of lines) {
      if (container === 'json') piece += count === 0 ? line : `,${line}`
      else piece += `${line}\n`
      last = line
      count += 1
      if (piece.length < PIECE_CHARS) continue
      yield take()
      onProgress(count)
    }
    if (container === 'json') piece += ']}\n'
    yield take()
    onProgress(count)
  }
  try {
    // Evidence names no people, yet it is the owner who decides who reads it.
    const target = createWriteStream(unfinished, { mode: 0o600 })
    const source = Readable.from(pieces())
    await (gzip ? pipeline(source, createGzip(), target) : pipeline(source, target))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw isSystemError(error) ? new UsageError(`cannot write \`${file}\`: ${error.message}`) : error
  }
  return summarise(file, JSON.parse(last) as ManifestEntry)
}

/** A document that no verifier would read is not written. */
function tooLarge(file: string): UsageError {
  const limit = `${String(MAX_PLAIN_BYTES / 1024 / 1024)} MiB`
  return new UsageError(`one JSON document holds ${limit} at most: name \`${file}\` with .ndjson instead`)
}

function jsonOpening(): string {
  return `{"format":"${EXPORT_FORMAT}","v":${String(EXPORT_VERSION)},"entries":[`
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
