/** Shadow windows and break-glass (heron.md §3): bounded, signed, one at a time, over by themselves. */
import type { AnnounceActionAnswer, LooseEffect } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import {
  declareWindow,
  endExpiredWindows,
  endWindowEarly,
} from '../../src/domain/enforcement/declare-window.js'
import type { Edit } from '../../src/domain/settings/edits.js'
import { readEnforcement } from '../../src/domain/settings/read-settings.js'
import { ok } from '../http/live-heron.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { CALLS, startWorkedHeron, stated, type WorkedHeron } from '../worker/live-worker.js'
import { exportLines, failuresOf, logOf, verifyLines } from './exported.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const EFFECTS: readonly LooseEffect[] = ['advisory', 'suspended']

let heron: Heron
let seq = 0
beforeEach(async () => {
  heron = await startHeron()
  await heron.service.openSession(sessionRequest('run_1'), heron.context())
})
afterEach(() => heron.close())

const editOf = (of: Heron, reason: string | null = 'trying a new rule'): Edit => ({
  ...of.operation,
  ...{ reason, revision: null },
})
const later = (of: Heron, ms: number): string => new Date(Date.parse(of.clock.now()) + ms).toISOString()
const parts = () => heron.service.operatorParts

const declare = (effect: LooseEffect, ms: number): Promise<void> =>
  declareWindow(parts(), editOf(heron), effect, later(heron, ms))

function call(tool = 'payments.transfer', service = heron.service): Promise<AnnounceActionAnswer> {
  seq += 1
  const request = actionRequest('run_1', seq, { tool: { name: tool }, signals: { amount: 5 } })
  return service.announceAction(request, heron.context())
}

const effectOf = async (): Promise<string> => (await call()).receipt.payload.enforcement.effect

