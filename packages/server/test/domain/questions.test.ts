import { hashJson, type Signals } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeUnanswered } from '../../src/domain/close-unanswered.js'
import { findReceipt } from '../../src/store/queries/records.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

const HOUR = 3_600_000
const SEND = { recipient_external: true, recipient_count: 1 }

let heron: Heron
let seq: number
beforeEach(async () => {
  heron = await startHeron()
  seq = 0
  for (const name of ['run_1', 'run_2'])
    await heron.service.openSession(sessionRequest(name), heron.context())
})
afterEach(() => heron.close())

const ARGS = hashJson('the arguments')
const call = async (tool: string, signals: Signals = {}, session = 'run_1', args = ARGS) => {
  const request = actionRequest(session, seq++, { tool: { name: tool }, signals, args_hash: args })
  const { receipt, evaluation } = await heron.service.announceAction(request, heron.context())
  return { ...receipt.payload, approval_match: evaluation.payload.approval_match }
}
const approve = (action: string, human_decision = 'APPROVE'): Signals => ({
  ...SEND,
  resolves_action: action,
  human_decision,
  approver: 'usr_7',
})

describe('an approval', () => {
  it('lifts the step-up that it names, once, and links both', async () => {
    const asked = await call('gmail.send', SEND)
    expect(asked).toMatchObject({ verdict: 'STEP_UP', resolves: null })
    const lifted = await call('gmail.send', approve(asked.action))
    expect(lifted).toMatchObject({ verdict: 'ALLOW', approval_match: 'applies', resolves: asked.action })
    expect(lifted.reasons).toContain('human_approved')
    expect(await heron.service.readAction(heron.tenant, asked.action)).toMatchObject({
      resolved_by: lifted.action,
    })
    const again = await call('gmail.send', approve(asked.action))
    expect(again).toMatchObject({ verdict: 'STEP_UP', approval_match: 'used', resolves: null })
  })

  it('used by many at once lifts one of them', async () => {
    const asked = await call('gmail.send', SEND)
    const calls = await Promise.all(
      Array.from({ length: 20 }, () => call('gmail.send', approve(asked.action))),
    )
    expect(calls.filter(({ verdict }) => verdict === 'ALLOW')).toHaveLength(1)
    expect(calls.filter(({ approval_match }) => approval_match === 'used')).toHaveLength(19)
  })

  it('is for the same session, tool and arguments', async () => {
    const asked = await call('gmail.send', SEND)
    for (const other of [
      await call('gmail.send', approve(asked.action), 'run_2'),
      await call('slack.send', approve(asked.action)),
      await call('gmail.send', approve(asked.action), 'run_1', hashJson('others')),
    ]) {
      expect(other).toMatchObject({ verdict: 'STEP_UP', approval_match: 'mismatch', resolves: null })
    }
    expect(await call('gmail.send', approve('act_nowhere'))).toMatchObject({ approval_match: 'not_found' })
    expect(await call('gmail.send', approve(asked.action))).toMatchObject({ verdict: 'ALLOW' })
  })

  it('comes in time or not at all', async () => {
    const asked = await call('gmail.send', SEND)
    heron.clock.advance(HOUR + 1)
    expect(await call('gmail.send', approve(asked.action))).toMatchObject({
      verdict: 'STEP_UP',
      approval_match: 'expired',
    })
  })

  it('that says anything but APPROVE is a DENY, and the last word', async () => {
    const asked = await call('gmail.send', SEND)
    expect(await call('gmail.send', approve(asked.action, 'approve'))).toMatchObject({
      verdict: 'DENY',
      approval_match: 'declined',
      resolves: asked.action,
    })
    expect(await call('gmail.send', approve(asked.action))).toMatchObject({
      verdict: 'STEP_UP',
      approval_match: 'used',
    })
  })

  it('never lifts a DENY of the rules, and one given before the question lifts nothing', async () => {
    const denied = await call('payments.transfer')
    expect(denied.verdict).toBe('DENY')
    expect(await call('payments.transfer', approve(denied.action))).toMatchObject({
      verdict: 'DENY',
      approval_match: 'not_found',
    })
    expect(await call('gmail.send', { ...SEND, human_authorized: true })).toMatchObject({
      verdict: 'STEP_UP',
    })
  })
})

describe('a deferred call', () => {
  it('is answered by a later one of the same session, tool and arguments', async () => {
    const deferred = await call('crm.update', { record_count: 500 })
    expect(deferred).toMatchObject({ verdict: 'DEFER', pending: { prior_operation: ['read'] } })
    await call('crm.read')
    const elsewhere = await call('crm.update', { record_count: 500 }, 'run_1', hashJson('others'))
    expect(elsewhere).toMatchObject({ verdict: 'ALLOW', resolves: null })
    expect(await call('crm.update', { record_count: 500 })).toMatchObject({
      verdict: 'ALLOW',
      resolves: deferred.action,
    })
    expect(await call('crm.update', { record_count: 500 })).toMatchObject({ resolves: null })
  })
})

describe('a modified call', () => {
  it('is answered by the next one of the same session and tool', async () => {
    const modified = await call('files.delete')
    expect(modified.verdict).toBe('MODIFY')
    expect(await call('files.delete', {}, 'run_2')).toMatchObject({ resolves: null })
    const next = await call('files.delete', { reversible: true }, 'run_1', hashJson('narrowed'))
    expect(next).toMatchObject({ verdict: 'ALLOW', resolves: modified.action })
    expect(await call('files.delete', { reversible: true })).toMatchObject({ resolves: null })
  })
})

describe('an unanswered question', () => {
  it('is closed by a signed DENY after its time, once; an answered one and a MODIFY are not', async () => {
    const asked = await call('gmail.send', SEND)
    const deferred = await call('crm.update', { record_count: 500 }, 'run_2')
    await call('files.delete')
    const answered = await call('slack.send', SEND)
    await call('slack.send', approve(answered.action))
    heron.clock.advance(HOUR - 1)
    expect(await closeUnanswered(heron.data)).toBe(0)
    heron.clock.advance(2)
    const closed = await Promise.all([closeUnanswered(heron.data), closeUnanswered(heron.data)])
    expect(closed.reduce((sum, count) => sum + count)).toBe(2)
    const { organizationId: organization_id, projectId: project_id } = heron.tenant
    for (const [question, reason] of [
      [asked, 'approval_timeout'],
      [deferred, 'context_timeout'],
    ] as const) {
      const which = { organization_id, project_id, kind: 'resolution', subject_id: question.action }
      const receipt = await heron.data.store.first(findReceipt, which)
      expect(JSON.parse(receipt!.payload_text)).toMatchObject({
        kind: 'resolution',
        action: question.action,
        decision: question.decision,
        verdict: 'DENY',
        reason,
      })
    }
    expect(await call('gmail.send', approve(asked.action))).toMatchObject({ approval_match: 'expired' })
    expect(await call('crm.update', { record_count: 500 }, 'run_2')).toMatchObject({ resolves: null })
  })
})
