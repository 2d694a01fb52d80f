import { type Outcome, signStatement } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outboxEntry } from '../../src/evidence/outbox.js'
import { type EvidenceOutbox, memoryOutbox } from '../../src/index.js'
import { problem, VENDOR_SEED } from '../fake/service.js'
import { setup } from '../fake/setup.js'

const CALL = { tool: 't', args: {} }
const LOST = ['drop', 'drop', 'drop'] as const

describe('a statement', () => {
  it('is delivered at once where Heron answers', async () => {
    const { session, fake } = await setup()
    const decision = await session.decide(CALL)
    expect(await session.report(decision, { outcome: 'EXECUTED', result: { ok: 1 } })).toEqual({
      state: 'delivered',
      signatureValid: true,
    })
    expect(fake.to('/v1/executions')[0]?.idempotency_key).toBe('execution:act_1:EXECUTED')
  })

  it.each(['SKIPPED', 'FAILED', 'ABANDONED', 'BLOCKED', 'ESCALATED', 'NOT_ATTEMPTED'] as const)(
    'may say %s',
    async (outcome) => {
      const { session, fake } = await setup()
      await session.report(await session.decide(CALL), { outcome })
      expect(fake.to('/v1/executions')[0]?.body).toMatchObject({
        outcome,
        result_hash: null,
        error_code: null,
      })
    },
  )

  it('that cannot be delivered is kept, told, and tried again in the background until it arrives once', async () => {
    const { session, fake, time, problems, guard } = await setup()
    fake.meet('/v1/executions', ...LOST, ...LOST)
    expect(await session.report(await session.decide(CALL), { outcome: 'EXECUTED' })).toEqual({
      state: 'queued',
    })
    expect(problems).toMatchObject([{ code: 'evidence_queued', actionId: 'act_1' }])
    time.expire('background')
    expect(await guard.flush()).toMatchObject({ pending: 1 })
    time.expire('background')
    expect(await guard.flush()).toMatchObject({ pending: 0 })
    expect(fake.to('/v1/executions')).toHaveLength(7)
    expect(
      new Set(fake.to('/v1/executions').map((request) => request.body.signature.value as string)).size,
    ).toBe(1)
  })

  it('waits behind an earlier one on the same action, and no other', async () => {
    const { session, fake, guard } = await setup()
    const [one, other] = [await session.decide(CALL), await session.decide(CALL)]
    fake.meet('/v1/executions', ...LOST)
    await session.report(one, { outcome: 'ESCALATED' })
    expect(await session.report(one, { outcome: 'BLOCKED' })).toEqual({ state: 'queued' })
    expect(await session.report(other, { outcome: 'EXECUTED' })).toMatchObject({ state: 'delivered' })
    expect(await guard.flush()).toEqual({ delivered: 2, refused: 0, pending: 0 })
    const arrived = fake.to('/v1/executions').slice(3)
    expect(arrived.map(({ body }) => `${String(body.action_id)} ${String(body.outcome)}`)).toEqual([
      'act_2 EXECUTED',
      'act_1 ESCALATED',
      'act_1 BLOCKED',
    ])
    expect(await session.report(one, { outcome: 'SKIPPED' })).toMatchObject({ state: 'delivered' })
  })

  it('that Heron refuses for good is told and let go', async () => {
    const { session, fake, problems, guard } = await setup()
    fake.meet('/v1/executions', { status: 409, body: JSON.stringify(problem('idempotency_conflict', 409)) })
    const status = await session.report(await session.decide(CALL), { outcome: 'EXECUTED' })
    expect(status).toEqual({ state: 'refused', code: 'idempotency_conflict' })
    expect(problems).toMatchObject([{ code: 'evidence_refused', actionId: 'act_1' }])
    expect(await guard.flush()).toMatchObject({ pending: 0 })
  })

  it('is kept while the API key is not accepted, since a key can be replaced', async () => {
    const { session, fake, guard } = await setup()
    fake.meet('/v1/executions', { status: 401 })
    expect(await session.report(await session.decide(CALL), { outcome: 'EXECUTED' })).toEqual({
      state: 'queued',
    })
    expect(await guard.flush()).toEqual({ delivered: 1, refused: 0, pending: 0 })
  })

  it('that Heron cannot verify is delivered and told', async () => {
    const { session, problems } = await setup({ vendorKey: { kid: 'k2', seed: new Uint8Array(32).fill(2) } })
    const status = await session.report(await session.decide(CALL), { outcome: 'EXECUTED' })
    expect(status).toEqual({ state: 'delivered', signatureValid: false })
    expect(problems).toMatchObject([{ code: 'evidence_signature_invalid' }])
  })

  it('carries no error message where a code belongs', async () => {
    const { session, fake } = await setup()
    await session.report(await session.decide(CALL), {
      outcome: 'FAILED',
      errorCode: 'no mail for maria@acme.com',
    })
    expect(fake.to('/v1/executions')[0]?.body.error_code).toBe('error')
  })

  it('on a result without a JSON form goes without its hash, and that is told', async () => {
    const { session, fake, problems } = await setup()
    await session.run(CALL, () => ({ n: 1n }))
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({ outcome: 'EXECUTED', result_hash: null })
    expect(problems).toMatchObject([{ code: 'result_not_hashed', actionId: 'act_1' }])
  })
})

