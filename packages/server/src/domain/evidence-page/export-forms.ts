/**
 * The forms of an export (heron.md §10): its lines as NDJSON, as one JSON document, as an HTML file that verifies itself,
 * and as a table. Streamed in pieces, so memory stays flat however large it is.
 */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { EXPORT_FORMAT, EXPORT_VERSION, MAX_PLAIN_BYTES } from '@heron/evidence'

/** Small enough to stay flat, large enough not to be a write each. */
const PIECE_CHARS = 256 * 1024

/** One JSON document would be larger than any verifier reads. */
export class PlainExportTooLargeError extends Error {
  readonly code = 'plain_export_too_large'

  constructor() {
    super(`one JSON document holds ${String(MAX_PLAIN_BYTES / 1024 / 1024)} MiB at most: take NDJSON instead`)
    this.name = 'PlainExportTooLargeError'
  }
}

/** The template of the HTML form is not one. */
export class TemplateError extends Error {
  readonly code = 'html_template'

  constructor() {
    super('the template of the HTML export does not hold the place for the export exactly once')
    this.name = 'TemplateError'
  }
}

/** @param lines the export's lines without line feeds, here and below. */
export async function* ndjsonPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < PIECE_CHARS) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** @throws {PlainExportTooLargeError} */
export async function* jsonPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = `{"format":"${EXPORT_FORMAT}","v":${String(EXPORT_VERSION)},"entries":[`
  let separator = ''
  let bytes = 0
  const take = (): string => {
    const taken = piece
    piece = ''
    bytes += Buffer.byteLength(taken)
    if (bytes > MAX_PLAIN_BYTES) throw new PlainExportTooLargeError()
    return taken
  }
  for await (const line of lines) {
    piece += separator + line
    separator = ','
    if (piece.length >= PIECE_CHARS) yield take()
  }
  piece += ']}\n'
  yield take()
}

/** Stands in the template exactly once. */
const PLACE = '@@HERON_EXPORT@@'

/**
 * The template with the compressed export inside, as base64.
 *
 * @throws {TemplateError}
 */
export async function* htmlPieces(template: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  const [before, after, more] = template.split(PLACE)
  if (before === undefined || after === undefined || more !== undefined) throw new TemplateError()
  yield before
  const compressed = createGzip()
  // A failure of the lines ends the loop below with it.
  pipeline(Readable.from(ndjsonPieces(lines), { objectMode: false }), compressed, () => undefined)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of compressed) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    // Base64 is written three bytes at a time.
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.subarray(0, whole).toString('base64')
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
  yield after
}
