import { hashJson } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { HeronBlocked, memoryOutbox } from '../../src/index.js'
import type { Fault } from '../fake/service.js'
import { setup } from '../fake/setup.js'

async function runOnce(path: string, fault: Fault) {
  const context = await setup()
  context.fake.meet(path, fault, fault, fault)
  let ran = 0
  const tool = context.session.wrap('files.read', () => {
    ran += 1
  })
  const error: unknown = await tool({ path: '/a' }).catch((thrown: unknown) => thrown)
  return { ...context, ran, error, tool }
}

describe('no answer', () => {
  const faults: [string, Fault, string][] = [
    ['a broken connection', 'drop', 'no_answer'],
    ['a server error', { status: 500 }, 'no_answer'],
    ['an overloaded server', { status: 503 }, 'no_answer'],
    ['too many requests', { status: 429 }, 'rate_limited'],
    ['a revoked key', { status: 401 }, 'refused'],
    ['a page in place of an answer', { status: 200, body: '<html>' }, 'unreadable_answer'],
    ['a truncated answer', { status: 200, body: '{"action_id":' }, 'unreadable_answer'],
    ['an answer of nothing', { status: 200, body: 'null' }, 'unreadable_answer'],
  ]
  describe.each(['/v1/sessions', '/v1/actions', '/.well-known/jwks.json'])('from %s', (path) => {
    it.each(faults)('means that nothing runs: %s', async (_name, fault, code) => {
      const { ran, error, fake } = await runOnce(path, fault)
      expect(ran).toBe(0)
      expect(error).toBeInstanceOf(HeronBlocked)
      expect(error).toMatchObject({ code: 'undecided', decision: { kind: 'undecided', code } })
      expect(fake.to('/v1/executions')).toEqual([])
    })
  })

  it('lets the next call through once the service is back, the session opened late', async () => {
    const { tool, fake } = await runOnce('/v1/sessions', 'drop')
    await tool({ path: '/a' })
    expect(fake.to('/v1/executions')).toHaveLength(1)
    expect(fake.to('/v1/sessions')[3]?.body).toEqual(fake.to('/v1/sessions')[0]?.body)
  })

  it('has nothing to report', async () => {
    const { session, fake } = await setup()
    fake.meet('/v1/actions', { status: 400 })
    const decision = await session.decide({ tool: 't', args: {} })
    expect(await session.report(decision, { outcome: 'EXECUTED' })).toEqual({ state: 'nothing_to_report' })
  })
})

describe('a call that cannot be announced', () => {
  const cycle: { [name: string]: unknown } = {}
  cycle['self'] = cycle
  it.each([
    ['undefined', { a: undefined }],
    ['a function', { a: () => 1 }],
    ['NaN', { a: Number.NaN }],
    ['a lone surrogate', { a: '\ud800' }],
    ['a big integer', { a: 1n }],
    ['a date', { a: new Date(0) }],
    ['a map', { a: new Map() }],
    ['a cycle', cycle],
  ])('does not run: %s among the arguments', async (_name, args) => {
    const { session, fake } = await setup()
    expect(await session.decide({ tool: 't', args })).toMatchObject({
      kind: 'undecided',
      code: 'arguments_not_json',
    })
    expect(fake.requests).toEqual([])
  })

  it('runs with what a shifting object said once, which is what was judged', async () => {
    const { session, fake } = await setup()
    let asked = 0
    const shifting = new Proxy({ id: 0 }, { get: (_, name) => (name === 'id' ? ++asked : undefined) })
    const seen = await session.run({ tool: 't', args: shifting }, (args) => args.id)
    expect(seen).toBe(1)
    expect(fake.to('/v1/actions')[0]?.body.args_hash).toBe(hashJson({ id: 1 }))
  })

  it('does not run when a function of its contract throws, and the message is not told', async () => {
    const fail = (): never => {
      throw new Error('secret value')
    }
    const { session, fake } = await setup({
      contracts: { a: { signals: fail }, b: { resource: fail }, c: { recipients: ['to'] } },
      internalDomains: fail,
    })
    for (const tool of ['a', 'b', 'c']) {
      const decision = await session.decide({ tool, args: { to: 'x' } })
      expect(decision).toMatchObject({ kind: 'undecided', code: 'contract_failed' })
      expect(JSON.stringify(decision)).not.toContain('secret value')
    }
    expect(fake.requests).toEqual([])
  })

  it('does not run after the session was closed', async () => {
    const { session, fake } = await setup()
    await session.decide({ tool: 't', args: {} })
    await session.close()
    expect(await session.decide({ tool: 't', args: {} })).toMatchObject({ code: 'session_closed' })
    expect(fake.to('/v1/actions')).toHaveLength(1)
  })

  it('does not run while the outbox is full, and runs once it is emptied', async () => {
    const { session, fake, guard } = await setup({ outbox: memoryOutbox(1) })
    fake.meet('/v1/executions', 'drop', 'drop', 'drop')
    expect(await session.run({ tool: 't', args: {} }, () => 1)).toBe(1)
    expect(await session.decide({ tool: 't', args: {} })).toMatchObject({ code: 'outbox_full' })
    expect(await guard.flush()).toEqual({ delivered: 1, refused: 0, pending: 0 })
    expect(await session.decide({ tool: 't', args: {} })).toMatchObject({ kind: 'allowed' })
  })
})