describe('the outbox', () => {
  it('holds a statement before the first attempt to send it, and no result', async () => {
    const inner = memoryOutbox()
    const order: string[] = []
    const outbox: EvidenceOutbox = {
      ...inner,
      put: (entry) => {
        order.push(`put ${JSON.stringify(entry)}`)
        return inner.put(entry)
      },
      remove: (id) => {
        order.push('remove')
        return inner.remove(id)
      },
    }
    const { session, fake } = await setup({ outbox })
    fake.tamper = (path, answer) => {
      if (path === '/v1/executions') order.push('sent')
      return answer
    }
    await session.run(CALL, () => 'the secret result')
    expect(order.map((step) => step.split(' ')[0])).toEqual(['put', 'sent', 'remove'])
    expect(order[0]).not.toContain('secret')
  })

  it('that fails to keep does not lose the statement while the process lives', async () => {
    const broken: EvidenceOutbox = {
      capacity: 10,
      size: () => 0,
      put: () => Promise.reject(new Error('disk full')),
      pending: () => Promise.reject(new Error('disk gone')),
      remove: () => Promise.reject(new Error('disk gone')),
      lag: () => ({ waiting: 0, held: 0, oldest: null }),
    }
    const { session, fake, problems, guard } = await setup({ outbox: broken })
    fake.meet('/v1/executions', ...LOST)
    expect(await session.run(CALL, () => 'done')).toBe('done')
    expect(problems.map(({ code }) => code)).toEqual(['outbox_failed', 'evidence_queued'])
    expect(await guard.flush()).toEqual({ delivered: 1, refused: 0, pending: 0 })
    expect(fake.to('/v1/executions')).toHaveLength(4)
  })

  it('is tried again with growing pauses, and left alone once the guard is closed', async () => {
    const { session, fake, time, guard } = await setup()
    fake.meet('/v1/executions', ...LOST, ...LOST)
    await session.report(await session.decide(CALL), { outcome: 'EXECUTED' })
    expect(time.held('background')).toBe(1)
    expect(await guard.close()).toMatchObject({ pending: 1 })
    expect(time.held('background')).toBe(0)
  })

  it('found full of another process is drained by this one', async () => {
    const outbox = memoryOutbox()
    const first = await setup({ outbox })
    first.fake.meet('/v1/executions', ...LOST)
    await first.session.report(await first.session.decide(CALL), { outcome: 'EXECUTED' })
    const second = await setup({ outbox })
    expect(await second.guard.flush()).toEqual({ delivered: 1, refused: 0, pending: 0 })
  })
})

/** An outbox that an earlier process left full: these outcomes of these actions, in this order. */
async function leftBehind(...statements: readonly (readonly [action: number, outcome: Outcome])[]) {
  const outbox = memoryOutbox()
  for (const [action, outcome] of statements) {
    const statement = {
      action_id: `act_${action}`,
      decision_id: `dec_${action}`,
      outcome,
      result_hash: null,
      error_code: null,
      executed_at: '2026-11-30T18:43:03.418Z',
    }
    const signature = signStatement(statement, { kid: 'k1', seed: VENDOR_SEED })
    await outbox.put(outboxEntry({ ...statement, signature }))
  }
  return outbox
}

