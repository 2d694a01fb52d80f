/** What passes the door, and in which form it reaches the service. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../src/domain/refusal.js'
import { createApp } from '../../src/http/app.js'
import { actionBody, catalogBody, executionBody, sessionBody, spoil } from './requests.js'
import { API_KEY, scriptedService, TENANT, writes } from './scripted-service.js'

const { service, calls } = scriptedService({
  reportExecution: ({ action_id: id }) =>
    id === 'act_conflict'
      ? Promise.reject(new Refusal('idempotency_conflict', 'other meaning'))
      : id === 'act_down'
        ? Promise.reject(new Refusal('unavailable', 'not now'))
        : Promise.resolve({ ok: true, signature_valid: id !== 'act_bad' }),
})
const app = createApp({ service, now: () => '2026-11-30T19:00:00.000Z' })
afterAll(() => app.close())
beforeEach(() => {
  calls.length = 0
})

const CONTEXT = { tenant: TENANT, idempotencyKey: null, receivedAt: '2026-11-30T19:00:00.000Z' }

async function send(method: 'POST' | 'PUT', url: string, payload: object, key?: string): Promise<Response> {
  const response = await app.inject({
    method,
    url,
    payload,
    headers: { authorization: `Bearer ${API_KEY}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  })
  return { status: response.statusCode, body: response.json() }
}
type Response = { status: number; body: unknown }

describe('a request', () => {
  it('reaches the service as it was sent, with tenant, key and time of arrival', async () => {
    await send('POST', '/v1/sessions', sessionBody(), 'session:run_1')
    await send('POST', '/v1/actions', actionBody())
    await send('POST', '/v1/executions', executionBody())
    await send('PUT', '/v1/tool-catalog', catalogBody())
    expect(writes(calls)).toEqual([
      { name: 'openSession', args: [sessionBody(), { ...CONTEXT, idempotencyKey: 'session:run_1' }] },
      { name: 'announceAction', args: [actionBody(), CONTEXT] },
      { name: 'reportExecution', args: [executionBody(), CONTEXT] },
      { name: 'putToolCatalog', args: [catalogBody(), CONTEXT] },
    ])
  })

  it('may leave out every member with a question mark', async () => {
    const session = ['/agent/name', '/agent/version', '/task', '/grant'].reduce(
      (body, path) => spoil(body, path, undefined),
      sessionBody(),
    )
    const action = ['/tool/provider', '/tool/server', '/signals', '/resource_ref', '/chain'].reduce(
      (body, path) => spoil(body, path, undefined),
      actionBody(),
    )
    expect((await send('POST', '/v1/sessions', session)).status).toBe(200)
    expect((await send('POST', '/v1/actions', action)).status).toBe(200)
    expect((await send('POST', '/v1/sessions', spoil(sessionBody(), '/grant/scope', {}))).status).toBe(200)
  })

  it('may say null where a member is optional: it then is absent', async () => {
    const body = spoil(spoil(sessionBody(), '/task', null), '/agent/name', null)
    await send('POST', '/v1/sessions', body)
    await send('POST', '/v1/actions', spoil(spoil(actionBody(), '/signals', null), '/chain', null))
    const [session, action] = writes(calls).map(({ args }) => args[0])
    expect(session).not.toHaveProperty('task')
    expect(session).toMatchObject({ agent: { external_id: 'agent_1', version: '2' } })
    expect(session).not.toHaveProperty('agent.name')
    expect(action).not.toHaveProperty('signals')
    expect(action).not.toHaveProperty('chain')
  })

  it('may carry members that nobody knows', async () => {
    expect((await send('POST', '/v1/sessions', { ...sessionBody(), later: { a: 1 } })).status).toBe(200)
    expect((await send('POST', '/v1/actions', { ...actionBody(), later: [1] })).status).toBe(200)
  })

  it.each([0, 1, 2 ** 31, 2 ** 32 - 1])('may have the seq %d', async (seq) => {
    expect((await send('POST', '/v1/actions', spoil(actionBody(), '/seq', seq))).status).toBe(200)
  })

  it.each(['2026-11-30T18:43:03+02:00', '2026-11-30T18:43:03.123456789Z'])(
    'may state the time %s',
    async (time) => {
      expect((await send('POST', '/v1/actions', spoil(actionBody(), '/requested_at', time))).status).toBe(200)
    },
  )

  it('may address a session by any name of 256 characters', async () => {
    const name = 'ä/?#%\u{1f600}'.repeat(36).slice(0, 250)
    const response = await app.inject({
      method: 'POST',
      url: `/v1/sessions/${encodeURIComponent(name)}/close`,
      headers: { authorization: `Bearer ${API_KEY}` },
    })
    expect(response.statusCode).toBe(200)
    expect(writes(calls)).toEqual([{ name: 'closeSession', args: [name, CONTEXT] }])
  })
})

describe('evidence', () => {
  it('has a null for each signed member that is absent', async () => {
    const body = spoil(spoil(executionBody(), '/result_hash', undefined), '/error_code', undefined)
    await send('POST', '/v1/executions', body)
    expect(writes(calls)[0]?.args[0]).toMatchObject({ result_hash: null, error_code: null })
  })

  it('is stored whatever its signature looks like: that is a finding, no refusal', async () => {
    const body = spoil(executionBody(), '/signature/value', 'not base64url!')
    expect((await send('POST', '/v1/executions', body)).status).toBe(200)
  })

  it('comes as an array too: each judged alone, answered in its place', async () => {
    const answer = await send('POST', '/v1/executions', [
      executionBody(),
      spoil(executionBody(), '/outcome', 'DONE'),
      spoil(executionBody(), '/action_id', 'act_conflict'),
      spoil(executionBody(), '/action_id', 'act_bad'),
      'no object',
    ])
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { ok: true, signature_valid: true },
        { ok: false, status: 400, code: 'invalid_request', pointer: '/outcome' },
        { ok: false, status: 409, code: 'idempotency_conflict' },
        { ok: true, signature_valid: false },
        { ok: false, status: 400, code: 'invalid_request', pointer: '' },
      ],
    })
  })

  it('has in an array a key of its own, from the key and the place', async () => {
    await send('POST', '/v1/executions', [executionBody(), executionBody()], 'batch-1')
    expect(writes(calls).map(({ args }) => [(args[1] as typeof CONTEXT).idempotencyKey, args[2]])).toEqual([
      ['batch-1', 0],
      ['batch-1', 1],
    ])
  })

  it('in an array that could not all be stored is worth sending again: 503', async () => {
    const answer = await send('POST', '/v1/executions', [
      executionBody(),
      spoil(executionBody(), '/action_id', 'act_down'),
    ])
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  })

  it('fits 500 times into one array, not 501 times, and not zero times', async () => {
    const statements = (count: number): object[] => Array.from({ length: count }, executionBody)
    const full = await send('POST', '/v1/executions', statements(500))
    expect(full.status).toBe(200)
    expect(full.body).toHaveLength(500)
    calls.length = 0
    expect(await send('POST', '/v1/executions', statements(501))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', pointer: '' },
    })
    expect((await send('POST', '/v1/executions', [])).status).toBe(400)
    expect(writes(calls)).toEqual([])
  })
})
