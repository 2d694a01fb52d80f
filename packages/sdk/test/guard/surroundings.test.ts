/** What a guard does around its calls: commitments, warnings, the catalogue, cancellation, reporting beside the call. */
import { hashJson, signEd25519 } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EvidenceOutbox, Guard, HeronBlocked, memoryOutbox, PROCESS_ENDED } from '../../src/index.js'
import { problem, VENDOR_SEED } from '../fake/service.js'
import { API_KEY, SESSION, setup } from '../fake/setup.js'

const CALL = { tool: 't', args: {} }

describe('instructions', () => {
  it('are read anew for every call', async () => {
    const { guard, fake } = await setup()
    let version = 0
    const session = guard.session({ ...SESSION, instructions: () => `Plan ${++version}` })
    await session.decide(CALL)
    await session.decide(CALL)
    const sent = fake.to('/v1/actions').map(({ body }) => body.signals.instructions_hash as string)
    expect(sent).toEqual([hashJson('Plan 1'), hashJson('Plan 2')])
  })

  it('with a credential in them are told once for each text, and never quoted', async () => {
    const { guard, problems } = await setup()
    const key = `sk-live_${'a1'.repeat(10)}`
    const session = guard.session({ ...SESSION, instructions: `Use ${key}` })
    await session.decide(CALL)
    await session.decide(CALL)
    expect(problems).toMatchObject([{ code: 'credential_in_instructions' }])
    expect(JSON.stringify(problems)).not.toContain(key)
  })
})

describe('a call that writes into the agent’s memory', () => {
  const contracts = { 'memory.*': { memory: ['note'] } }

  it('is told when it holds what is shaped like a credential, at any depth, and is judged all the same', async () => {
    const { session, problems } = await setup({ contracts })
    const note = { facts: ['the password = hunter2', { more: 'Bearer abcdefghijklmnop' }] }
    const decision = await session.decide({ tool: 'memory.save', args: { entry: { note } } })
    expect(decision.kind).toBe('allowed')
    expect(problems).toEqual([
      { code: 'credential_in_memory', actionId: null, message: expect.stringContaining('(token)') as string },
    ])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  it('is no matter otherwise', async () => {
    const { session, problems } = await setup({ contracts })
    await session.decide({
      tool: 'memory.save',
      args: { note: 'Maria prefers mornings', other: 'password = x' },
    })
    await session.decide({ tool: 't', args: { note: 'password = hunter2' } })
    expect(problems).toEqual([])
  })
})

describe('a catalogue given to the guard', () => {
  const catalog = [{ name: 'crm.read', signals: { op: 'read' } }]

  it('is published once, before the first session opens', async () => {
    const { guard, fake } = await setup({ catalog })
    await Promise.all([
      guard.session(SESSION).decide(CALL),
      guard.session({ ...SESSION, externalId: 'run_2' }).decide(CALL),
    ])
    expect(
      fake.requests
        .map(({ path }) => path)
        .filter((path) => path !== '/.well-known/jwks.json')
        .slice(0, 2),
    ).toEqual(['/v1/tool-catalog', '/v1/sessions'])
    expect(fake.to('/v1/tool-catalog')).toHaveLength(1)
    expect(await guard.start()).toMatchObject({ catalog: { signatureValid: true }, evidence: { pending: 0 } })
    expect(fake.to('/v1/tool-catalog')).toHaveLength(1)
  })

  it('shows every conflict when the guard is made', () => {
    const tools = [
      { name: 'a', aliases: ['x'], signals: {} },
      { name: 'b', aliases: ['x'], signals: {} },
      { name: 'a', signals: {} },
    ]
    const options = {
      url: 'https://heron.example',
      apiKey: API_KEY,
      vendorKey: { kid: 'k1', seed: VENDOR_SEED },
    }
    expect(() => new Guard({ ...options, catalog: tools })).toThrow(
      /`a` is named twice.*`x` is claimed by `a` and `b`/s,
    )
  })

  it('tells of aliases that are never used', async () => {
    const { guard, problems } = await setup({
      catalog: [...catalog, { name: 'b', aliases: ['crm.read'], signals: {} }],
    })
    await guard.start()
    expect(problems).toMatchObject([{ code: 'catalog_warning' }])
  })

  it('that cannot be published now is told, holds up no call, and is tried again', async () => {
    const { guard, fake, problems } = await setup({ catalog })
    fake.meet('/v1/tool-catalog', 'drop', 'drop', 'drop')
    expect((await guard.session(SESSION).decide(CALL)).kind).toBe('allowed')
    expect(problems).toMatchObject([{ code: 'catalog_not_published' }])
    expect((await guard.start()).catalog).not.toBeNull()
  })

  it('that Heron refuses is told and not sent again', async () => {
    const { guard, fake } = await setup({ catalog })
    fake.meet('/v1/tool-catalog', { status: 400, body: JSON.stringify(problem('invalid_request', 400)) })
    await guard.start()
    expect((await guard.start()).catalog).toBeNull()
    expect(fake.to('/v1/tool-catalog')).toHaveLength(1)
  })
})

describe('a call that was never attempted', () => {
  it('is said to be so', async () => {
    const { session, fake } = await setup()
    await session.reportUnattempted(await session.decide(CALL), 'turn_cancelled')
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({
      outcome: 'NOT_ATTEMPTED',
      error_code: 'turn_cancelled',
    })
  })

  it.each([
    ['DENY', 'BLOCKED'],
    ['STEP_UP', 'ESCALATED'],
    ['MODIFY', 'BLOCKED'],
    ['DEFER', 'BLOCKED'],
  ] as const)('after %s was %s: not attempting never stands for honouring a no', async (verdict, outcome) => {
    const { session, fake } = await setup()
    fake.judge = () => ({ verdict })
    await session.reportUnattempted(await session.decide(CALL), 'turn_cancelled')
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({ outcome, error_code: null })
  })

  it('has nothing to report where nobody decided', async () => {
    const { session, fake } = await setup()
    fake.meet('/v1/actions', { status: 400 })
    expect(await session.reportUnattempted(await session.decide(CALL))).toEqual({
      state: 'nothing_to_report',
    })
  })
})

describe('a cancelled call', () => {
  it('is not announced when it was cancelled before', async () => {
    const { session, fake } = await setup()
    const decision = await session.decide({ ...CALL, signal: AbortSignal.abort() })
    expect(decision).toMatchObject({ kind: 'undecided', code: 'aborted' })
    expect(fake.requests).toEqual([])
  })

  it('while it is decided ends the waiting, runs nothing, and is reported as not attempted', async () => {
    const { session, fake } = await setup()
    await session.open()
    const controller = new AbortController()
    let answer = (): void => undefined
    fake.tamper = (path, body) => {
      if (path === '/v1/actions') controller.abort()
      if (path === '/v1/executions') answer()
      return body
    }
    const reported = new Promise<void>((resolve) => (answer = resolve))
    const blocked = session.run({ ...CALL, signal: controller.signal }, () => expect.unreachable())
    await expect(blocked).rejects.toBeInstanceOf(HeronBlocked)
    await reported
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({
      outcome: 'NOT_ATTEMPTED',
      error_code: 'aborted',
    })
  })
})

describe('reporting in the background', () => {
  it('gives the result back once the statement is kept, while it is on its way', async () => {
    const { session, guard, fake } = await setup({ reporting: 'background' })
    fake.meet('/v1/executions', 'hang')
    expect(await session.run(CALL, () => 'done')).toBe('done')
    fake.meet('/v1/executions', 'hang')
    expect(await session.report(await session.decide(CALL), { outcome: 'SKIPPED' })).toEqual({
      state: 'queued',
    })
    await fake.arrived(6)
    expect(guard.lag()).toMatchObject({ waiting: 2 })
  })
})

describe('the vendor’s own signer', () => {
  it('signs what a seed would sign', async () => {
    const sign = (message: Uint8Array) => Promise.resolve(signEd25519(VENDOR_SEED, message))
    const { session } = await setup({ vendorKey: { kid: 'k1', sign } })
    expect(await session.report(await session.decide(CALL), { outcome: 'EXECUTED' })).toEqual({
      state: 'delivered',
      signatureValid: true,
    })
  })

  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['signs too little', () => new Uint8Array(10)],
  ])('that %s is told', async (_name, sign) => {
    const { session, problems } = await setup({ vendorKey: { kid: 'k1', sign } })
    const status = await session.report(await session.decide(CALL), { outcome: 'EXECUTED' })
    expect(status).toEqual({ state: 'refused', code: 'statement_not_signed' })
    expect(problems).toMatchObject([{ code: 'statement_not_signed', actionId: 'act_1' }])
  })
})

