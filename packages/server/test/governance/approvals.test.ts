/** Approvals in the dashboard (heron.md §3, §4, §8): signed, used once, and published with what they lifted. */
import { type AnnounceActionAnswer, hashJson, type Signals } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerApproval } from '../../src/domain/approvals/answer-approval.js'
import { listApprovals, readApproval } from '../../src/domain/approvals/list-approvals.js'
import { closeUnanswered } from '../../src/domain/close-unanswered.js'
import { createService } from '../../src/domain/create-service.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { exportLines, failuresOf, logOf, verifyLines } from './exported.js'

const HOUR = 3_600_000
const SEND: Signals = { recipient_external: true }
const ARGS = hashJson('same')

let heron: Heron
let seq = 0
beforeEach(async () => {
  heron = await startHeron()
  for (const run of ['run_1', 'run_2']) await heron.service.openSession(sessionRequest(run), heron.context())
})
afterEach(() => heron.close())

type Asked = Parameters<typeof call>[2]

function call(
  tool: string,
  signals: Signals = {},
  { run = 'run_1', args = ARGS, service = heron.service } = {},
): Promise<AnnounceActionAnswer> {
  seq += 1
  const request = actionRequest(run, seq, { tool: { name: tool }, signals, args_hash: args })
  return service.announceAction(request, heron.context())
}

const answer = (
  action: string,
  decision: 'APPROVE' | 'DECLINE',
  reason: string | null = 'known customer',
): Promise<void> => answerApproval(heron.data, { ...heron.operation, reason }, action, decision)

const stated = (action: string, human_decision: string): Signals => ({
  ...SEND,
  resolves_action: action,
  human_decision,
})

const waiting = () =>
  listApprovals(heron.data, heron.operation.project, { state: 'waiting', cursor: null, limit: 50 })
const settled = () =>
  listApprovals(heron.data, heron.operation.project, { state: 'answered', cursor: null, limit: 50 })

async function expectSoundExport(): Promise<string[]> {
  const lines = await exportLines(heron)
  expect(failuresOf(await verifyLines(lines))).toEqual([])
  return lines
}

