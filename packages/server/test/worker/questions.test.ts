/** Unanswered STEP_UP and DEFER: closed once, signed, and final (heron.md §3, AARM R4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeUnanswered } from '../../src/domain/close-unanswered.js'
import { ok } from '../http/live-heron.js'
import { type Jwks, receiptVerifies } from '../http/vendor-client.js'
import { CALLS, startWorkedHeron, TIMINGS, type WorkedHeron } from './live-worker.js'

let heron: WorkedHeron
let jwks: Jwks
beforeAll(async () => {
  heron = await startWorkedHeron()
  jwks = (await (await fetch(`${heron.url}/.well-known/jwks.json`)).json()) as Jwks
})
afterAll(() => heron.close())

type ReceiptRow = { subject_id: string; payload_text: string; kid: string; signature: string }
const resolutions = (session: string): ReceiptRow[] =>
  heron.database
    .prepare("select * from receipts where kind = 'resolution' and session_id = ? order by id")
    .all(session) as ReceiptRow[]

describe('an unanswered question', () => {
  it.each([
    ['STEP_UP', 'approval_timeout'],
    ['DEFER', 'context_timeout'],
  ] as const)('%s is closed as DENY with %s, once, by a signed receipt', async (verdict, reason) => {
    const { body: session } = ok(await heron.client.openSession(verdict))
    const { body } = ok(await heron.client.announce(verdict, 0, CALLS[verdict]))
    await heron.pass(TIMINGS.approvalTimeoutMs - 1)
    expect(resolutions(session.session_id)).toEqual([])
    await heron.pass(1)
    await Promise.all([closeUnanswered(heron.data), closeUnanswered(heron.data), heron.tick()])
    const rows = resolutions(session.session_id)
    expect(rows).toHaveLength(1)
    const payload = JSON.parse(rows[0]!.payload_text) as object
    expect(payload).toMatchObject({
      ...{ kind: 'resolution', v: 1, verdict: 'DENY', reason, action: body.action_id },
      ...{ session: session.session_id, decision: body.decision.decision_id, resolved_at: heron.clock.now() },
    })
    const { kid, signature } = rows[0]!
    expect(receiptVerifies({ payload, alg: 'EdDSA', kid, signature }, jwks)).toBe(true)
  })

  it('an approval that arrives afterwards lifts nothing; one in time does, and then nothing is closed', async () => {
    const { body: session } = ok(await heron.client.openSession('approvals'))
    const send = { ...CALLS.STEP_UP, args_hash: `sha256:${'1'.repeat(64)}` }
    const answerTo = (action: string) => ({
      ...send,
      signals: { ...send.signals, resolves_action: action, human_decision: 'APPROVE', approver: 'usr_1' },
    })
    const inTime = ok(await heron.client.announce('approvals', 0, send))
    const late = ok(await heron.client.announce('approvals', 1, send))
    const lifted = ok(await heron.client.announce('approvals', 2, answerTo(inTime.body.action_id)))
    expect(lifted.body.decision.verdict).toBe('ALLOW')
    await heron.pass(TIMINGS.approvalTimeoutMs)
    const tooLate = ok(await heron.client.announce('approvals', 3, answerTo(late.body.action_id)))
    expect(tooLate.body.decision.verdict).toBe('STEP_UP')
    expect(tooLate.body.evaluation.payload.approval_match).toBe('expired')
    expect(resolutions(session.session_id).map(({ subject_id }) => subject_id)).toEqual([late.body.action_id])
  })

  it('waits as long as the project says, whatever the service was told', async () => {
    heron.database.exec('update project_settings set approval_timeout_ms = 5000, revision = revision + 1')
    const { body: session } = ok(await heron.client.openSession('own time'))
    ok(await heron.client.announce('own time', 0, CALLS.STEP_UP))
    await heron.pass(5000)
    expect(resolutions(session.session_id)).toHaveLength(1)
  })
})
