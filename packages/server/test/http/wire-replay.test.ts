/** Idempotency by meaning (heron.md §3), over real HTTP by a client written from the page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveHeron, ok, startLiveHeron } from './live-heron.js'
import { actionOf, hash, sessionOf, statementOf } from './vendor-client.js'

let heron: LiveHeron
beforeAll(async () => {
  heron = await startLiveHeron()
})
afterAll(() => heron.close())

describe('a session', () => {
  it('opened again with the same meaning is the same session, re-stamped or not, with its key or another', async () => {
    const { client } = heron
    const first = ok(await client.openSession('replay_1'))
    const before = heron.counts()
    const later = { started_at: '2027-01-01T00:00:00Z', task: { ref: 'other' } }
    for (const key of ['session:replay_1', 'another key', undefined]) {
      const again = ok(await client.send('POST', '/v1/sessions', sessionOf('replay_1', later), key))
      expect(again.body).toEqual({ ...first.body, replay: true })
    }
    expect(heron.counts()).toEqual(before)
  })

  it.each([
    ['agent', { agent: { external_id: 'agent_2', version: '2' } }],
    ['principal', { principal: { type: 'service', ref: 'user_881' } }],
    ['request', { original_request: { hash: hash('another request'), anchors: [] } }],
    ['external_id', { external_id: 'replay_2_other' }],
  ])('under the same key with another %s is a conflict, and leaves a trace', async (_what, changes) => {
    const { client } = heron
    ok(await client.openSession('replay_2'))
    const before = heron.counts()
    const answer = await client.openSession('replay_2', changes)
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
    expect(heron.counts()).toEqual({
      ...before,
      idempotency_conflicts: before['idempotency_conflicts']! + 1,
    })
  })

  it('opened fifty times at once is one', async () => {
    const before = heron.counts()
    const answers = await Promise.all(Array.from({ length: 50 }, () => heron.client.openSession('replay_50')))
    expect(
      new Set(answers.map((answer) => `${answer.status} ${answer.body.session_id} ${answer.body.head_hash}`))
        .size,
    ).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(heron.counts()['sessions']).toBe(before['sessions']! + 1)
  })
})

describe('an action', () => {
  it('announced again with the same meaning gets the stored decision, whatever else was re-stamped', async () => {
    const { client } = heron
    ok(await client.openSession('replay_a'))
    const first = ok(await client.announce('replay_a', 1))
    ok(await client.announce('replay_a', 2))
    const before = heron.counts()
    const changes = {
      requested_at: '2027-01-01T00:00:00Z',
      signals: { op: 'delete' },
      args_redacted: { x: 1 },
    }
    for (const key of ['action:replay_a:1', 'another key']) {
      const again = ok(await client.announce('replay_a', 1, changes, key))
      expect(again.body).toEqual({ ...first.body, replay: true })
    }
    expect(heron.counts()).toEqual(before)
  })

  it.each([
    ['seq', { seq: 8 }],
    ['tool', { tool: { name: 'crm.contacts.get' } }],
    ['args_hash', { args_hash: hash('other') }],
    ['session', { session_external_id: 'replay_b2' }],
  ])('under the same key with another %s is a conflict, and leaves a trace', async (_what, changes) => {
    const { client } = heron
    ok(await client.openSession('replay_b'))
    ok(await client.openSession('replay_b2'))
    ok(await client.announce('replay_b', 7))
    const before = heron.counts()
    const answer = await client.announce('replay_b', 7, changes)
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
    expect(heron.counts()).toEqual({
      ...before,
      idempotency_conflicts: before['idempotency_conflicts']! + 1,
    })
  })

  it('announced fifty times at once is one record', async () => {
    const { client } = heron
    ok(await client.openSession('replay_c'))
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.announce('replay_c', 1)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(answers.map(({ body }) => body.receipt.signature as string)).size).toBe(1)
    expect(answers.filter(({ body }) => body.replay !== true)).toHaveLength(1)
    expect(ok(await client.get('/v1/sessions/replay_c')).body.count).toBe(1)
  })

  it('announced fifty times at once without a key is one record too: the seq says which', async () => {
    const { client } = heron
    ok(await client.openSession('replay_d'))
    const body = actionOf('replay_d', 1)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.send('POST', '/v1/actions', body)),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(answers.map(({ body: { action_id: id } }) => id as string)).size).toBe(1)
    expect(ok(await client.get('/v1/sessions/replay_d')).body.count).toBe(1)
  })
})

describe('evidence', () => {
  it('reported again with the same meaning is stored once, re-stamped and re-signed or not', async () => {
    const { client } = heron
    ok(await client.openSession('replay_e'))
    const action = ok(await client.announce('replay_e', 1))
    const statement = statementOf(action, 'EXECUTED')
    expect(ok(await client.report(statement)).body).toEqual({ ok: true, signature_valid: true })
    const again = ok(await client.report({ ...statement, executed_at: '2027-01-01T00:00:00.000Z' }))
    expect(again.body).toEqual({ ok: true, signature_valid: true, replay: true })
    const read = ok(await client.get(`/v1/actions/${action.body.action_id as string}`))
    expect(read.body.executions).toHaveLength(1)
  })

  it.each([
    ['outcome', { outcome: 'FAILED' }],
    ['decision', { decision_id: 'dec_other' }],
    ['result_hash', { result_hash: hash('other') }],
    ['error_code', { error_code: 'timeout' }],
    ['action', { action_id: 'act_other' }],
  ])('under the same key with another %s is a conflict, and leaves a trace', async (what, changes) => {
    const { client } = heron
    const session = `replay_f_${what}`
    ok(await client.openSession(session))
    const statement = statementOf(ok(await client.announce(session, 1)), 'EXECUTED')
    ok(await client.report(statement, `key_${what}`))
    const before = heron.counts()
    const answer = await client.report({ ...statement, ...changes }, `key_${what}`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
    expect(heron.counts()).toEqual({
      ...before,
      idempotency_conflicts: before['idempotency_conflicts']! + 1,
    })
  })

  it('that contradicts itself under two keys is kept twice', async () => {
    const { client } = heron
    ok(await client.openSession('replay_g'))
    const action = ok(await client.announce('replay_g', 1))
    ok(await client.report(statementOf(action, 'EXECUTED')))
    ok(await client.report(statementOf(action, 'BLOCKED')))
    const read = ok(await client.get(`/v1/actions/${action.body.action_id as string}`))
    expect(read.body.executions.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual([
      'BLOCKED',
      'EXECUTED',
    ])
  })

  it('reported fifty times at once is stored once', async () => {
    const { client } = heron
    ok(await client.openSession('replay_h'))
    const action = ok(await client.announce('replay_h', 1))
    const statement = statementOf(action, 'EXECUTED')
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.report(statement)))
    expect(answers.every(({ status, body }) => status === 200 && body.signature_valid === true)).toBe(true)
    const read = ok(await client.get(`/v1/actions/${action.body.action_id as string}`))
    expect(read.body.executions).toHaveLength(1)
  })

  it('reported as an array is answered in order, and sent again is a replay of each', async () => {
    const { client } = heron
    ok(await client.openSession('replay_i'))
    const actions = await Promise.all([1, 2, 3].map((seq) => client.announce('replay_i', seq)))
    const signed = actions.map((action) => client.signed(statementOf(action, 'EXECUTED')))
    const batch = [
      signed[0],
      { ...signed[1], outcome: 'DONE' },
      signed[2],
      { ...signed[1], result_hash: hash('x') },
    ]
    const first = ok(await client.send('POST', '/v1/executions', batch, 'batch_i'))
    expect(first.body).toMatchObject([
      { ok: true, signature_valid: true },
      { ok: false, status: 400, code: 'invalid_request', pointer: '/outcome' },
      { ok: true, signature_valid: true },
      { ok: true, signature_valid: false },
    ])
    const before = heron.counts()
    const again = ok(await client.send('POST', '/v1/executions', batch, 'batch_i'))
    expect(again.body).toMatchObject([{ replay: true }, { ok: false }, { replay: true }, { replay: true }])
    expect(heron.counts()).toEqual(before)
  })

  it('reported as an array is a replay in any order, also signed anew; what was not in it is refused', async () => {
    const { client } = heron
    ok(await client.openSession('replay_k'))
    const actions = await Promise.all([1, 2, 3, 4].map((seq) => client.announce('replay_k', seq)))
    const statements = actions.map((action) => statementOf(action, 'EXECUTED'))
    const contradiction = statementOf(actions[0]!, 'FAILED')
    const batch = [...statements.slice(0, 3), contradiction].map((statement) => client.signed(statement))
    const send = (array: readonly object[]) => client.send('POST', '/v1/executions', array, 'batch_k')
    ok(await send(batch))
    const before = heron.counts()
    const replays = batch.map(() => ({ ok: true, signature_valid: true, replay: true }))
    expect(ok(await send(batch.toReversed())).body).toMatchObject(replays)
    const anew = [contradiction, ...statements.slice(0, 3)].map((statement) =>
      client.signed({ ...statement, executed_at: '2026-11-30T18:50:00.000Z' }),
    )
    expect(ok(await send(anew)).body).toMatchObject(replays)
    expect(heron.counts()).toEqual(before)

    const stranger = client.signed(statements[3]!)
    expect(ok(await send([batch[1]!, stranger])).body).toMatchObject([
      { ok: true, replay: true },
      { ok: false, status: 409, code: 'idempotency_conflict' },
    ])
    // Alone under the key of an array, or of another statement, it means something else: no array moved it there.
    ok(await client.send('POST', '/v1/executions', batch[0]!, 'alone_k'))
    expect((await client.send('POST', '/v1/executions', batch[0]!, 'batch_k#1')).status).toBe(409)
  })
})

describe('a close', () => {
  it('asked for again is the same receipt, also fifty times at once', async () => {
    const { client } = heron
    ok(await client.openSession('replay_j'))
    ok(await client.announce('replay_j', 1))
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.close('replay_j')))
    expect(new Set(answers.map(({ body }) => body.receipt.signature as string)).size).toBe(1)
    expect(ok(await client.close('replay_j')).body).toMatchObject({ count: 1, replay: true })
  })
})
