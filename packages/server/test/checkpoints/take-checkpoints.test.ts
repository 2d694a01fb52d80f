/** Checkpoints as the worker takes them (heron.md §11): which heads they commit to, and that there is one log of them. */
import {
  type CheckpointLeaf,
  detectSignatureVerifier,
  importPublicKey,
  parseCheckpoint,
  parseNote,
  readKeptCheckpoint,
  verifyExport,
  type VerifyOptions,
} from '@heron/evidence'
import { afterEach, describe, expect, it } from 'vitest'
import { exportProject } from '../../src/domain/export-project.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import type { TestDatabase } from '../support/place.js'

const EVERY_MS = 300_000

let heron: Heron
afterEach(() => heron.close())

async function checkpoint(limit = 1000): Promise<void> {
  await heron.service.adoptProjects()
  while ((await heron.service.takeCheckpoints(limit)) >= limit);
}

async function call(run: string, seq: number): Promise<void> {
  await heron.service.announceAction(actionRequest(run, seq), heron.context(`${run} ${String(seq)}`))
}

async function open(run: string): Promise<void> {
  await heron.service.openSession(sessionRequest(run), heron.context())
}

function database<T>(look: (database: TestDatabase) => T): T {
  const database = heron.place.openDatabase()
  try {
    return look(database)
  } finally {
    database.close()
  }
}

function leaves(): CheckpointLeaf[] {
  return database((db) =>
    db.prepare('select leaf_text from checkpoint_leaves order by leaf_index').pluck().all(),
  ).map((text) => JSON.parse(text as string) as CheckpointLeaf)
}

function heads(): string[] {
  return leaves().flatMap((leaf) =>
    leaf.kind === 'session_head' ? [`${String(leaf.actions)}${leaf.closed ? ' closed' : ''}`] : [],
  )
}

function count(table: string): number {
  return Number(database((db) => db.prepare(`select count(*) from ${table}`).pluck().get()))
}

async function exported(since: string | null = null): Promise<string[]> {
  const parts = { ...heron.data, now: heron.clock.now, publishedKeys: heron.data.keyRing.published }
  const request = { project: heron.operation.project, since, until: null }
  const lines: string[] = []
  for await (const line of exportProject(parts, request)) lines.push(line)
  return lines
}

async function verify(lines: readonly string[], options: Partial<VerifyOptions> = {}) {
  const { keys } = heron.service.jwks()
  const pinnedKeys = new Map(keys.map(({ kid, x }) => [kid, importPublicKey(x)!] as const))
  const tools = { verifySignature: await detectSignatureVerifier() }
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
  return verifyExport([bytes], { tools, pinnedKeys, ...options })
}

function notesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const entry = JSON.parse(line) as { type: string; note: string }
    return entry.type === 'checkpoint' ? [entry.note] : []
  })
}

