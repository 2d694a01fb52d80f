import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { HeronCallError, HeronClient, HeronUsageError } from '../../src/index.js'
import { API_KEY, startFake } from '../fake/setup.js'
import { StandingTime } from '../fake/time.js'

const SESSION = {
  external_id: 'run_1',
  agent: { external_id: 'a1' },
  principal: { type: 'human', ref: 'user_881' },
  original_request: { hash: `sha256:${'0'.repeat(64)}`, anchors: [] },
  started_at: '2026-11-30T18:43:03.399Z',
} as const

async function setup(options: { breaker?: { silentCalls?: number; openMs?: number } } = {}) {
  const fake = await startFake()
  const time = new StandingTime()
  const client = new HeronClient({ url: fake.url, apiKey: API_KEY, ...options }, time.runtime)
  return { fake, time, client }
}

const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof HeronCallError ? error.code : error),
  )

describe('a call', () => {
  it('ends an attempt at its deadline and tries twice more with the same key and body', async () => {
    const { fake, time, client } = await setup()
    fake.meet('/v1/sessions', 'hang', 'hang', 'hang')
    const opening = code(client.openSession(SESSION))
    for (const attempt of [1, 2, 3]) {
      await fake.arrived(attempt)
      time.expire('deadline')
    }
    expect(await opening).toBe('no_answer')
    expect(fake.requests).toHaveLength(3)
    expect(new Set(fake.requests.map((request) => request.idempotency_key))).toEqual(
      new Set(['session:run_1']),
    )
    expect(fake.requests[2]).toEqual(fake.requests[0])
    expect(time.held('deadline')).toBe(0)
  })

  it.each([
    ['a broken connection', 'drop'],
    ['a 429', { status: 429 }],
    ['a 500', { status: 500 }],
    ['a 503', { status: 503 }],
  ] as const)('is tried again after %s, and is answered by the next attempt', async (_name, fault) => {
    const { fake, client } = await setup()
    fake.meet('/v1/sessions', fault, fault)
    expect(await client.openSession(SESSION)).toMatchObject({ session_id: 'ses_1' })
    expect(fake.requests).toHaveLength(3)
  })

  it('finds what was done when only the answer was lost', async () => {
    const { fake, client } = await setup()
    fake.meet('/v1/sessions', 'lose_answer')
    expect(await client.openSession(SESSION)).toMatchObject({ session_id: 'ses_1', replay: true })
  })

  it.each([400, 401, 404, 409, 413, 418])('is not tried again after a %i', async (status) => {
    const { fake, client } = await setup()
    const body = JSON.stringify({ type: 'x', title: 'No', status, detail: 'say it so', code: 'some_code' })
    fake.meet('/v1/sessions', { status, body })
    const error = await client.openSession(SESSION).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'refused', status, problem: { code: 'some_code' } })
    expect((error as Error).message).toContain('say it so')
    expect(fake.requests).toHaveLength(1)
  })

  it.each([
    ['text that is not JSON', '<html>'],
    ['JSON with a duplicate member', '{"session_id":"a","session_id":"b"}'],
    ['JSON of another shape', '{"session_id":1}'],
    ['nothing', ''],
  ])('does not believe an answer that is %s', async (_name, body) => {
    const { fake, client } = await setup()
    fake.meet('/v1/sessions', { status: 200, body })
    expect(await code(client.openSession(SESSION))).toBe('unreadable_answer')
    expect(fake.requests).toHaveLength(1)
  })

  it('does not follow a redirect, which would carry the API key away', async () => {
    const { fake, client } = await setup()
    fake.meet('/v1/sessions', { status: 307, headers: { location: `${fake.url}/v1/elsewhere` } })
    expect(await code(client.openSession(SESSION))).toBe('refused')
    expect(fake.to('/v1/elsewhere')).toEqual([])
  })

  it('waits longer before each further attempt', async () => {
    const { fake, time, client } = await setup()
    fake.meet('/v1/sessions', 'drop', 'drop')
    await client.openSession(SESSION)
    expect(time.pauses).toEqual([75, 150])
  })

  it.each([
    ['seconds', '1'],
    ['a date', new Date(Date.parse('2026-11-30T18:43:03.399Z') + 1000).toUTCString()],
  ])('honours Retry-After given as %s', async (_name, header) => {
    const { fake, time, client } = await setup()
    fake.meet('/v1/sessions', { status: 429, headers: { 'retry-after': header } })
    await client.openSession(SESSION)
    // A date has no milliseconds.
    expect(time.pauses.map((pause) => Math.ceil(pause / 1000))).toEqual([1])
  })

  it('gives up when it is asked to wait longer than an agent can be kept waiting', async () => {
    const { fake, client } = await setup()
    fake.meet('/v1/sessions', { status: 429, headers: { 'retry-after': '60' } })
    expect(await code(client.openSession(SESSION))).toBe('rate_limited')
    expect(fake.requests).toHaveLength(1)
  })

  it.each([
    ['a space', 'run 1'],
    ['a letter outside ASCII', 'Lauf-ü'],
    ['a line break', 'run\r\nx-evil: 1'],
    ['more than a header holds', 'r'.repeat(5000)],
  ])('names an id with %s by its hash in the key', async (_name, externalId) => {
    const { fake, client } = await setup()
    await client.openSession({ ...SESSION, external_id: externalId })
    expect(fake.requests[0]?.idempotency_key).toMatch(/^session:sha256:[0-9a-f]{64}$/)
    await client.closeSession(externalId)
    expect(decodeURIComponent(fake.requests[1]?.path ?? '')).toBe(`/v1/sessions/${externalId}/close`)
  })

  it('reaches every reader', async () => {
    const { fake, client } = await setup()
    expect(await client.readSession('run/1')).toEqual({ path: '/v1/sessions/run%2F1' })
    expect(await client.readAction('act_1')).toEqual({ path: '/v1/actions/act_1' })
    expect(await client.readJwks()).toEqual(fake.keys)
    const policy = { policy_hash: `sha256:${'a'.repeat(64)}`, bundle: { v: 1 } }
    fake.tamper = () => policy
    expect(await client.readPolicy()).toEqual(policy)
    expect(await client.readPolicyByHash(policy.policy_hash)).toEqual(policy)
    expect(fake.requests.at(-1)?.path).toBe(`/v1/policies/${encodeURIComponent(policy.policy_hash)}`)
  })
})