describe('an outbox that holds', () => {
  const holding = (hold: EvidenceOutbox['hold'], settled: (string | undefined)[] = []): EvidenceOutbox => {
    const inner = memoryOutbox()
    const put: EvidenceOutbox['put'] = (entry, settles) => {
      settled.push(settles)
      return inner.put(entry)
    }
    return { ...inner, put, ...(hold === undefined ? {} : { hold }) }
  }

  it('is told before the tool runs what to say should this process end, and settles it with what happened', async () => {
    const held: string[] = []
    const settled: (string | undefined)[] = []
    const outbox = holding((entry) => {
      expect(entry.request).toMatchObject({
        action_id: 'act_1',
        outcome: 'ABANDONED',
        error_code: PROCESS_ENDED,
      })
      held.push(entry.id)
      return Promise.resolve()
    }, settled)
    const { session } = await setup({ outbox })
    await session.run(CALL, () => {
      expect(held).toHaveLength(1)
    })
    expect(settled).toEqual(held)
  })

  it('and cannot, lets no call start; that it did not is stated', async () => {
    const { session, fake, problems } = await setup({
      outbox: holding(() => Promise.reject(new Error('disk full'))),
    })
    await expect(session.run(CALL, () => expect.unreachable())).rejects.toMatchObject({
      decision: { code: 'outbox_failed' },
    })
    expect(problems).toMatchObject([{ code: 'outbox_failed' }])
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({
      outcome: 'NOT_ATTEMPTED',
      error_code: 'outbox_failed',
    })
  })
})

describe('no argument value', () => {
  it('that no contract keeps stands in any body that leaves', async () => {
    const { guard, fake } = await setup({
      contracts: {
        'mail.*': { keep: ['subject'], anchors: ['to'], resource: 'thread', memory: ['body'] },
        '*': { keep: ['body'] },
      },
    })
    const secret = fc.uuid()
    const args = fc.dictionary(
      fc.constantFrom('subject', 'to', 'body', 'deep', 'list'),
      fc.oneof(secret, fc.array(secret), fc.dictionary(fc.constantFrom('subject', 'body'), secret)),
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const session = guard.session({ ...SESSION, externalId: `run_${++run}` })
        fake.requests.length = 0
        await session.run({ tool: 'mail.send', args: given as never }, () => ({ echoed: given }))
        const { subject, ...home } = given
        const sent = JSON.stringify(fake.requests)
        for (const text of JSON.stringify(home).match(/[0-9a-f-]{36}/g) ?? []) {
          if (!JSON.stringify(subject ?? null).includes(text)) expect(sent).not.toContain(text)
        }
      }),
      { numRuns: 40 },
    )
  })
})
