import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellOf } from '../../src/domain/evidence-page/csv.js'
import {
  htmlPieces,
  jsonPieces,
  ndjsonPieces,
  TemplateError,
} from '../../src/domain/evidence-page/export-forms.js'
import { gunzipSync } from 'node:zlib'

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line)
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

/** Reads one CSV cell back (RFC 4180). */
function read(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

describe('a CSV cell', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =1',
    '\u00a0=1',
    '\ufeff=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\n=1',
  ])('never runs: %j', (text) => {
    expect(read(cellOf(text))).toBe(`'${text}`)
  })

  it('holds any text, begins like no formula, and breaks no row', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = cellOf(text)
        const value = read(cell)
        expect([text, `'${text}`]).toContain(value)
        expect(value.trimStart()).not.toMatch(/^[=+\-@]/)
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/)
      }),
    )
  })

  it('leaves numbers and nothing as they are', () => {
    expect([cellOf(-1), cellOf(0), cellOf(null)]).toEqual(['-1', '0', ''])
  })
})

describe('the forms of an export', () => {
  const lines = Array.from({ length: 2000 }, (_, n) => JSON.stringify({ n, filling: 'ü'.repeat(n % 400) }))

  it('hold the same lines as NDJSON and as one document', async () => {
    expect(await textOf(ndjsonPieces(linesOf(lines)))).toBe(lines.map((line) => `${line}\n`).join(''))
    const document = JSON.parse(await textOf(jsonPieces(linesOf(lines)))) as { entries: unknown[] }
    expect(document.entries).toEqual(lines.map((line) => JSON.parse(line) as unknown))
  })

  it('as HTML put a gzip in base64 where the template says', async () => {
    const html = await textOf(htmlPieces('<a>@@HERON_EXPORT@@</a>$&', linesOf(lines)))
    const inside = /^<a>([A-Za-z0-9+/]+={0,2})<\/a>\$&$/.exec(html)![1]!
    expect(gunzipSync(Buffer.from(inside, 'base64')).toString()).toBe(
      lines.map((line) => `${line}\n`).join(''),
    )
  })

  it.each(['none', '@@HERON_EXPORT@@ @@HERON_EXPORT@@'])('refuse a template with %s', async (template) => {
    await expect(textOf(htmlPieces(template, linesOf(lines)))).rejects.toThrow(TemplateError)
  })

  it('end with the failure of their source', async () => {
    // eslint-disable-next-line @typescript-eslint/require-await -- a source that fails on its second line
    async function* failing(): AsyncGenerator<string> {
      yield '{}'
      throw new Error('the store went away')
    }
    for (const pieces of [
      ndjsonPieces(failing()),
      jsonPieces(failing()),
      htmlPieces('@@HERON_EXPORT@@', failing()),
    ]) {
      await expect(textOf(pieces)).rejects.toThrow('store went away')
    }
  })
})
