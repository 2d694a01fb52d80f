/** The forms in which an export comes, and the sizes in which its bytes arrive. */
import { describe, expect, it } from 'vitest'
import {
  type Batch,
  type BatchInspection,
  detectSignatureVerifier,
  inspectBatch,
  type Material,
  parseJson,
  verifyExport,
} from '../../src/index.js'
import { buildExport, ndjson } from '../support/export-builder.js'
import { FULL_SCRIPT } from '../support/full-script.js'
import { codesOf, PINNED, verifyBytes, verifyLines } from '../support/verify.js'

const lines = buildExport(FULL_SCRIPT)
const plain = { format: 'heron-export', v: 1, entries: lines.map((line) => parseJson(line)) }

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

describe('forms of an export', () => {
  it('gives the same report for NDJSON and for one JSON document, however that is laid out', async () => {
    const report = await verifyLines(lines)
    expect(await verifyBytes(bytesOf(JSON.stringify(plain)))).toEqual(report)
    expect(await verifyBytes(bytesOf(JSON.stringify(plain, null, 2)))).toEqual(report)
  })

  it('does not need a line feed at the end', async () => {
    expect((await verifyBytes(ndjson(lines).subarray(0, -1))).outcome).toBe('pass')
  })

  it.each([1, 7, 1000, 65_536])('reads pieces of %i bytes', async (size) => {
    const bytes = ndjson(size === 1 ? buildExport({ sessions: [{ calls: [{ tool: 'read_file' }] }] }) : lines)
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    const verifySignature = await detectSignatureVerifier()
    const report = await verifyExport(pieces, { tools: { verifySignature }, pinnedKeys: PINNED })
    expect(report.outcome).toBe('pass')
  })

  it('reports the same when lines are inspected elsewhere, from cloned material', async () => {
    const verifySignature = await detectSignatureVerifier()
    const inspector = {
      concurrency: 3,
      inspect: async (batch: Batch, material: Material): Promise<BatchInspection> =>
        structuredClone(
          await inspectBatch(structuredClone(batch), structuredClone(material), { verifySignature }),
        ),
    }
    expect(await verifyLines(lines, { inspector })).toEqual(await verifyLines(lines))
  })

  it('reads the numbers that canonical JSON writes out beyond 2^53', async () => {
    const grantScope = { bounds: { most: 1e20, least: -1e21 } }
    const large = buildExport({ sessions: [{ grantScope, calls: [{ tool: 'read_file' }] }] })
    const text = `{"format":"heron-export","v":1,"entries":[${large.join(',')}]}`
    expect((await verifyLines(large)).outcome).toBe('pass')
    expect((await verifyBytes(bytesOf(text))).outcome).toBe('pass')
    const rounded = large.map((line) => line.replace('100000000000000000000', '100000000000000000001'))
    expect(codesOf(await verifyLines(rounded))).toContain('format LINE_NOT_JSON')
  })

  it('refuses a line that says the same in another spelling', async () => {
    const respelt = lines.map((line) => line.replace('"type":"bundle"', '"type": "bundle"'))
    expect(codesOf(await verifyLines(respelt))).toEqual([
      'format LINE_NOT_CANONICAL',
      'manifest.digest DIGEST_DIFFERS',
      'manifest.digest SECTION_DIFFERS',
    ])
  })

  it('refuses a document with further members', async () => {
    const report = await verifyBytes(bytesOf(JSON.stringify({ ...plain, extra: 1 })))
    expect(codesOf(report)).toEqual(['format FILE_NOT_EXPORT'])
  })

  it('places an unreadable line, and goes on behind it', async () => {
    const place = lines.findIndex((line) => line.endsWith('"type":"action"}'))
    const spoilt = lines.with(place, lines[place]!.slice(0, -1))
    const report = await verifyLines(spoilt)
    const finding = report.checks.find(({ id }) => id === 'format')!.findings[0]!
    expect(finding).toMatchObject({ code: 'LINE_NOT_JSON', line: place + 1 })
    expect(report.totals.sessions).toBe(5)
  })
})