describe('what an earlier process left behind', () => {
  const said = (body: unknown): string[] =>
    [body].flat().map((one) => {
      const { action_id: action, outcome } = one as { action_id: string; outcome: string }
      return `${action} ${outcome}`
    })

  it('is delivered by itself, many at once, an action’s statements one after another', async () => {
    const outbox = await leftBehind([1, 'ESCALATED'], [2, 'EXECUTED'], [1, 'BLOCKED'], [3, 'FAILED'])
    const { fake, time, guard } = await setup({ outbox })
    expect(guard.lag()).toEqual({ waiting: 4, held: 0, behindMs: 0 })
    time.expire('background')
    expect(await guard.flush()).toEqual({ delivered: 4, refused: 0, pending: 0 })
    expect(fake.to('/v1/executions').map(({ body }) => said(body))).toEqual([
      ['act_1 ESCALATED', 'act_2 EXECUTED', 'act_3 FAILED'],
      ['act_1 BLOCKED'],
    ])
  })

  it('stays before what this process says of the same action', async () => {
    const { fake, session, guard } = await setup({ outbox: await leftBehind([1, 'ESCALATED']) })
    const decision = await session.decide(CALL)
    expect(await session.report(decision, { outcome: 'BLOCKED' })).toEqual({ state: 'queued' })
    expect(await guard.flush()).toMatchObject({ delivered: 2, pending: 0 })
    expect(fake.to('/v1/executions').flatMap(({ body }) => said(body))).toEqual([
      'act_1 ESCALATED',
      'act_1 BLOCKED',
    ])
  })

  it('is sent one by one to a Heron that takes no arrays', async () => {
    const { fake, guard } = await setup({ outbox: await leftBehind([1, 'EXECUTED'], [2, 'EXECUTED']) })
    fake.meet('/v1/executions', { status: 400, body: JSON.stringify(problem('invalid_request', 400)) })
    expect(await guard.flush()).toEqual({ delivered: 2, refused: 0, pending: 0 })
    expect(fake.to('/v1/executions').map(({ body }) => Array.isArray(body))).toEqual([true, false, false])
  })

  it('is judged alone: one that is refused takes no other with it, and one that may come later stays', async () => {
    const { fake, guard, problems } = await setup({
      outbox: await leftBehind([1, 'EXECUTED'], [2, 'EXECUTED'], [3, 'EXECUTED'], [4, 'EXECUTED']),
    })
    fake.tamper = (path, answer) => {
      if (path !== '/v1/executions' || !Array.isArray(answer)) return answer
      const [one, , , four] = answer as unknown[]
      return [
        one,
        { ok: false, ...problem('idempotency_conflict', 409) },
        { ok: false, ...problem('unauthorized', 401) },
        four,
      ]
    }
    expect(await guard.flush()).toEqual({ delivered: 2, refused: 1, pending: 1 })
    expect(problems).toMatchObject([{ code: 'evidence_refused', actionId: 'act_2' }])
  })

  it('arrives in order and once, whatever fails on the way', async () => {
    const outcomes = fc.constantFrom('ESCALATED' as const, 'BLOCKED' as const, 'EXECUTED' as const)
    const statements = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), outcomes), {
      selector: (statement) => statement.join(),
      maxLength: 10,
    })
    const faults = fc.array(fc.constantFrom('drop' as const, 'lose_answer' as const, { status: 503 }), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(statements, faults, async (given, planned) => {
        const { fake, guard } = await setup({ outbox: await leftBehind(...given) })
        fake.meet('/v1/executions', ...planned)
        const taken: string[] = []
        fake.tamper = (path, answer) => {
          const { body } = fake.requests.at(-1) ?? {}
          if (path === '/v1/executions') taken.push(...said(body))
          return answer
        }
        let { pending } = await guard.flush()
        for (let tries = 0; pending > 0 && tries < 10; tries += 1) ({ pending } = await guard.flush())
        expect(pending).toBe(0)
        for (const action of [1, 2, 3, 4]) {
          const of = (all: string[]) => all.filter((text) => text.startsWith(`act_${action} `))
          expect(of(taken)).toEqual(of(given.map(([at, outcome]) => `act_${at} ${outcome}`)))
        }
      }),
      { numRuns: 25 },
    )
  })
})
