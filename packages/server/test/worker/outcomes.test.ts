/** Verdict × outcome: what each statement on each decision raises (heron.md §7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '../http/live-heron.js'
import { CALLS, stated, startWorkedHeron, TIMINGS, VERDICTS, type WorkedHeron } from './live-worker.js'

let heron: WorkedHeron
beforeAll(async () => {
  heron = await startWorkedHeron()
})
afterAll(() => heron.close())

/** Whether the outcome puts the call into the world. */
const OUTCOMES = {
  EXECUTED: true,
  SKIPPED: false,
  FAILED: true,
  BLOCKED: false,
  ESCALATED: false,
  ABANDONED: true,
  NOT_ATTEMPTED: false,
}

describe.each(VERDICTS)('%s', (verdict) => {
  it.each(Object.entries(OUTCOMES))('then %s', async (outcome, intoTheWorld) => {
    const session = `${verdict} ${outcome}`
    ok(await heron.client.openSession(session))
    const answer = ok(await heron.client.announce(session, 0, CALLS[verdict]))
    expect(answer.body.decision.verdict).toBe(verdict)
    ok(await heron.client.report(stated(answer, outcome)))
    await heron.pass(TIMINGS.reconcileWindowMs)
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    const raised = heron.findings().filter(({ action_id }) => action_id === answer.body.action_id)
    const expected = { kind: `EXECUTED_DESPITE_${verdict}`, severity: 'high' }
    expect(raised).toMatchObject(intoTheWorld && verdict !== 'ALLOW' ? [expected] : [])
  })

  it('then silence', async () => {
    const session = `${verdict} silence`
    ok(await heron.client.openSession(session))
    const answer = ok(await heron.client.announce(session, 0, CALLS[verdict]))
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    expect(heron.kindsAbout(answer.body.action_id)).toEqual(['MISSING_EXECUTION'])
  })
})
