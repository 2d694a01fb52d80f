import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/command.js'
import { exportForm, writeExportFile } from '../../src/export/export-file.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const manifest = {
  type: 'manifest',
  receipt: {
    payload: {
      sections: { action: { count: 3, digest: 'sha256:00' } },
      sessions: [{ session: 'ses_1', head_hash: 'sha256:aa', actions: 3 }],
    },
  },
}
const entries: readonly object[] = [{ type: 'header' }, { type: 'session', session: 'ses_1' }, manifest]

async function* lines(): AsyncGenerator<string> {
  for (const entry of entries) yield await Promise.resolve(JSON.stringify(entry))
}

const quiet = () => undefined

describe('the name of the file says its form', () => {
  test.each([
    ['a.ndjson', { container: 'ndjson', gzip: false }],
    ['a.ndjson.gz', { container: 'ndjson', gzip: true }],
    ['a.gz', { container: 'ndjson', gzip: true }],
    ['a.json', { container: 'json', gzip: false }],
    ['a.json.gz', { container: 'json', gzip: true }],
    ['evidence', { container: 'ndjson', gzip: false }],
    ['evidence.2026-11-30', { container: 'ndjson', gzip: false }],
  ])('%s', (name, form) => {
    expect(exportForm(name)).toEqual(form)
  })
})

describe('a written export', () => {
  test('is one line an entry as NDJSON', async () => {
    const file = join(temporaryFolder(), 'a.ndjson')
    await writeExportFile(file, lines(), quiet)
    expect(readFileSync(file, 'utf8')).toBe(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  })

  test('is one document with the same entries as JSON', async () => {
    const file = join(temporaryFolder(), 'a.json')
    await writeExportFile(file, lines(), quiet)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ format: 'heron-export', v: 1, entries })
  })

  test('is compressed where the name ends in .gz', async () => {
    const file = join(temporaryFolder(), 'a.json.gz')
    await writeExportFile(file, lines(), quiet)
    expect(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))).toMatchObject({ entries })
  })

  test('is summarised by its own manifest', async () => {
    const file = join(temporaryFolder(), 'a.ndjson')
    const seen: number[] = []
    expect(await writeExportFile(file, lines(), (count) => seen.push(count))).toEqual({
      file,
      sessions: 1,
      actions: 3,
      heads: { ses_1: 'sha256:aa' },
    })
    expect(seen.at(-1)).toBe(entries.length)
  })

  test('is readable by its owner only', async () => {
    const file = join(temporaryFolder(), 'a.ndjson')
    await writeExportFile(file, lines(), quiet)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test('never appears half-written: a source that fails leaves no file', async () => {
    const folder = temporaryFolder()
    // eslint-disable-next-line @typescript-eslint/require-await -- a source that fails on its second line
    async function* failing(): AsyncGenerator<string> {
      yield '{}'
      throw new Error('the store went away')
    }
    await expect(writeExportFile(join(folder, 'a.ndjson'), failing(), quiet)).rejects.toThrow(
      'store went away',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  test('is never a JSON document that a verifier would not read', async () => {
    const folder = temporaryFolder()
    const line = JSON.stringify({ type: 'action', filling: 'x'.repeat(1024 * 1024) })
    async function* many(): AsyncGenerator<string> {
      for (let count = 0; count < 65; count += 1) yield await Promise.resolve(line)
      yield JSON.stringify(manifest)
    }
    await expect(writeExportFile(join(folder, 'a.json.gz'), many(), quiet)).rejects.toThrow(
      /64 MiB.*\.ndjson/,
    )
    expect(readdirSync(folder)).toEqual([])
    expect(await writeExportFile(join(folder, 'a.ndjson'), many(), quiet)).toMatchObject({ sessions: 1 })
  })

  test('that cannot be written is the caller’s error, in one sentence', async () => {
    const file = join(temporaryFolder(), 'no', 'such', 'folder', 'a.ndjson')
    await expect(writeExportFile(file, lines(), quiet)).rejects.toThrow(UsageError)
    expect(existsSync(file)).toBe(false)
  })
})
