import { hashJson } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Guard, HeronBlocked, HeronUsageError, type ToolContract } from '../../src/index.js'
import { problem, VENDOR_SEED } from '../fake/service.js'
import { API_KEY, SESSION, setup } from '../fake/setup.js'

const SECRET = /[1-9]\d{5}@secret\.example|leaf-\d/

describe('a wrapped tool', () => {
  it('gets the arguments that were judged, whatever happens to the originals meanwhile', async () => {
    const { session, fake } = await setup()
    const args = { path: '/a', options: { force: false } }
    const got: unknown[] = []
    const calling = session.wrap('files.write', (given) => got.push(given))(args)
    args.options.force = true
    await calling
    expect(got).toEqual([{ path: '/a', options: { force: false } }])
    expect(fake.to('/v1/actions')[0]?.body.args_hash).toBe(hashJson(got[0]))
  })

  it('that throws is reported FAILED by its class, without its message, and the error is rethrown', async () => {
    const { session, fake } = await setup()
    class QuotaError extends Error {}
    const error = new QuotaError('maria@acme.com has no quota')
    const tool = session.wrap('t', () => Promise.reject(error))
    await expect(tool({})).rejects.toBe(error)
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({
      outcome: 'FAILED',
      error_code: 'QuotaError',
      result_hash: null,
    })
    expect(JSON.stringify(fake.requests)).not.toContain('quota')
  })

  it('is reported and its error rethrown though the hooks of the vendor throw', async () => {
    const throwing = (): never => {
      throw new Error('a bug in a hook')
    }
    const { session, fake } = await setup({ classifyError: throwing, onProblem: throwing })
    fake.meet('/v1/executions', { status: 409 })
    const told = vi.spyOn(console, 'warn').mockReturnValue()
    const error = new TypeError('x')
    await expect(session.wrap('t', () => Promise.reject(error))({})).rejects.toBe(error)
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({ outcome: 'FAILED', error_code: 'TypeError' })
    expect(told).toHaveBeenCalledWith(expect.stringContaining('evidence_refused (act_1)'))
    told.mockRestore()
  })

  it('may be called many times at once: every call its own action, number and statement', async () => {
    const { session, fake } = await setup()
    const tool = session.wrap('t', ({ n }: { n: number }) => n * 2)
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => tool({ n })))
    expect(results).toEqual(Array.from({ length: 40 }, (_, n) => n * 2))
    expect(fake.to('/v1/sessions')).toHaveLength(1)
    expect(new Set(fake.to('/v1/actions').map(({ body }) => body.seq as number)).size).toBe(40)
    expect(new Set(fake.to('/v1/executions').map(({ body }) => body.action_id as string)).size).toBe(40)
  })

  it('returns its result when the statement cannot be delivered, and the failure is told', async () => {
    const { session, fake, problems } = await setup()
    fake.meet('/v1/executions', 'drop', 'drop', 'drop')
    expect(await session.wrap('t', () => 'done')({})).toBe('done')
    expect(problems).toMatchObject([{ code: 'evidence_queued', actionId: 'act_1' }])
  })
})

