/** A vendor's guard while operators govern: approvals in the dashboard, shadow windows, break-glass (heron.md §3, §4). */
import { answerApproval, declareWindow, endWindowEarly } from '@heron/server'
import { expect, it } from 'vitest'
import { Guard, type GuardOptions, type WithheldDecision } from '../../src/index.js'
import { RealHeron, VENDOR_KEY } from './real-heron.js'

const RUN = {
  externalId: 'run_1',
  agent: { externalId: 'a1' },
  principal: { type: 'service', ref: 'svc_1' },
  originalRequest: 'do it',
} as const

function guardOf(heron: RealHeron, options: Partial<GuardOptions> = {}): Guard {
  return new Guard({ url: heron.url, apiKey: heron.apiKey, vendorKey: VENDOR_KEY, ...options })
}

it.each([
  ['APPROVE', 'allowed', 'ALLOW', 'human_approved'],
  ['DECLINE', 'withheld', 'DENY', 'human_declined'],
] as const)('goes on when somebody answers %s in the dashboard', async (answer, kind, verdict, reason) => {
  const heron = await RealHeron.start()
  const guard = guardOf(heron)
  const session = guard.session(RUN)
  const asked = await session.decide({ tool: 'job.run', args: { id: 1 } })
  expect(asked).toMatchObject({ kind: 'withheld', verdict: 'STEP_UP' })
  await session.report(asked, { outcome: 'ESCALATED' })
  const waiting = session.awaitApproval(asked as WithheldDecision<{ id: number }>, { everyMs: 5 })
  const { actionId } = asked as WithheldDecision
  await heron.operate((parts, operation) =>
    answerApproval(parts, { ...operation, reason: 'looked at it' }, actionId, answer),
  )
  const decision = await waiting
  expect(decision).toMatchObject({ kind, verdict, receipt: { resolves: actionId } })
  expect(decision).toMatchObject({ reasons: expect.arrayContaining([reason]) as unknown })
  await guard.close()
})

it('waits no longer than it was asked to, nor once it was stopped, nor for what nobody is asked about', async () => {
  const heron = await RealHeron.start()
  const guard = guardOf(heron)
  const session = guard.session(RUN)
  const asked = (await session.decide({ tool: 'job.run', args: {} })) as WithheldDecision
  expect(await session.awaitApproval(asked, { everyMs: 5, withinMs: 20 })).toBe(null)
  const stopped = new AbortController()
  const waiting = session.awaitApproval(asked, { everyMs: 60_000, signal: stopped.signal })
  stopped.abort()
  expect(await waiting).toBe(null)
  const denied = (await session.decide({ tool: 'payments.transfer', args: {} })) as WithheldDecision
  expect(denied.verdict).toBe('DENY')
  expect(await session.awaitApproval(denied)).toBe(null)
  await guard.close()
})

it.each(['advisory', 'suspended'] as const)(
  'runs what is not enforced under `%s`, unless it obeys always, and stops again afterwards',
  async (effect) => {
    const heron = await RealHeron.start()
    const until = new Date(Date.now() + 60_000).toISOString()
    const edit = <Operation>(operation: Operation) => ({ ...operation, revision: null })
    await heron.operate((parts, operation) => declareWindow(parts, edit(operation), effect, until))
    const guard = guardOf(heron)
    const session = guard.session(RUN)
    const call = { tool: 'payments.transfer', args: { amount: 5 } }
    expect(await session.run(call, () => 'paid')).toBe('paid')
    const rehearsed = await session.decide(call)
    expect(rehearsed).toMatchObject({ kind: 'allowed', verdict: 'DENY', effect })
    const careful = guardOf(heron, { obeyAlways: true }).session({ ...RUN, externalId: 'run_2' })
    expect(await careful.decide(call)).toMatchObject({ kind: 'withheld', verdict: 'DENY' })
    await heron.operate((parts, operation) => endWindowEarly(parts, edit(operation), effect))
    expect(await session.decide(call)).toMatchObject({ kind: 'withheld', verdict: 'DENY' })
    await guard.close()
  },
)