describe('an approval in the dashboard', () => {
  it.each([
    ['names nothing', (): Signals => SEND],
    ['names the question', (id: string) => stated(id, 'APPROVE')],
    ['states a prior approval', (): Signals => ({ ...SEND, human_authorized: true })],
  ])('lifts the next call that repeats it and %s, once, and says where it came from', async (_, signals) => {
    const asked = await call('gmail.send', SEND)
    expect(asked.decision.verdict).toBe('STEP_UP')
    await answer(asked.action_id, 'APPROVE')
    const lifted = await call('gmail.send', signals(asked.action_id))
    expect(lifted.decision).toMatchObject({ verdict: 'ALLOW' })
    expect(lifted.decision.reasons).toContain('human_approved')
    expect(lifted.receipt.payload.resolves).toBe(asked.action_id)
    const entry = logOf(await expectSoundExport()).at(-1)
    expect(entry).toMatchObject({
      act: 'approval.granted',
      subject: `action:${asked.action_id}`,
      reason: 'known customer',
      before: { state: 'waiting' },
      after: { decision: 'APPROVE' },
    })
    expect(lifted.evaluation.payload).toMatchObject({
      approval_match: 'applies',
      classification: {
        approval: {
          kind: 'operator',
          resolves_action: asked.action_id,
          human_decision: 'APPROVE',
          approver: entry?.actor,
        },
      },
    })
    expect((await call('gmail.send', SEND)).decision.verdict).toBe('STEP_UP')
  })

  it('is for the same session, tool and arguments alone', async () => {
    const asked = await call('gmail.send', SEND)
    await answer(asked.action_id, 'APPROVE')
    const others: readonly [string, Asked][] = [
      ['gmail.send', { run: 'run_2' }],
      ['gmail.send', { args: hashJson('others') }],
      ['slack.send', {}],
    ]
    for (const [tool, changes] of others) {
      const other = await call(tool, SEND, changes)
      expect(other.decision.verdict).toBe('STEP_UP')
      expect(other.receipt.payload.resolves).toBe(null)
    }
    expect((await call('gmail.send', SEND)).decision.verdict).toBe('ALLOW')
  })

  it('never lifts a DENY of the rules', async () => {
    const denied = await call('payments.transfer', { amount: 5 })
    expect(denied.decision.verdict).toBe('DENY')
    await expect(answer(denied.action_id, 'APPROVE')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that declines forces DENY, whatever the vendor says of it, and a vendor’s no outweighs a yes', async () => {
    const [first, second] = [await call('gmail.send', SEND), await call('slack.send', SEND)]
    await answer(first.action_id, 'DECLINE')
    await answer(second.action_id, 'APPROVE')
    const declined = await call('gmail.send', stated(first.action_id, 'APPROVE'))
    expect(declined.decision).toMatchObject({
      verdict: 'DENY',
      reasons: expect.arrayContaining(['human_declined']),
    })
    expect(declined.receipt.payload.resolves).toBe(first.action_id)
    const refused = await call('slack.send', stated(second.action_id, 'no'))
    expect(refused.decision).toMatchObject({ verdict: 'DENY' })
    expect(refused.evaluation.payload.classification.approval).toMatchObject({ kind: 'answer' })
    expect((await call('gmail.send', SEND)).decision.verdict).toBe('STEP_UP')
    await expectSoundExport()
  })

  it('lifts exactly one of many that race, in one process and in two', async () => {
    const other = await createService({
      ...{ store: heron.data.store, signer: heron.data.signer, now: heron.clock.now },
      publishedKeys: heron.data.keyRing.published,
      pseudonymSecret: heron.data.keyRing.pseudonymSecret,
    })
    const asked = await call('gmail.send', SEND)
    await answer(asked.action_id, 'APPROVE')
    const calls = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call('gmail.send', SEND, { service: index % 2 === 0 ? heron.service : other }),
      ),
    )
    expect(calls.filter(({ decision }) => decision.verdict === 'ALLOW')).toHaveLength(1)
    expect(calls.filter(({ decision }) => decision.verdict === 'STEP_UP')).toHaveLength(19)
    await expectSoundExport()
  })

  it('is given once, with a reason, while the call waits', async () => {
    const asked = await call('gmail.send', SEND)
    for (const reason of [null, ' ', 'ask anna@vendor.example', 'x'.repeat(1001)])
      await expect(answer(asked.action_id, 'APPROVE', reason)).rejects.toMatchObject({
        code: 'invalid_request',
        pointer: '/reason',
      })
    const given = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        answer(asked.action_id, index % 2 === 0 ? 'APPROVE' : 'DECLINE'),
      ),
    )
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of given)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'changed_meanwhile' })
    const answers = logOf(await exportLines(heron)).filter(({ act }) => act.startsWith('approval.'))
    expect(answers).toHaveLength(1)
    const late = await call('slack.send', SEND)
    heron.clock.advance(HOUR + 1)
    await expect(answer(late.action_id, 'APPROVE')).rejects.toMatchObject({ code: 'changed_meanwhile' })
  })

  it('comes too late after the time-out, used or not', async () => {
    const asked = await call('gmail.send', SEND)
    await answer(asked.action_id, 'APPROVE')
    heron.clock.advance(HOUR + 1)
    expect((await call('gmail.send', SEND)).decision.verdict).toBe('STEP_UP')
    await closeUnanswered(heron.data)
    expect((await call('gmail.send', SEND)).decision.verdict).toBe('STEP_UP')
    await expectSoundExport()
  })

  it('is used by a process whose clock is behind that of the one that took it', async () => {
    const asked = await call('gmail.send', SEND)
    heron.clock.advance(5_000)
    await answer(asked.action_id, 'APPROVE')
    heron.clock.advance(-5_000)
    expect((await call('gmail.send', SEND)).decision.verdict).toBe('ALLOW')
    await expectSoundExport()
  })

  it('that declined cannot be lifted by the vendor, not in the moment between the time-out and its signed end', async () => {
    const asked = await call('gmail.send', SEND)
    await answer(asked.action_id, 'DECLINE')
    heron.clock.advance(HOUR)
    const late = await call('gmail.send', stated(asked.action_id, 'APPROVE'))
    expect(late.decision.verdict).toBe('STEP_UP')
    expect(late.decision.reasons).toContain('approval_expired')
    await closeUnanswered(heron.data)
    await expectSoundExport()
  })

  it('that declined and met no further call ends the question as declined', async () => {
    const asked = await call('gmail.send', SEND)
    await answer(asked.action_id, 'DECLINE')
    heron.clock.advance(HOUR + 1)
    expect(await closeUnanswered(heron.data)).toBe(1)
    const lines = await expectSoundExport()
    expect(lines.find((line) => line.includes('"kind":"resolution"'))).toContain('"reason":"human_declined"')
  })
})

