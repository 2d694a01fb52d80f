import { hashJson, hmacSha256, toDigest } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import {
  answerStepUp,
  derivedSessions,
  memorySessions,
  type SessionStore,
  shownTextCommitment,
} from '../../src/index.js'
import { setup, SESSION } from '../fake/setup.js'

const SECRET = 'heron-conformance-vectors-secret'
const CALL = { tool: 'gmail.send', args: { to: 'maria@acme.com', body: 'private' }, callId: 'call_1' }
const contracts = { 'gmail.send': { anchors: ['to'], signals: { op: 'send' } } }
const ANSWER = { humanDecision: 'APPROVE', approver: 'user_12' }

/** A process that was told to wait for a person, and a Heron that will take the answer. */
async function stepUp(sessions?: SessionStore) {
  const first = await setup({ contracts, ...(sessions === undefined ? {} : { sessions }) })
  first.fake.judge = (body) => ({ verdict: body.signals?.resolves_action === 'act_1' ? 'ALLOW' : 'STEP_UP' })
  const session = first.guard.session({ ...SESSION, instructions: 'Be brief.' })
  const decision = await session.decide(CALL)
  if (decision.kind !== 'withheld') throw new Error('expected a step-up')
  return { ...first, session, decision }
}

describe('a step-up', () => {
  it('is resolved in another process by ids alone, and the tool gets the arguments that were judged', async () => {
    const sessions = memorySessions()
    const { fake, decision } = await stepUp(sessions)
    const other = await setup({ contracts, sessions, url: fake.url })
    const resolved = await other.guard.resolveStepUp({ actionId: decision.actionId, ...ANSWER })
    if (resolved?.decision.kind !== 'allowed') throw new Error('expected a yes')
    const seen: unknown[] = []
    await resolved.session.perform(resolved.decision, (args) => seen.push(args))
    expect(seen).toEqual([CALL.args])
    expect(fake.to('/v1/actions')[1]?.body).toMatchObject({
      args_hash: hashJson(CALL.args),
      args_redacted: { to: expect.stringMatching(/^<email:/) as string, body: '<redacted:body>' },
      signals: {
        op: 'send',
        recipient_count: 1,
        resolves_action: 'act_1',
        human_decision: 'APPROVE',
        approver: 'user_12',
      },
    })
    // What governed the agent then may not govern it now, and this process cannot know.
    expect(fake.to('/v1/actions')[1]?.body.signals).not.toHaveProperty('instructions_hash')
    expect(fake.to('/v1/executions')[0]?.body).toMatchObject({ action_id: 'act_2', outcome: 'EXECUTED' })
  })

  it('answered twice, in whichever processes, is one action', async () => {
    const sessions = memorySessions()
    const { fake, guard, session, decision } = await stepUp(sessions)
    const other = await setup({ contracts, sessions, url: fake.url })
    await other.guard.resolveStepUp({ actionId: 'act_1', ...ANSWER })
    await guard.resolveStepUp({ actionId: 'act_1', ...ANSWER })
    await session.decide(answerStepUp(decision, ANSWER))
    const keys = fake.to('/v1/actions').map(({ idempotency_key: key }) => key)
    expect(keys).toHaveLength(4)
    expect(new Set(keys.slice(1)).size).toBe(1)
  })

  it('without a session store is resolved with the call itself', async () => {
    const { fake, session } = await stepUp(derivedSessions())
    const decision = await session.resolveStepUp(CALL, {
      actionId: 'act_1',
      ...ANSWER,
      shownText: 'Send it to Maria?',
    })
    expect(decision.kind).toBe('allowed')
    expect(fake.to('/v1/actions')[1]?.body.signals).toMatchObject({
      resolves_action: 'act_1',
      shown_text_hash: shownTextCommitment('Send it to Maria?', SECRET),
    })
  })

  it.each([
    [
      'that was never asked',
      (store: Map<string, unknown>) => {
        store.clear()
      },
    ],
    [
      'whose arguments were changed in the store',
      (store: Map<string, unknown>) => {
        for (const value of store.values()) (value as { args: object }).args = { to: 'eve@evil.example' }
      },
    ],
    [
      'kept in a form of another version',
      (store: Map<string, unknown>) => {
        for (const value of store.values()) (value as { v: number }).v = 2
      },
    ],
  ])('%s is not resolved', async (_name, change) => {
    const store = new Map<string, unknown>()
    const sessions: SessionStore = {
      save: (key, value) => Promise.resolve(void store.set(key, value)),
      load: (key) => Promise.resolve((store.get(key) ?? null) as never),
    }
    const { guard, fake } = await stepUp(sessions)
    change(store)
    expect(await guard.resolveStepUp({ actionId: 'act_1', ...ANSWER })).toBeNull()
    expect(fake.to('/v1/actions')).toHaveLength(1)
  })

  it('that the store does not keep is told, and still withheld', async () => {
    const failing: SessionStore = { ...memorySessions(), save: () => Promise.reject(new Error('gone')) }
    const { decision, problems } = await stepUp(failing)
    expect(decision.verdict).toBe('STEP_UP')
    expect(problems).toMatchObject([{ code: 'session_store_failed', actionId: 'act_1' }])
  })
})

describe('session stores', () => {
  it('may number the calls of all processes', async () => {
    let next = 40
    const { session, fake } = await setup({ sessions: { ...memorySessions(), nextSeq: () => next++ } })
    await session.decide({ tool: 't', args: {} })
    await session.decide({ tool: 't', args: {} })
    expect(fake.to('/v1/actions').map(({ body }) => body.seq as number)).toEqual([40, 41])
  })

  it('derived from call ids give a call one number everywhere, and block a call without an id', async () => {
    const first = await setup({ sessions: derivedSessions() })
    await first.session.decide(CALL)
    await first.guard.session(SESSION).decide(CALL)
    const [one, two] = first.fake.to('/v1/actions').map(({ body }) => body.seq as number)
    expect(one).toBe(two)
    const blocked = await first.session.decide({ tool: 't', args: {} })
    expect(blocked).toMatchObject({
      kind: 'undecided',
      code: 'session_store_failed',
      detail: expect.stringContaining('callId') as string,
    })
    expect(first.fake.to('/v1/actions')).toHaveLength(2)
  })

  it('forget the oldest waiting call first', async () => {
    const store = memorySessions(2)
    for (const key of ['a', 'b', 'c']) await store.save(key, { key })
    expect(await Promise.all(['a', 'b', 'c'].map((key) => store.load(key)))).toEqual([
      null,
      { key: 'b' },
      { key: 'c' },
    ])
  })
})

describe('a shown text', () => {
  it('is committed to under the vendor’s secret, and never leaves', async () => {
    const { session, fake } = await setup()
    await session.decide({ tool: 't', args: {}, shownText: 'Pay 40 euros?' })
    const bytes = (text: string) => new TextEncoder().encode(text)
    expect(fake.to('/v1/actions')[0]?.body.signals).toEqual({
      shown_text_hash: toDigest(hmacSha256(bytes(SECRET), bytes('vendor|shown_text|Pay 40 euros?'))),
    })
    expect(JSON.stringify(fake.requests)).not.toContain('40 euros')
  })

  it('needs a secret', async () => {
    const { session } = await setup({ anchorSecret: undefined as never })
    await expect(session.decide({ tool: 't', args: {}, shownText: 'x' })).rejects.toMatchObject({
      pointer: '/anchorSecret',
    })
  })
})
