import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { heron, heronJson } from '../support/heron.js'
import { recordedRun } from '../support/recorded-run.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('heron export', () => {
  test('writes what heron verify passes, in every form, beside the running service', async () => {
    const { folder, data, created, served, head } = await recordedRun()
    const jwks = join(folder, 'jwks.json')
    writeFileSync(jwks, await (await fetch(`${served.url}/.well-known/jwks.json`)).text())
    for (const name of ['a.ndjson', 'a.ndjson.gz', 'a.json', 'a.json.gz', 'a.gz']) {
      const file = join(folder, name)
      const summary = await heronJson([
        ...['export', '--data', data],
        ...['--project', created.projectId, '-o', file],
      ])
      const [session] = Object.keys(summary.heads)
      expect(summary).toEqual({ file, sessions: 1, actions: 2, heads: { [session!]: head } })
      const pins = ['--jwks', jwks, '--head', `${session!}=${head}`]
      expect(await heronJson(['verify', file, ...pins]), name).toMatchObject({ outcome: 'pass' })
    }
  })

  test('takes the same from a reviewer’s link, without the data directory', async () => {
    const { folder, created, served, head } = await recordedRun()
    const jwks = join(folder, 'jwks.json')
    writeFileSync(jwks, await (await fetch(`${served.url}/.well-known/jwks.json`)).text())
    const { slug, token } = created.evidence
    const link = `${served.url}/e/${slug}?t=${token}`
    const file = join(folder, 'a.ndjson.gz')
    const summary = await heronJson(['export', '--url', link, '-o', file])
    expect(summary).toMatchObject({ file, sessions: 1, actions: 2 })
    expect(Object.values(summary.heads)).toEqual([head])
    expect(await heronJson(['verify', file, '--jwks', jwks])).toMatchObject({ outcome: 'pass' })
    for (const wrong of [`${served.url}/e/${slug}?t=x`, `${served.url}/e/other?t=${token}`]) {
      const { code, out, err } = await heron(['export', '--url', wrong, '-o', join(folder, 'b.ndjson')])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/the link does not open/)
      expect(err).not.toContain(token)
    }
  })

  test('writes one HTML file with the whole export inside', async () => {
    const { folder, data } = await recordedRun()
    const file = join(folder, 'a.html')
    expect(await heronJson(['export', '--data', data, '--html', '-o', file])).toMatchObject({ actions: 2 })
    const html = readFileSync(file, 'utf8')
    const inside = />\s*([A-Za-z0-9+/=]{100,})\s*<\/script>/.exec(html)![1]!
    const lines = gunzipSync(Buffer.from(inside, 'base64')).toString()
    expect(lines.trimEnd().split('\n').at(-1)).toContain('"type":"manifest"')
    expect(html).not.toContain('@@HERON_EXPORT@@')
    writeFileSync(join(folder, 'inside.ndjson'), lines)
    const { code } = await heron(['verify', join(folder, 'inside.ndjson')])
    expect(code).toBe(3)
  })

  test('takes the only project there is, and refuses another', async () => {
    const { folder, data } = await recordedRun()
    const file = join(folder, 'a.ndjson')
    expect(await heronJson(['export', '--data', data, '-o', file])).toMatchObject({ sessions: 1 })
    const { code, err } = await heron(['export', '--data', data, '--project', 'prj_other', '-o', file])
    expect({ code, err }).toEqual({ code: 2, err: 'heron: there is no such project here\n' })
  })

  test('takes the sessions of a window', async () => {
    const { folder, data } = await recordedRun()
    const file = join(folder, 'a.ndjson')
    const argv = ['export', '--data', data, '-o', file]
    expect(await heronJson([...argv, '--since', '2000-01-01'])).toMatchObject({ sessions: 1 })
    expect(await heronJson([...argv, '--until', '2000-01-01T00:00:00+02:00'])).toMatchObject({ sessions: 0 })
  })

  test('tells people the heads to keep and how to check the file', async () => {
    const { folder, data, head } = await recordedRun()
    const { code, out } = await heron(['export', '--data', data, '-o', join(folder, 'a.ndjson')])
    expect(code).toBe(0)
    expect(out).toContain('1 session, 2 actions')
    expect(out).toContain(head)
    expect(out).toContain('heron verify')
  })

  test.each([
    ['no file', [], /missing -o FILE/],
    ['a time that is none', ['-o', 'a.json', '--since', 'yesterday'], /--since takes a time/],
    ['a page under another name', ['-o', 'a.json', '--html'], /--html writes a page/],
    ['a link that is none', ['-o', 'a.json', '--url', 'https://x.example/'], /--url takes a reviewer’s link/],
    [
      'a link with a window',
      ['-o', 'a.json', '--url', 'https://x.example/e/s?t=secret', '--since', '2026-01-01'],
      /--since does not go with --url/,
    ],
    ['a directory that is not there', ['-o', 'a.json', '--data', 'nowhere'], /no data directory `nowhere`/],
  ])('refuses %s', async (_name, argv, message) => {
    const { code, out, err } = await heron(['export', ...argv], { cwd: temporaryFolder() })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
  })
})