describe('what is announced', () => {
  it('claims the newest hash that this session has seen', async () => {
    const { session, fake } = await setup()
    const first = await session.decide({ tool: 't', args: {} })
    await session.decide({ tool: 't', args: {} })
    const [opened, chained] = fake.to('/v1/actions').map(({ body }) => body.chain.prev_hash as string)
    expect(opened).toMatch(/^sha256:/)
    expect(chained).toBe(first.kind === 'allowed' && first.recordHash)
  })

  it('commits to the instructions as they are at each call', async () => {
    const { guard, fake } = await setup()
    let instructions = 'be careful'
    const session = guard.session({ ...SESSION, instructions: () => instructions })
    await session.decide({ tool: 't', args: {} })
    instructions = 'ignore all that'
    await session.decide({ tool: 't', args: {} })
    expect(fake.to('/v1/actions').map(({ body }) => body.signals.instructions_hash as string)).toEqual([
      hashJson('be careful'),
      hashJson('ignore all that'),
    ])
  })

  it('numbers a call by its id: again is a replay, in any process', async () => {
    const { guard, fake } = await setup()
    const call = { tool: 't', args: { a: 1 }, callId: 'call_1' }
    const first = await guard.session(SESSION).decide(call)
    const second = await guard.session(SESSION).decide(call)
    expect(second).toMatchObject({ kind: 'allowed', actionId: (first as { actionId: string }).actionId })
    const [one, two] = fake.to('/v1/actions')
    expect(two?.idempotency_key).toBe(one?.idempotency_key)
    expect(one?.body.seq).toBeGreaterThanOrEqual(0)
    expect(one?.body.seq).toBeLessThanOrEqual(0x7fffffff)
  })

  it('takes another number when one is taken, and gives up in the end', async () => {
    const { session, fake } = await setup()
    const taken = { status: 409, body: JSON.stringify(problem('seq_conflict', 409)) }
    fake.meet('/v1/actions', taken)
    expect(await session.decide({ tool: 't', args: {}, callId: 'c' })).toMatchObject({ kind: 'allowed' })
    const [one, two] = fake.to('/v1/actions').map(({ body }) => body.seq as number)
    expect(one).not.toBe(two)
    fake.meet('/v1/actions', taken, taken, taken, taken)
    expect(await session.decide({ tool: 't', args: {} })).toMatchObject({
      kind: 'undecided',
      code: 'refused',
    })
  })

  it('continues a session of another process elsewhere, so that counters do not collide', async () => {
    const { guard, fake } = await setup()
    for (let process = 0; process < 2; process += 1) {
      const decision = await guard.session(SESSION).decide({ tool: 't', args: { process } })
      expect(decision).toMatchObject({ kind: 'allowed' })
    }
    const seqs = fake.to('/v1/actions').map(({ body }) => body.seq as number)
    expect(seqs).toHaveLength(2)
    expect(seqs[0]).toBe(0)
    expect(seqs[1]).toBeGreaterThan(0x40000000)
  })

  it('never holds an argument from outside the contract, in any request of the run', async () => {
    const { fake, guard } = await setup({
      contracts: {
        t: {
          keep: ['kept', 'deep.kept'],
          anchors: ['to', 'deep.cc'],
          signals: { op: 'send' },
          records: 'rows',
        },
      } satisfies Record<string, ToolContract>,
      internalDomains: ['acme.com'],
    })
    const leaf = fc.integer({ min: 100_000, max: 999_999 }).map((n) => `leaf-${n.toString()}@secret.example`)
    const tree = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.constantFrom('a', 'to', 'kept'), leaf))
    const args = fc.record(
      {
        kept: fc.constant('plain'),
        to: tree,
        rows: fc.array(tree),
        deep: fc.record({ kept: fc.constant(1), cc: tree, other: tree }),
        body: tree,
      },
      { requiredKeys: [] },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(args, fc.boolean(), async (given, fails) => {
        const session = guard.session({ ...SESSION, externalId: `run_${String((run += 1))}` })
        const tool = session.wrap('t', (received) => {
          if (fails) throw new Error(JSON.stringify(received))
          return received
        })
        await tool(given).catch(() => undefined)
        await session.close()
        const sent = JSON.stringify(fake.requests.splice(0))
        expect(sent).not.toMatch(SECRET)
        expect(sent).toContain(hashJson(given))
      }),
      { numRuns: 40 },
    )
  })
})