describe.each(EFFECTS)('a declaration of `%s`', (effect) => {
  it('is on every receipt meanwhile, by the entry that declared it, and the answer lets clients go on', async () => {
    await declare(effect, HOUR)
    const { decision, receipt, evaluation } = await call()
    const lines = await exportLines(heron)
    const [entry] = logOf(lines).filter(({ act }) => act.endsWith('.declared'))
    expect(entry).toMatchObject({
      act: effect === 'advisory' ? 'shadow_window.declared' : 'break_glass.declared',
      reason: 'trying a new rule',
      before: { effect: 'enforced' },
      after: { effect, until: later(heron, HOUR) },
    })
    // The verdict is the one that the rules gave.
    expect(decision).toMatchObject({ verdict: 'DENY', effect: 'advisory', rule: 'heron.money.deny' })
    expect(decision.reasons.includes('break_glass')).toBe(effect === 'suspended')
    const enforcement = await readEnforcement(parts(), heron.operation.project)
    expect(enforcement).toMatchObject({ mode: effect, by: 'Owner', until: later(heron, HOUR) })
    const declaredBy = enforcement.mode === 'enforced' ? '' : enforcement.declared_by
    expect(receipt.payload.enforcement).toEqual({ effect, declared_by: declaredBy })
    expect(evaluation.payload.result.reasons).not.toContain('break_glass')
    expect(failuresOf(await verifyLines(lines))).toEqual([])
  })

  it('expires by itself at its time, and the worker writes that it did', async () => {
    await declare(effect, HOUR)
    heron.clock.advance(HOUR - 1)
    expect(await effectOf()).toBe(effect)
    heron.clock.advance(1)
    expect(await effectOf()).toBe('enforced')
    expect(await readEnforcement(parts(), heron.operation.project)).toEqual({ mode: 'enforced' })
    heron.clock.advance(5000)
    const ended = await Promise.all([endExpiredWindows(parts()), endExpiredWindows(parts())])
    expect(ended.reduce((sum, count) => sum + count)).toBe(1)
    const lines = await exportLines(heron)
    expect(logOf(lines).at(-1)).toMatchObject({
      act: effect === 'advisory' ? 'shadow_window.ended' : 'break_glass.ended',
      reason: null,
      after: { effect: 'enforced', cause: 'expired' },
    })
    expect(await effectOf()).toBe('enforced')
    expect(failuresOf(await verifyLines(await exportLines(heron)))).toEqual([])
  })

  it('ends early, at once, in every process', async () => {
    const other = await createService({
      ...{ store: heron.data.store, signer: heron.data.signer, now: heron.clock.now },
      publishedKeys: heron.data.keyRing.published,
      pseudonymSecret: heron.data.keyRing.pseudonymSecret,
    })
    await declare(effect, HOUR)
    expect((await call('job.run', other)).receipt.payload.enforcement.effect).toBe(effect)
    await endWindowEarly(parts(), editOf(heron, 'done'), effect)
    expect((await call('job.run', other)).receipt.payload.enforcement.effect).toBe('enforced')
    const lines = await exportLines(heron)
    expect(logOf(lines).at(-1)).toMatchObject({ reason: 'done', after: { cause: 'ended_early' } })
    expect(failuresOf(await verifyLines(lines))).toEqual([])
    await expect(endWindowEarly(parts(), editOf(heron), effect)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is bounded, and has a reason', async () => {
    const longest = effect === 'advisory' ? 30 * DAY : DAY
    for (const until of [later(heron, longest + 1), heron.clock.now(), later(heron, -1), 'tomorrow', ''])
      await expect(declareWindow(parts(), editOf(heron), effect, until)).rejects.toMatchObject({
        code: 'invalid_request',
        pointer: '/until',
      })
    await expect(
      declareWindow(parts(), editOf(heron, null), effect, later(heron, HOUR)),
    ).rejects.toMatchObject({ pointer: '/reason' })
    expect(await effectOf()).toBe('enforced')
    await declare(effect, longest)
    expect(await effectOf()).toBe(effect)
  })

  it('stands alone: another one, of either kind, waits for its end', async () => {
    await declare(effect, HOUR)
    for (const other of EFFECTS) await expect(declare(other, HOUR)).rejects.toMatchObject({ code: 'in_use' })
    heron.clock.advance(HOUR)
    // Its time is over, and the worker has not been there yet.
    await declare('suspended', HOUR)
    expect(await effectOf()).toBe('suspended')
    const acts = logOf(await exportLines(heron)).map(({ act }) => act)
    expect(acts.slice(-2)).toEqual([
      effect === 'advisory' ? 'shadow_window.ended' : 'break_glass.ended',
      'break_glass.declared',
    ])
  })

  it('withholds nothing, so nothing waits for an answer', async () => {
    await declare(effect, HOUR)
    const asked = await call('job.run')
    expect(asked.decision.verdict).toBe('STEP_UP')
    heron.clock.advance(2 * HOUR)
    expect(await heron.service.closeUnanswered()).toBe(0)
    expect((await heron.service.readAction(heron.tenant, asked.action_id)).approval).toBe(null)
  })

  it('declared by ten at once is declared once', async () => {
    const declared = await Promise.allSettled(Array.from({ length: 10 }, () => declare(effect, HOUR)))
    expect(declared.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(logOf(await exportLines(heron)).filter(({ act }) => act.endsWith('.declared'))).toHaveLength(1)
  })
})

describe('what is executed meanwhile', () => {
  let worked: WorkedHeron
  beforeEach(async () => {
    worked = await startWorkedHeron()
  })
  afterEach(() => worked.close())

  it.each(EFFECTS)('is a rehearsal under `%s`, and a breach again afterwards', async (effect) => {
    const { client } = worked
    ok(await client.openSession('run_1'))
    await declareWindow(worked.service.operatorParts, editOf(worked), effect, later(worked, HOUR))
    const rehearsed = ok(await client.announce('run_1', 1, CALLS.DENY))
    ok(await client.report(stated(rehearsed, 'EXECUTED')))
    await endWindowEarly(worked.service.operatorParts, editOf(worked, 'done'), effect)
    const breached = ok(await client.announce('run_1', 2, CALLS.DENY))
    ok(await client.report(stated(breached, 'EXECUTED')))
    await worked.pass(120_000)
    expect(worked.kindsAbout(rehearsed.body.action_id)).toEqual([])
    expect(worked.kindsAbout(breached.body.action_id)).toEqual(['EXECUTED_DESPITE_DENY'])
    expect(failuresOf(await verifyLines(await exportLines(worked)))).toEqual([])
  })
})