describe('the inbox', () => {
  it('shows what a person must see, and what became of it', async () => {
    const asked = await call('mail.send_personal', { ...SEND, data_class: 'personal', recipient_count: 3 })
    const [item, ...more] = (await waiting()).items
    expect(more).toEqual([])
    expect(item).toMatchObject({
      action: asked.action_id,
      session_external_id: 'run_1',
      agent: 'a1',
      principal: { type: 'human', ref: 'user_881' },
      tool: 'mail.send_personal',
      args_redacted: { id: '<redacted:field>' },
      state: 'waiting',
      due_at: new Date(Date.parse(heron.clock.now()) + HOUR).toISOString(),
      earlier: { approved: 0, declined: 0 },
      words:
        'send personal data to somebody outside, not in bulk (recipients), which cannot be undone: mail.send_personal',
    })
    expect(item?.rule?.title).toBeTruthy()
    await answer(asked.action_id, 'APPROVE')
    expect((await waiting()).items).toEqual([])
    const lifted = await call('mail.send_personal', { ...SEND, data_class: 'personal', recipient_count: 3 })
    expect((await settled()).items).toMatchObject([
      { action: asked.action_id, state: 'approved', answered: { used_by_action: lifted.action_id } },
    ])
    const again = await call('mail.send_personal', { ...SEND, data_class: 'personal', recipient_count: 3 })
    expect(await readApproval(heron.data, heron.operation.project, again.action_id)).toMatchObject({
      state: 'waiting',
      earlier: { approved: 1, declined: 0 },
    })
  })

  it('tells the vendor’s answers and time-outs apart, and pages', async () => {
    const [vendor, late] = [await call('gmail.send', SEND), await call('slack.send', SEND)]
    await call('gmail.send', stated(vendor.action_id, 'APPROVE'))
    heron.clock.advance(HOUR + 1)
    const states = async (): Promise<unknown[]> =>
      (await settled()).items.map(({ action, state }) => [action, state])
    const expected = [
      [late.action_id, 'timed_out'],
      [vendor.action_id, 'answered'],
    ]
    expect(await states()).toEqual(expected)
    await closeUnanswered(heron.data)
    expect(await states()).toEqual(expected)
    const page = (cursor: string | null) =>
      listApprovals(heron.data, heron.operation.project, { state: 'answered', cursor, limit: 1 })
    const first = await page(null)
    expect(first.items).toMatchObject([{ action: late.action_id }])
    const second = await page(first.next_cursor)
    expect(second.items).toMatchObject([{ action: vendor.action_id }])
    expect((await page(second.next_cursor)).items).toEqual([])
  })

  it('answers an agent that asks for its action', async () => {
    const asked = await call('gmail.send', SEND)
    const view = async () => (await heron.service.readAction(heron.tenant, asked.action_id)).approval
    expect(await view()).toMatchObject({ state: 'waiting', answered_at: null })
    await answer(asked.action_id, 'DECLINE')
    expect(await view()).toMatchObject({ state: 'declined', answered_at: heron.clock.now() })
    const allowed = await call('crm.read')
    expect((await heron.service.readAction(heron.tenant, allowed.action_id)).approval).toBe(null)
  })
})