describe('a checkpoint', () => {
  it('commits to every head as it stands, once, and then to those that moved', async () => {
    heron = await startHeron()
    await open('run_1')
    await open('run_2')
    await call('run_1', 1)
    await checkpoint()
    expect(heads()).toEqual(['1', '0'])
    expect(leaves().map(({ kind }) => kind)).toEqual([
      'session_head',
      'session_head',
      'log_head',
      'log_head',
      'checkpoint',
    ])

    heron.clock.advance(EVERY_MS)
    await call('run_2', 1)
    await heron.service.closeSession('run_1', heron.context())
    await checkpoint()
    expect(heads()).toEqual(['1', '0', '1 closed', '1'])
    expect(count('checkpoints')).toBe(2)
  })

  it('is not taken before its time, nor when nothing has moved', async () => {
    heron = await startHeron()
    await open('run_1')
    await checkpoint()
    await call('run_1', 1)
    await checkpoint()
    expect(count('checkpoints')).toBe(1)
    heron.clock.advance(EVERY_MS)
    await checkpoint()
    expect(count('checkpoints')).toBe(2)
    heron.clock.advance(EVERY_MS)
    await checkpoint()
    heron.clock.advance(10 * EVERY_MS)
    await checkpoint()
    expect(count('checkpoints')).toBe(2)
  })

  it('is taken over as many rounds as its heads need, and signed once at the end', async () => {
    heron = await startHeron()
    for (let run = 0; run < 7; run += 1) await open(`run_${String(run)}`)
    await heron.service.adoptProjects()
    expect(await heron.service.takeCheckpoints(3)).toBe(3)
    expect([heads().length, count('checkpoints')]).toEqual([3, 0])
    await checkpoint(3)
    expect([heads().length, count('checkpoints')]).toEqual([7, 1])
  })

  it('commits to everything again after the clock has stepped back', async () => {
    heron = await startHeron()
    await open('run_1')
    await checkpoint()
    heron.clock.advance(-6 * EVERY_MS)
    await call('run_1', 1)
    heron.clock.advance(8 * EVERY_MS - EVERY_MS)
    await checkpoint()
    expect((await verify(await exported())).outcome).toBe('pass')
  })

  it('is one log, whoever takes it: two workers at once never write it twice', async () => {
    heron = await startHeron()
    for (let run = 0; run < 20; run += 1) await open(`run_${String(run)}`)
    await heron.service.adoptProjects()
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([1, 2, 3].map(() => heron.service.takeCheckpoints(2)))
    }
    expect(heads()).toHaveLength(20)
    expect(count('checkpoints')).toBe(1)
    expect((await verify(await exported())).outcome).toBe('pass')
  })

  it('keeps the nodes of its tiles', async () => {
    heron = await startHeron()
    for (let run = 0; run < 260; run += 1) await open(`run_${String(run)}`)
    await checkpoint()
    expect(count('checkpoint_nodes')).toBe(1)
    expect((await verify(await exported())).outcome).toBe('pass')
  })
})

describe('an export', () => {
  async function threeCheckpoints(): Promise<string[]> {
    heron = await startHeron()
    await open('run_1')
    await call('run_1', 1)
    await checkpoint()
    heron.clock.advance(EVERY_MS)
    await call('run_1', 2)
    await open('run_2')
    await checkpoint()
    heron.clock.advance(EVERY_MS)
    await call('run_2', 1)
    await checkpoint()
    return exported()
  }

  it('holds every checkpoint, and passes with each that was kept', async () => {
    const lines = await threeCheckpoints()
    const notes = notesIn(lines)
    expect(notes.map((note) => parseCheckpoint(parseNote(note)!.text)!.size)).toEqual([4, 7, 9])
    const kept = notes.map((note) => readKeptCheckpoint(note)!)
    const report = await verify(lines, { keptCheckpoints: kept })
    expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
    expect(report.outcome).toBe('pass')
  })

  it('of a window proves that none of its leaves is left out, and says nothing about what was over long before', async () => {
    heron = await startHeron()
    await open('run_1')
    await checkpoint()
    heron.clock.advance(EVERY_MS)
    await open('run_2')
    await checkpoint()
    heron.clock.advance(EVERY_MS)
    const since = heron.clock.now()
    await open('run_3')
    await checkpoint()
    const lines = await exported(since)
    // The first stands for what is left out, the second is the one before the window.
    expect(notesIn(lines)).toHaveLength(3)
    expect(lines.filter((line) => line.includes('"kind":"session_head"'))).toHaveLength(2)
    expect((await verify(lines)).outcome).toBe('pass')
  })

  it('fails once rows were taken away behind the service, whatever their heads were made to say', async () => {
    await threeCheckpoints()
    database((db) => {
      db.liftGuards()
      const last = db.prepare('select * from actions order by id desc limit 1').get() as {
        id: string
        session_id: string
        prev_hash: string
      }
      db.prepare('delete from actions where id = ?').run(last.id)
      db.prepare('update session_heads set head_hash = ?, position = position - 1 where session_id = ?').run(
        last.prev_hash,
        last.session_id,
      )
    })
    const report = await verify(await exported())
    const codes = report.checks.flatMap(({ findings }) => findings.map(({ code }) => code))
    expect(codes).toEqual(['COMMITTED_HEAD_MISSING'])
    // Taking a checkpoint of the shortened record does not help: the log says both.
    heron.clock.advance(EVERY_MS)
    await checkpoint()
    const later = await verify(await exported())
    expect(later.outcome).toBe('fail')
  })
})