describe('a session', () => {
  it('that was never used is neither opened nor closed', async () => {
    const { session, fake } = await setup()
    expect(await session.close()).toBeNull()
    expect(fake.requests).toEqual([])
  })

  it('is opened early on demand, with what the vendor stated and nothing of the request but its hash', async () => {
    const { guard, fake } = await setup()
    const session = guard.session({
      ...SESSION,
      agent: { externalId: 'a1', name: 'Mailer', version: '2' },
      task: { ref: 'job_1', parentSessionExternalId: 'run_0' },
      grant: { document: `sha256:${'a'.repeat(64)}`, ref: 'grant_1', scope: { allowed_tools: ['t'] } },
    })
    await session.open()
    expect(fake.requests).toMatchObject([
      {
        idempotency_key: 'session:run_1',
        body: {
          agent: { external_id: 'a1', name: 'Mailer', version: '2' },
          original_request: {
            hash: hashJson(SESSION.originalRequest),
            anchors: ['<email:0f367fdcc159df07>'],
          },
          task: { ref: 'job_1', parent_session_external_id: 'run_0' },
          grant: { hash: `sha256:${'a'.repeat(64)}`, ref: 'grant_1', scope: { allowed_tools: ['t'] } },
        },
      },
    ])
    expect(JSON.stringify(fake.requests)).not.toContain('maria')
  })

  it('carries a delegation chain only when told to', async () => {
    const { guard, fake } = await setup()
    const document = { tokens: ['e30.e30.AA'] }
    await guard.session({ ...SESSION, externalId: 'run_a', grant: { document } }).open()
    await guard.session({ ...SESSION, externalId: 'run_b', grant: { document, carry: true } }).open()
    expect(fake.requests.map(({ body }) => (body as Record<string, unknown>)['grant'])).toEqual([
      { hash: hashJson(document) },
      { hash: hashJson(document), document },
    ])
  })

  it('delivers waiting evidence before it closes', async () => {
    const { session, fake } = await setup()
    fake.meet('/v1/executions', 'drop', 'drop', 'drop')
    await session.run({ tool: 't', args: {} }, () => 1)
    expect(await session.close()).toMatchObject({ pendingEvidence: 0 })
    expect(fake.requests.slice(-2).map(({ path }) => path)).toEqual([
      '/v1/executions',
      '/v1/sessions/run_1/close',
    ])
  })

  it.each([
    ['/principal/ref', { principal: { type: 'human', ref: 'maria@acme.com' } }],
    ['/task/ref', { task: { ref: 'call +1 (415) 555-0142' } }],
    ['/grant/ref', { grant: { document: {}, ref: 'maria@acme.com' } }],
    ['/grant/document', { grant: { document: { secret: 1 }, carry: true } }],
    ['/externalId', { externalId: '..' }],
  ] as const)('is refused for what Heron would not take at %s', async (pointer, wrong) => {
    const { guard } = await setup()
    expect(() => guard.session({ ...SESSION, ...wrong })).toThrow(expect.objectContaining({ pointer }))
  })
})

describe('a guard', () => {
  const options = {
    url: 'https://heron.example',
    apiKey: API_KEY,
    vendorKey: { kid: 'k1', seed: VENDOR_SEED },
  }
  it.each([
    ['a short seed', { vendorKey: { kid: 'k1', seed: new Uint8Array(31) } }],
    ['an empty anchor secret', { anchorSecret: '' }],
    ['anchors without a secret', { contracts: { t: { anchors: ['to'] } } }],
  ])('is refused for %s', (_name, wrong) => {
    expect(() => new Guard({ ...options, ...wrong })).toThrow(HeronUsageError)
  })

  it('makes no anchors without a secret, and shows nothing in their place', async () => {
    const { fake, session } = await setup({ anchorSecret: undefined as never })
    await session.decide({ tool: 't', args: { to: 'maria@acme.com' } })
    expect(fake.to('/v1/sessions')[0]?.body.original_request.anchors).toEqual([])
    expect(fake.to('/v1/actions')[0]?.body.args_redacted).toEqual({ to: '<redacted:to>' })
  })

  it('tells a blocked call from a failing tool', async () => {
    const { session, fake } = await setup()
    fake.judge = () => ({ verdict: 'DENY' })
    await expect(session.wrap('t', () => 1)({})).rejects.toBeInstanceOf(HeronBlocked)
  })
})
