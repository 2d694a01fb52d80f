/** The export as a download, in the form that was asked for, streamed from one consistent view of the record. */
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { csvOf } from '../../domain/evidence-page/csv.js'
import { htmlPieces, jsonPieces, ndjsonPieces } from '../../domain/evidence-page/export-forms.js'
import type { LinkReach } from '../../domain/evidence-page/reach.js'
import type { EvidencePageService } from '../../domain/evidence-page/service.js'
import { Refusal } from '../../domain/refusal.js'
import type { Site } from './site.js'

export const EXPORT_FORMATS = ['ndjson', 'gz', 'json', 'csv', 'html'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Runs and calls in one JSON document: at some 5 KB each below what a verifier reads whole. */
const MAX_PLAIN_RECORDS = 10_000

const FILES: { readonly [format in ExportFormat]: { readonly type: string; readonly ending: string } } = {
  ndjson: { type: 'application/x-ndjson; charset=utf-8', ending: 'ndjson' },
  gz: { type: 'application/gzip', ending: 'ndjson.gz' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  csv: { type: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
}

/** @throws {Refusal} export_too_large for a JSON document; page_not_built for HTML without its template. */
export async function sendExport(
  { service, site }: { readonly service: EvidencePageService; readonly site: Site },
  reach: LinkReach,
  format: ExportFormat,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (format === 'json' && (await service.size(reach)) > MAX_PLAIN_RECORDS)
    throw new Refusal(
      'export_too_large',
      'one JSON document would be too large to be read whole: take ndjson or gz',
    )
  const template = format === 'html' ? await site.text('verify.html') : ''
  const lines = service.exportLines(reach)
  const { type, ending } = FILES[format]
  const pieces = {
    ndjson: () => ndjsonPieces(lines),
    gz: () => ndjsonPieces(lines),
    json: () => jsonPieces(lines),
    csv: () => csvOf(lines),
    html: () => htmlPieces(template, lines),
  }[format]()
  const source = Readable.from(pieces, { objectMode: false })
  const compressed = format === 'gz' ? createGzip() : null
  if (compressed !== null) {
    source.on('error', (error) => compressed.destroy(error))
    compressed.on('close', () => source.destroy())
    source.pipe(compressed)
  }
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="evidence.${ending}"`)
    .send(compressed ?? source)
}
