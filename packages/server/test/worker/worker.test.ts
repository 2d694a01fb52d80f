/** The worker as a process runs it: by its timer, under faults, and as `/metrics` shows it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWorker, type Worker } from '../../src/worker/worker.js'
import { scriptedService } from '../http/scripted-service.js'
import { ok } from '../http/live-heron.js'
import { CALLS, startWorkedHeron, TIMINGS, type WorkedHeron } from './live-worker.js'

describe('the timer', () => {
  let worker: Worker | undefined
  afterEach(() => worker?.stop())

  it('goes on after a failure, without pause while there is more, and one tick at a time', async () => {
    const dues = [256, 256, 3]
    let failures = 2
    let under = 0
    const done = new Promise<void>((resolve) => {
      const { service } = scriptedService({
        closeUnanswered: () =>
          failures-- > 0 ? Promise.reject(new Error('database gone')) : Promise.resolve(0),
        reconcileDue: async () => {
          under += 1
          await Promise.resolve()
          expect(under).toBe(1)
          under -= 1
          const due = dues.shift() ?? 0
          return { due, moved: { paired: due, pending: 0, missing: 0 } }
        },
        recomputeChains: () => {
          if (dues.length === 0) resolve()
          return Promise.resolve(7)
        },
      })
      worker = startWorker({ service, intervalMs: 1 })
    })
    await done
    await worker!.stop()
    expect(worker!.totals()).toMatchObject({ paired: 515, failed: 2, resolved: 0 })
  })

  it('shares a tick that is under way, and does nothing once stopped', async () => {
    const { service, calls } = scriptedService()
    worker = startWorker({ service, intervalMs: 0 })
    await Promise.all([worker.tick(), worker.tick()])
    expect(calls.filter(({ name }) => name === 'closeUnanswered')).toHaveLength(1)
    await worker.stop()
  })
})

describe('metrics', () => {
  let heron: WorkedHeron
  beforeEach(async () => {
    heron = await startWorkedHeron()
  })
  afterEach(() => heron.close())

  const metric = async (name: string): Promise<string[]> =>
    (await (await fetch(`${heron.url}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith(name))
      .sort()

  it('show how many decisions wait and how long the first is overdue, and what was done', async () => {
    ok(await heron.client.openSession('run'))
    for (let seq = 0; seq < 3; seq += 1) ok(await heron.client.announce('run', seq, CALLS.ALLOW))
    expect(await metric('heron_reconcile_')).toEqual([
      'heron_reconcile_lag_seconds 0',
      'heron_reconcile_queue 0',
    ])
    heron.clock.advance(TIMINGS.reconcileWindowMs + 2500)
    expect(await metric('heron_reconcile_')).toEqual([
      'heron_reconcile_lag_seconds 2.5',
      'heron_reconcile_queue 3',
    ])
    await heron.tick()
    expect(await metric('heron_reconcile')).toEqual([
      'heron_reconcile_lag_seconds 0',
      'heron_reconcile_queue 0',
      'heron_reconciled_total{state="missing"} 0',
      'heron_reconciled_total{state="paired"} 0',
      'heron_reconciled_total{state="pending"} 3',
    ])
    expect(await metric('heron_records_recomputed_total')).toEqual(['heron_records_recomputed_total 4'])
  })
})
