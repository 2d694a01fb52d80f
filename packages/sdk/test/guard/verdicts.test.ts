import { hashJson } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { answerStepUp, HeronBlocked, type WithheldDecision } from '../../src/index.js'
import type { Judgement } from '../fake/service.js'
import { setup } from '../fake/setup.js'

const TRANSFORM = { note: 'Move it to the trash instead.', reduce_magnitude_to: 'single' }
const PENDING = { prior_operation: ['read'] }

/** Runs one call under a judgement and tells what happened around it. */
async function runUnder(judgement: Judgement, options: Parameters<typeof setup>[0] = {}) {
  const context = await setup(options)
  context.fake.judge = () => judgement
  let ran = 0
  const tool = context.session.wrap('mail.send', () => {
    ran += 1
    return 'sent'
  })
  const result = await tool({ to: 'x' }).catch((error: unknown) => error)
  const outcomes = context.fake.to('/v1/executions').map((request) => request.body.outcome as string)
  return { ...context, ran, result, outcomes }
}

describe('a verdict', () => {
  it('ALLOW runs the tool and reports EXECUTED with the hash of the result', async () => {
    const { ran, result, fake } = await runUnder({ verdict: 'ALLOW' })
    expect([ran, result]).toEqual([1, 'sent'])
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({
      action_id: 'act_1',
      decision_id: 'dec_1',
      outcome: 'EXECUTED',
      result_hash: hashJson('sent'),
      error_code: null,
    })
  })

  it.each([
    ['DENY', {}, 'denied', 'BLOCKED', /Do not try it again/],
    ['STEP_UP', {}, 'needs_human', 'ESCALATED', /person has to approve/],
    [
      'MODIFY',
      { transform: TRANSFORM },
      'needs_narrowing',
      'BLOCKED',
      /Move it to the trash instead\. Magnitude: single/,
    ],
    ['DEFER', { pending: PENDING }, 'needs_context', 'BLOCKED', /First do: read/],
  ] as const)(
    '%s runs nothing, reports it and tells the model what to do',
    async (verdict, more, code, outcome, text) => {
      const { ran, result, outcomes } = await runUnder({
        verdict,
        reasons: ['because'],
        rule: 'r.1',
        ...more,
      })
      expect(ran).toBe(0)
      expect(result).toBeInstanceOf(HeronBlocked)
      expect(result).toMatchObject({
        code,
        decision: { kind: 'withheld', verdict, reasons: ['because'], rule: 'r.1' },
      })
      expect((result as Error).message).toMatch(text)
      expect((result as Error).message).toContain('r.1, because')
      expect(outcomes).toEqual([outcome])
    },
  )

  it('hands over transform and pending as they were signed', async () => {
    const modify = await runUnder({ verdict: 'MODIFY', transform: TRANSFORM })
    expect((modify.result as HeronBlocked).decision).toMatchObject({ transform: TRANSFORM, pending: null })
    const defer = await runUnder({ verdict: 'DEFER', pending: PENDING })
    expect((defer.result as HeronBlocked).decision).toMatchObject({ transform: null, pending: PENDING })
  })

  it.each(['advisory', 'suspended'] as const)(
    'that is signed as %s does not stop the call',
    async (effect) => {
      const declared = { verdict: 'DENY', effect, declared_by: hashJson('log entry') } as const
      const { ran, outcomes } = await runUnder(declared)
      expect([ran, outcomes]).toEqual([1, ['EXECUTED']])
      expect((await runUnder(declared, { obeyAlways: true })).ran).toBe(0)
    },
  )

  it('that is called advisory without an entry in the operator log is enforced', async () => {
    expect((await runUnder({ verdict: 'DENY', effect: 'advisory', declared_by: null })).ran).toBe(0)
  })

  it('that nobody knows is no answer', async () => {
    const { ran, result, outcomes } = await runUnder({ verdict: 'MAYBE' as never })
    expect([ran, outcomes]).toEqual([0, []])
    expect(result).toMatchObject({ code: 'undecided' })
  })
})

describe('a step-up', () => {
  it('is answered by a new action with the same arguments and the answer', async () => {
    const { fake, session } = await setup()
    fake.judge = ({ signals }) => ({ verdict: signals?.human_decision === 'APPROVE' ? 'ALLOW' : 'STEP_UP' })
    const call = { tool: { name: 'mail.send', provider: 'gmail' }, args: { to: 'x' } }
    const first = (await session.decide(call)) as WithheldDecision<typeof call.args>
    await session.report(first, { outcome: 'ESCALATED' })
    const again = answerStepUp(first, { humanDecision: 'APPROVE', approver: 'user_2' })
    expect(await session.run(again, () => 'sent')).toBe('sent')
    const [asked, answered] = fake.to('/v1/actions').map((request) => request.body)
    expect(answered).toMatchObject({
      tool: { name: 'mail.send', provider: 'gmail' },
      args_hash: asked.args_hash,
      signals: { resolves_action: 'act_1', human_decision: 'APPROVE', approver: 'user_2' },
    })
    expect(answered.seq).not.toBe(asked.seq)
    expect(fake.to('/v1/executions').map(({ body }) => [body.action_id, body.outcome])).toEqual([
      ['act_1', 'ESCALATED'],
      ['act_2', 'EXECUTED'],
    ])
  })

  it('is answered from another process by the action id alone', async () => {
    const { fake, guard } = await setup()
    const options = {
      externalId: 'run_9',
      agent: { externalId: 'a1' },
      principal: { type: 'service', ref: 'cron' },
      originalRequest: 'x',
    } as const
    const call = { tool: 'mail.send', args: { to: 'x' }, callId: 'call_1' }
    await guard.session(options).decide(call)
    const resolves = { action: 'act_1', humanDecision: 'DECLINE' }
    await guard.session(options).decide({ ...call, resolves })
    const [asked, answered] = fake.to('/v1/actions').map((request) => request.body)
    expect(answered.signals).toEqual({ resolves_action: 'act_1', human_decision: 'DECLINE' })
    expect(answered.seq).not.toBe(asked.seq)
  })
})