describe('several statements at once', () => {
  const one = {
    action_id: 'act_1',
    decision_id: 'dec_1',
    outcome: 'EXECUTED',
    result_hash: null,
    error_code: null,
    executed_at: '2026-11-30T18:43:03.418Z',
    signature: { kid: 'k1', alg: 'Ed25519', value: 'AAAA' },
  } as const

  it('are answered one by one, under a key of their meaning', async () => {
    const { fake, client } = await setup()
    const later = { ...one, executed_at: '2026-11-30T18:43:09.000Z' }
    expect(await client.reportExecutions([one, { ...one, action_id: 'act_2' }])).toHaveLength(2)
    fake.meet('/v1/executions', {
      status: 200,
      body: '[{"ok":true,"signature_valid":true},{"ok":false,"code":"x"}]',
    })
    await client.reportExecutions([later, { ...later, action_id: 'act_2' }])
    expect(fake.requests[0]?.idempotency_key).toMatch(/^executions:sha256:/)
    expect(fake.requests[1]?.idempotency_key).toBe(fake.requests[0]?.idempotency_key)
  })

  it('are not taken as answered when an answer is missing', async () => {
    const { fake, client } = await setup()
    fake.meet('/v1/executions', { status: 200, body: '[{"ok":true,"signature_valid":true}]' })
    expect(await code(client.reportExecutions([one, one]))).toBe('unreadable_answer')
  })

  it.each([0, 501])('are refused here when they are %i', async (count) => {
    const { client } = await setup()
    expect(() => client.reportExecutions(Array.from({ length: count }, () => one))).toThrow(HeronUsageError)
  })
})

