/** Redacted text expires after the retention; hashes and receipts stay (heron.md §12). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { changeRetention } from '../../src/domain/retention/change-retention.js'
import { startWorker } from '../../src/worker/worker.js'
import { directoryBytes } from '../support/directory-bytes.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { ENGINE } from '../support/place.js'

const DAY = 86_400_000
const ANCHOR = '<email:0f367fdcc159df07>'

let heron: Heron
beforeEach(async () => {
  heron = await startHeron()
})
afterEach(() => heron.close())

async function work(): Promise<{ readonly expired: number }> {
  const worker = startWorker({ service: heron.service, intervalMs: 0 })
  while (await worker.tick());
  return worker.totals()
}

async function call(session: string, seq: number): Promise<string> {
  const { action_id: id } = await heron.service.announceAction(
    actionRequest(session, seq, {
      args_redacted: { to: [ANCHOR], very_readable_member: 1 },
      resource_ref: 'the readable folder',
    }),
    heron.context(),
  )
  return id
}

const open = (name: string) =>
  heron.service.openSession(
    sessionRequest(name, {
      agent: { external_id: 'a1', name: 'Readable Agent' },
      original_request: { hash: `sha256:${'0'.repeat(64)}`, anchors: [ANCHOR] },
    }),
    heron.context(),
  )

function stored(): { calls: unknown[]; sessions: unknown[] } {
  const database = heron.place.openDatabase()
  const all = (sql: string): unknown[] => database.prepare(sql).all()
  const rows = {
    calls: all(
      'select args_redacted_text as args, resource_ref_redacted as resource from actions order by id',
    ),
    sessions: all('select agent_name as name, anchors_text as anchors from sessions order by id'),
  }
  database.close()
  return rows
}

describe('what a person could read', () => {
  it('stands until the 90th day and expires within the hour after it', async () => {
    await open('run_1')
    const id = await call('run_1', 1)
    const before = await heron.service.readAction(heron.tenant, id)
    heron.clock.advance(90 * DAY - 1)
    await work()
    expect(stored().calls).toEqual([
      { args: expect.stringContaining('very_readable_member'), resource: 'the readable folder' },
    ])
    heron.clock.advance(3_600_000)
    expect(await work()).toMatchObject({ expired: 1 })
    expect(stored()).toEqual({
      calls: [{ args: null, resource: null }],
      sessions: [{ name: null, anchors: '[]' }],
    })
    // Everything that was hashed or signed answers as before, and the store recomputes.
    const after = await heron.service.readAction(heron.tenant, id)
    expect(after).toEqual({ ...before, args_redacted: null })
    const report = await checkStore(heron.data.store, heron.data.keyRing.published)
    expect(report).toMatchObject({ failed: 0 })
  })

  // The bytes of a server's files are its own; what is left in them is said in docs/operations.md.
  if (ENGINE === 'sqlite') {
    it('is gone from the bytes of the database as well', async () => {
      await open('run_1')
      await call('run_1', 1)
      heron.clock.advance(91 * DAY)
      await work()
      // Moves the write-ahead log into the file, as every close does.
      const database = heron.place.openDatabase()
      database.exec('pragma wal_checkpoint(TRUNCATE)')
      database.close()
      const bytes = directoryBytes(heron.directory)
        .map(([, content]) => Buffer.from(content).toString('latin1'))
        .join('')
      for (const text of ['very_readable_member', 'the readable folder', 'Readable Agent']) {
        expect(bytes.includes(text), text).toBe(false)
      }
    })
  }
})

describe('the sweep', () => {
  it('takes so many rows at a time, goes on where it was, and does nothing twice', async () => {
    await open('run_1')
    for (let seq = 1; seq <= 5; seq += 1) await call('run_1', seq)
    heron.clock.advance(91 * DAY)
    await call('run_1', 6)
    await heron.service.adoptProjects()
    const { expireRedacted } = heron.service
    expect(await expireRedacted(2)).toBe(2)
    expect(await expireRedacted(2)).toBe(2)
    expect(await expireRedacted(2)).toBe(1)
    expect(await expireRedacted(2)).toBe(0)
    const { calls } = stored()
    expect(calls.filter((row) => (row as { args: unknown }).args === null)).toHaveLength(5)
    heron.clock.advance(3_600_000)
    expect(await expireRedacted(100)).toBe(0)
    expect(stored().calls).toEqual(calls)
  })

  it('is shared by two workers without harm', async () => {
    await open('run_1')
    for (let seq = 1; seq <= 9; seq += 1) await call('run_1', seq)
    heron.clock.advance(91 * DAY)
    await Promise.all([work(), work()])
    expect(stored().calls).toEqual(Array(9).fill({ args: null, resource: null }))
  })

  // On PostgreSQL every query is explained by one test (store/postgres-queries.test.ts).
  if (ENGINE === 'sqlite') {
    it('walks the primary keys: no row is looked for by scanning', () => {
      const database = heron.place.openDatabase()
      const plans = ['actions', 'sessions'].map((table) =>
        database
          .prepare(
            `explain query plan select id from ${table} where organization_id = 'o' and project_id = 'p' and id > 'x' order by id limit 2`,
          )
          .all()
          .map((row) => (row as { detail: string }).detail)
          .join(),
      )
      database.close()
      for (const plan of plans) {
        expect(plan).toMatch(/SEARCH .* \(organization_id=\? AND project_id=\? AND id>\?\)/)
        expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
      }
    })
  }
})

describe('a project’s own retention', () => {
  it('goes before the default, takes effect at once, and is a signed entry with both ends', async () => {
    await open('run_1')
    await call('run_1', 1)
    await work()
    heron.clock.advance(2 * DAY)
    await changeRetention(heron.data, { ...heron.operation, reason: 'less is better' }, DAY)
    await work()
    expect(stored().calls).toEqual([{ args: null, resource: null }])
    const database = heron.place.openDatabase()
    const entry = JSON.parse(
      database
        .prepare("select record_text from log_entries where record_text like '%retention.changed%'")
        .pluck()
        .get() as string,
    ) as object
    database.close()
    expect(entry).toMatchObject({
      act: 'retention.changed',
      reason: 'less is better',
      before: { retention_ms: null },
      after: { retention_ms: DAY },
    })
  })

  it('is refused below an hour, beyond ten years, and where it is no whole number', async () => {
    for (const retentionMs of [0, -1, 3_600_000.5, 60_000, Number.NaN, 1e15]) {
      await expect(changeRetention(heron.data, heron.operation, retentionMs)).rejects.toMatchObject({
        code: 'invalid_request',
        pointer: '/retention_ms',
      })
    }
  })
})
