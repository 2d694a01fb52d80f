/** BROKEN_CHAIN from stored rows: whoever can write to the file cannot keep it from being found (heron.md §7). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../http/live-heron.js'
import type { Answer } from '../http/vendor-client.js'
import { CALLS, startWorkedHeron, TIMINGS, type WorkedHeron } from './live-worker.js'

/** A small project is recomputed again after so long. */
const LAP_MS = 10_000

let heron: WorkedHeron
let actions: Answer[]
beforeEach(async () => {
  heron = await startWorkedHeron()
  actions = []
  for (const session of ['one', 'two']) {
    ok(await heron.client.openSession(session))
    for (let seq = 0; seq < 3; seq += 1)
      actions.push(ok(await heron.client.announce(session, seq, CALLS.ALLOW)))
  }
  await heron.tick()
  expect(heron.findings()).toEqual([])
})
afterEach(() => heron.close())

/** Alters the file as its owner can: without the triggers that keep our own code from it. */
function alter(sql: string): void {
  heron.database.liftGuards()
  heron.database.exec(sql)
}
const id = (index: number): string => String(actions[index]!.body.action_id)

describe('a chain that is recomputed from the stored rows', () => {
  it('breaks where a record was edited, once, however often it is recomputed', async () => {
    alter(`update actions set record_text = replace(record_text, 'crm', 'cms') where id = '${id(1)}'`)
    for (let lap = 0; lap < 3; lap += 1) await heron.pass(LAP_MS)
    expect(heron.findings()).toMatchObject([
      {
        kind: 'BROKEN_CHAIN',
        severity: 'critical',
        action_id: id(1),
        detail: { recomputed: expect.any(String) },
      },
    ])
  })

  it.each([
    ['a column that the record states', () => `update actions set tool = 'other' where id = '${id(4)}'`, 4],
    ['a verdict', () => `update actions set verdict = 'DENY' where id = '${id(4)}'`, 4],
    [
      'a receipt',
      () =>
        `update actions set decision_text = replace(decision_text, 'ALLOW', 'DENY') where id = '${id(4)}'`,
      4,
    ],
    ['a link', () => `update actions set prev_hash = record_hash where id = '${id(4)}'`, 4],
    ['a record that is gone from the middle', () => `delete from actions where id = '${id(4)}'`, 5],
  ])('finds %s', async (_, sql, index) => {
    alter(sql())
    await heron.pass(LAP_MS)
    expect(heron.findings()).toMatchObject([{ kind: 'BROKEN_CHAIN', action_id: id(index) }])
  })

  it.each([
    ['newest records that are gone', () => `delete from actions where id = '${id(2)}'`],
    [
      'an edited first record',
      () =>
        "update sessions set record_text = replace(record_text, 'agent_1', 'agent_2') where external_id = 'one'",
    ],
    [
      'a head that is no record',
      () =>
        "update session_heads set head_hash = 'sha256:00' where session_id in (select id from sessions where external_id = 'one')",
    ],
  ])('finds %s, about the session', async (_, sql) => {
    alter(sql())
    await heron.pass(LAP_MS)
    const sessionId = heron.database
      .prepare("select id from sessions where external_id = 'one'")
      .pluck()
      .get()
    expect(heron.findings()).toMatchObject([{ kind: 'BROKEN_CHAIN', action_id: null, session_id: sessionId }])
  })

  it('never lets a record that cannot be read keep others waiting', async () => {
    ok(await heron.client.openSession('three'))
    const unreadable = ok(await heron.client.announce('three', 0, CALLS.ALLOW))
    const silent = ok(await heron.client.announce('three', 1, CALLS.ALLOW))
    alter(`update actions set evaluation_text = 'x' where id = '${unreadable.body.action_id}'`)
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    expect(heron.kindsAbout(unreadable.body.action_id)).toEqual(['BROKEN_CHAIN'])
    expect(heron.kindsAbout(silent.body.action_id)).toEqual(['MISSING_EXECUTION'])
    expect(await heron.service.readBacklog()).toEqual({ queue: 0, lagMs: 0 })
  })

  it('takes a bounded number of records at a time, goes on where it was, and shares the work', async () => {
    alter(`update actions set record_text = '{}' where id = '${id(5)}'`)
    heron.clock.advance(LAP_MS)
    const steps: number[] = []
    // Two sessions and six actions, three at a time, then the end is met.
    for (let step = 0; step < 10 && heron.findings().length === 0; step += 1) {
      steps.push(await heron.service.recomputeChains(3))
    }
    expect(Math.max(...steps)).toBe(3)
    expect(heron.findings()).toMatchObject([{ action_id: id(5) }])
  })

  it('raises nothing while sessions go on being written to', async () => {
    for (let seq = 3; seq < 40; seq += 1) {
      await Promise.all([
        heron.client.announce('one', seq, CALLS.ALLOW).then(ok),
        heron.service.recomputeChains(2),
        heron.service.recomputeChains(3),
      ])
      heron.clock.advance(LAP_MS / 4)
    }
    await heron.pass(LAP_MS)
    expect(heron.findings().filter(({ kind }) => kind === 'BROKEN_CHAIN')).toEqual([])
  })
})