describe('the breaker', () => {
  it('opens after five silent calls and then asks nobody', async () => {
    const { fake, client } = await setup()
    fake.meet('/', ...Array.from({ length: 15 }, () => 'drop' as const))
    for (let call = 0; call < 5; call += 1) expect(await code(client.openSession(SESSION))).toBe('no_answer')
    expect(fake.requests).toHaveLength(15)
    expect(await code(client.openSession(SESSION))).toBe('breaker_open')
    expect(fake.requests).toHaveLength(15)
  })

  it('lets one probe through after a while, alone and without retries, and closes when it is answered', async () => {
    const { fake, time, client } = await setup({ breaker: { silentCalls: 1, openMs: 10_000 } })
    fake.meet('/', 'drop', 'drop', 'drop')
    await code(client.openSession(SESSION))
    time.nowMs += 10_000
    fake.meet('/', 'hang')
    const probe = code(client.openSession(SESSION))
    await fake.arrived(4)
    expect(await code(client.openSession(SESSION))).toBe('breaker_open')
    time.expire('deadline')
    expect(await probe).toBe('no_answer')
    expect(await code(client.openSession(SESSION))).toBe('breaker_open')
    time.nowMs += 10_000
    expect(await code(client.openSession(SESSION))).toBe('answered')
    expect(await code(client.openSession(SESSION))).toBe('answered')
    expect(fake.requests).toHaveLength(6)
  })

  it('counts silence in a row only, and takes a refusal or a 429 for a sign of life', async () => {
    const { fake, client } = await setup({ breaker: { silentCalls: 2 } })
    for (const sign of [{ status: 401 }, { status: 429, headers: { 'retry-after': '60' } }]) {
      fake.meet('/', 'drop', 'drop', 'drop', sign)
      await code(client.openSession(SESSION))
      await code(client.openSession(SESSION))
    }
    fake.meet('/', 'drop', 'drop', 'drop')
    expect(await code(client.openSession(SESSION))).toBe('no_answer')
    expect(await code(client.openSession(SESSION))).toBe('answered')
  })
})

describe('setting up', () => {
  it.each([
    'ftp://heron.example',
    'heron.example',
    'http://heron.example',
    'https://user:pass@heron.example',
    'https://heron.example/?t=1',
  ])('refuses the address %s', (url) => {
    expect(() => new HeronClient({ url, apiKey: API_KEY })).toThrow(HeronUsageError)
  })

  it.each([
    'https://heron.example',
    'http://localhost:4000/',
    'http://[::1]:4000',
    'https://a.example/heron/',
  ])('takes the address %s', (url) => {
    expect(() => new HeronClient({ url, apiKey: API_KEY })).not.toThrow()
  })

  it('takes plain http to another machine only when told so', () => {
    const url = 'http://heron.internal:4000'
    expect(() => new HeronClient({ url, apiKey: API_KEY, insecureTransport: true })).not.toThrow()
  })

  it.each(['', 'hrn_test_ä', 'hrn_test_1\r\nx: y'])('refuses the API key %j without quoting it', (apiKey) => {
    expect(() => new HeronClient({ url: 'https://heron.example', apiKey })).toThrow(/^the API key must be/)
  })

  it.each(['', '.', '..', '\ud800'])('refuses %j as the id of a session', (externalId) => {
    const client = new HeronClient({ url: 'https://heron.example', apiKey: API_KEY })
    expect(() => client.readSession(externalId)).toThrow(HeronUsageError)
  })

  it('never shows the API key, neither when looked at nor in an error', async () => {
    const { fake, client } = await setup()
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(API_KEY)
    expect(JSON.stringify(client)).not.toContain(API_KEY)
    fake.meet('/', { status: 401 })
    const error = await client.openSession(SESSION).catch((thrown: unknown) => thrown)
    expect(inspect(error, { depth: 9 })).not.toContain(API_KEY)
  })
})
