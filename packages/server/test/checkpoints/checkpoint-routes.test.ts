/** Checkpoints and tiles as a reviewer with a link gets them: the C2SP layout, within the newest checkpoint's reach. */
import { createHash } from 'node:crypto'
import { parseCheckpoint, parseNote, toBase64, treeRoot } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LivePage, startLivePage } from '../evidence-page/live-page.js'
import { sessionRequest } from '../support/heron.js'

const DAY_MS = 86_400_000

let live: LivePage
beforeEach(async () => {
  live = await startLivePage()
})
afterEach(() => live.close())

async function openRuns(first: number, count: number): Promise<void> {
  const { service, context } = live.heron
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      service.openSession(sessionRequest(`run_${String(first + index)}`), context()),
    ),
  )
}

async function checkpoint(): Promise<void> {
  await live.heron.service.adoptProjects()
  while ((await live.heron.service.takeCheckpoints(500)) >= 500);
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${live.token}` }
  const response = await fetch(`${live.url}/e/${live.slug}/api/log/${path}`, { headers })
  expect(response.status, path).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  return new Uint8Array(await response.arrayBuffer())
}

function hashesIn(tile: Uint8Array): Uint8Array[] {
  return Array.from({ length: tile.length / 32 }, (_, index) => tile.subarray(index * 32, index * 32 + 32))
}

function entriesIn(tile: Uint8Array): string[] {
  const texts: string[] = []
  const view = new DataView(tile.buffer, tile.byteOffset)
  for (let at = 0; at < tile.length;) {
    const length = view.getUint16(at)
    texts.push(new TextDecoder().decode(tile.subarray(at + 2, at + 2 + length)))
    at += 2 + length
  }
  return texts
}

describe('checkpoints of an evidence page', () => {
  it('say that there is none yet', async () => {
    expect((await live.ask('checkpoints')).body).toEqual({ count: 0, first_at: null, newest: null })
    expect((await live.ask('log/checkpoint')).status).toBe(404)
    expect((await live.ask('log/tile/0/000.p/1')).status).toBe(404)
  })

  it('give the newest one as text to keep, and in figures', async () => {
    await openRuns(0, 3)
    await checkpoint()
    const { text, headers } = await live.ask('log/checkpoint')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const { size, root, origin } = parseCheckpoint(parseNote(text)!.text)!
    const { organizationId, projectId } = live.heron.tenant
    expect(origin).toBe(`heron/${organizationId}/${projectId}`)
    const { body } = await live.ask('checkpoints')
    expect(body).toMatchObject({
      count: 1,
      newest: { size, root: toBase64(root), note: text, witnesses: [] },
    })
  })

  it('have tiles from which the signed root follows', async () => {
    await openRuns(0, 300)
    await checkpoint()
    const { size, root } = parseCheckpoint(parseNote((await live.ask('log/checkpoint')).text)!.text)!
    const rest = size - 256
    const leaves = [
      ...hashesIn(await bytesOf('tile/0/000')),
      ...hashesIn(await bytesOf(`tile/0/001.p/${String(rest)}`)),
    ]
    expect(treeRoot(leaves)).toEqual(root)
    expect(hashesIn(await bytesOf('tile/1/000.p/1'))).toEqual([treeRoot(leaves.slice(0, 256))])
    const entries = entriesIn(await bytesOf(`tile/entries/001.p/${String(rest)}`))
    const hashed = entries.map((text) => createHash('sha256').update('\0').update(text).digest('hex'))
    expect(hashed).toEqual(leaves.slice(256).map((leaf) => Buffer.from(leaf).toString('hex')))
  })

  it.each([
    'tile/0/001',
    'tile/0/000.p/255',
    'tile/0/000.p/256',
    'tile/0/0',
    'tile/0/x000/000',
    'tile/6/000',
    'tile/1/000.p/1',
    'tile/data/000',
    'tile/0/../000',
    'tile/0/x999/x999/x999/x999/999',
  ])('have no tile at %s', async (path) => {
    await openRuns(0, 2)
    await checkpoint()
    expect((await live.ask(`log/${path}`)).status).toBe(404)
  })

  it('show no leaf from before the window, and open for no other link', async () => {
    await openRuns(0, 2)
    await checkpoint()
    live.heron.clock.advance(40 * DAY_MS)
    await openRuns(2, 2)
    await checkpoint()
    expect((await live.ask('log/tile/0/000.p/4')).status).toBe(200)
    expect((await live.ask('log/tile/entries/000.p/4')).status).toBe(404)
    for (const path of ['checkpoints', 'log/checkpoint', 'log/tile/0/000.p/4']) {
      expect((await live.ask(path, null)).status).toBe(404)
      expect((await live.ask(path, live.neighbour.token)).status).toBe(404)
    }
  })
})
