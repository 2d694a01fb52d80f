/** Each finding once: run twice, by two workers, and after kill -9 at whatever statement (architecture.md). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { reconcileDue } from '../../src/domain/reconcile/reconcile-due.js'
import { DEFAULT_TIMINGS } from '../../src/domain/reconcile/timings.js'
import { actionRequest, executionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import type { TestDatabase } from '../support/place.js'

const RECONCILE = fileURLToPath(new URL('../support/reconcile.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** Everything is due as soon as it was written. */
const TIMINGS = { reconcileWindowMs: 1, missingHorizonMs: 1, approvalTimeoutMs: 1, contextTimeoutMs: 1 }
const EACH = 150

let heron: Heron
let database: TestDatabase
beforeEach(async () => {
  heron = await startHeron({ timings: TIMINGS })
  database = heron.place.openDatabase()
  await announceAll()
})
afterEach(async () => {
  database.close()
  await heron.close()
})

/** Silent calls, late ones, disobeyed ones and unanswered questions, `EACH` of each. */
async function announceAll(): Promise<void> {
  const { service, context, clock } = heron
  await service.openSession(sessionRequest('run'), context())
  const announce = (seq: number, name: string, signals = {}) =>
    service.announceAction(actionRequest('run', seq, { tool: { name }, signals }), context())
  const seqs = (from: number): number[] => Array.from({ length: EACH }, (_, index) => from + index)
  await Promise.all(seqs(0).map((seq) => announce(seq, 'crm.get')))
  // Each by a tool of its own: what is late does not depend on who was paired first.
  const late = await Promise.all(seqs(1000).map((seq) => announce(seq, `crm.list_${seq}`)))
  const denied = await Promise.all(seqs(2000).map((seq) => announce(seq, 'payments.pay', { amount: 1 })))
  const asked = await Promise.all(
    seqs(3000).map((seq) => announce(seq, 'mail.send', { recipient_external: true })),
  )
  const report = (outcome: 'EXECUTED' | 'ESCALATED') => (action: (typeof late)[number]) =>
    service.reportExecution(executionRequest(action, { outcome }), context())
  await Promise.all([...denied.map(report('EXECUTED')), ...asked.map(report('ESCALATED'))])
  clock.advance(TIMINGS.reconcileWindowMs + 1)
  await Promise.all(late.map(report('EXECUTED')))
  clock.advance(1)
}

const number = (sql: string): number => database.prepare(sql).pluck().get() as number

/** What holds at every moment, however a worker ended. */
function expectNothingHalf(): void {
  const count = (where: string): number => number(`select count(*) from ${where}`)
  expect(number('select coalesce(sum(pairs), 0) from tool_delays')).toBe(
    count("reconciliations where state = 'paired'"),
  )
  expect(count("findings where kind = 'MISSING_EXECUTION'")).toBe(
    count("reconciliations where state = 'missing'"),
  )
  expect(count('receipts')).toBe(count('answered_actions where receipt_id is not null'))
  expect(count('awaited_answers') + count('answered_actions')).toBe(EACH)
}

/** What stands in the end. */
function expectEachOnce(): void {
  expectNothingHalf()
  expect(
    database.prepare('select kind, count(*) as findings from findings group by kind order by kind').all(),
  ).toEqual([
    { kind: 'EXECUTED_DESPITE_DENY', findings: EACH },
    { kind: 'LATE_EVIDENCE', findings: EACH },
    { kind: 'MISSING_EXECUTION', findings: EACH },
  ])
  expect(number('select count(*) from receipts')).toBe(EACH)
  expect(number('select count(*) from reconciliations where due_at is not null')).toBe(0)
}

describe('reconciliation', () => {
  it('run twice raises everything once', async () => {
    const { service } = heron
    while ((await service.reconcileDue(100)).due > 0) expectNothingHalf()
    while ((await service.closeUnanswered()) > 0);
    expectEachOnce()
    // As after a restart that forgot what had been done.
    const writer = heron.place.openDatabase()
    writer.exec('update reconciliations set due_at = decided_at')
    writer.close()
    while ((await service.reconcileDue(100)).due > 0);
    expectEachOnce()
  })

  it('by two workers on two connections raises everything once', async () => {
    const other = await heron.place.open(heron.clock.now)
    const second = await createService({
      ...{ store: other.store, signer: other.signer, now: heron.clock.now, timings: TIMINGS },
      publishedKeys: other.keyRing.published,
      pseudonymSecret: other.keyRing.pseudonymSecret,
    })
    const work = async ({ reconcileDue, closeUnanswered }: typeof second): Promise<void> => {
      while ((await reconcileDue(40)).due > 0) await closeUnanswered()
      while ((await closeUnanswered()) > 0);
    }
    await Promise.all([work(second), work(heron.service), work(second)])
    await second.close()
    expectEachOnce()
  })

  it('is void where a statement arrived between looking and writing; the next look sees it', async () => {
    const { service, data, context, clock } = heron
    while ((await service.reconcileDue(100)).due > 0);
    await service.openSession(sessionRequest('race'), context())
    const silent = await service.announceAction(actionRequest('race', 0), context())
    clock.advance(10_000)
    const store = {
      ...data.store,
      commit: async (steps: Parameters<typeof data.store.commit>[0]) => {
        await service.reportExecution(executionRequest(silent), context())
        return data.store.commit(steps)
      },
    }
    const looked = await reconcileDue({ ...data, store }, { ...DEFAULT_TIMINGS, ...TIMINGS }, 10)
    expect(looked).toEqual({ due: 1, moved: { paired: 0, pending: 0, missing: 0 } })
    expect(await service.reconcileDue(10)).toMatchObject({ due: 1, moved: { paired: 1 } })
    const kinds = database
      .prepare('select kind from findings where action_id = ?')
      .pluck()
      .all(silent.action_id)
    expect(kinds).toEqual(['LATE_EVIDENCE'])
  })

  // The child cannot load TypeScript: it runs what `npm run build` made.
  it.skipIf(!existsSync(BUILT))(
    'killed again and again leaves nothing half, and is finished by the next',
    async () => {
      const run = async (killAfterLines: number): Promise<void> => {
        const child = spawn(
          process.execPath,
          [RECONCILE, BUILT, heron.place.location, JSON.stringify(TIMINGS), heron.clock.now()],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        )
        const ended = once(child, 'exit')
        let lines = 0
        for await (const _ of createInterface({ input: child.stdout })) {
          lines += 1
          // While it is on its way with the next round.
          if (lines === killAfterLines) child.kill('SIGKILL')
        }
        const [code, signal] = (await ended) as [number | null, string | null]
        if (code !== 0 && signal !== 'SIGKILL') throw new Error('the worker failed: is the build current?')
      }
      for (const lines of [1, 2, 1, 3]) {
        await Promise.all([run(lines), run(lines + 1)])
        expectNothingHalf()
      }
      await run(Number.POSITIVE_INFINITY)
      while ((await heron.service.closeUnanswered()) > 0);
      expectEachOnce()
    },
  )
})
