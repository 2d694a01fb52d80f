/** Heron is down for a minute (heron.md §3): no call runs meanwhile, and nothing that was done before is lost. */
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Guard, HeronBlocked } from '../../src/index.js'
import { FileOutbox } from '../../src/node/index.js'
import { StandingTime } from '../fake/time.js'
import { type ActionView, RealHeron, VENDOR_KEY } from './real-heron.js'

const CALLS = 5

it('blocks every call of that minute and delivers the statements of those before it, each once', async () => {
  const heron = await RealHeron.start()
  const time = new StandingTime()
  const outbox = FileOutbox.open(join(heron.folder, 'outbox'))
  onTestFinished(() => outbox.close())
  const problems: string[] = []
  const guard = new Guard({
    url: heron.url,
    apiKey: heron.apiKey,
    vendorKey: VENDOR_KEY,
    outbox,
    runtime: time.runtime,
    onProblem: ({ code }) => problems.push(code),
  })
  const session = guard.session({
    externalId: 'run_1',
    agent: { externalId: 'a1' },
    principal: { type: 'service', ref: 'scheduler' },
    originalRequest: 'Look up the customers',
  })

  const actions: string[] = []
  let finish = (): void => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const running = Array.from({ length: CALLS }, async (_, id) => {
    const decision = await session.admit({ tool: 'crm.lookup', args: { id } })
    actions.push(decision.actionId)
    await session.perform(decision, () => finished)
  })
  while (actions.length < CALLS) await Promise.race([...running, new Promise(setImmediate)])

  await heron.stop()
  finish()
  await Promise.all(running)
  expect(guard.lag()).toMatchObject({ waiting: CALLS, held: 0 })
  let ran = 0
  for (let second = 0; second < 60; second += 5) {
    const blocked = await session
      .run({ tool: 'crm.lookup', args: { second } }, () => (ran += 1))
      .catch((e: unknown) => e)
    expect(blocked).toBeInstanceOf(HeronBlocked)
    expect((blocked as HeronBlocked).code).toBe('undecided')
    time.nowMs += 5000
    time.expire('background')
    await guard.flush()
  }
  expect(ran).toBe(0)
  expect(guard.lag()).toEqual({ waiting: CALLS, held: 0, behindMs: 60_000 })
  expect(new Set(problems)).toEqual(new Set(['evidence_queued']))

  await heron.start()
  // One probe of the breaker later.
  time.nowMs += 10_000
  expect(await guard.flush()).toEqual({ delivered: CALLS, refused: 0, pending: 0 })
  for (const action of actions) {
    const { executions } = (await guard.client.readAction(action)) as unknown as ActionView
    expect(executions).toMatchObject([{ outcome: 'EXECUTED', signature_valid: true }])
  }
  expect(await session.run({ tool: 'crm.lookup', args: {} }, () => 'again')).toBe('again')
  expect(guard.lag()).toEqual({ waiting: 0, held: 0, behindMs: 0 })
})
