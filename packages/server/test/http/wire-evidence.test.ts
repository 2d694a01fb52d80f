/** Evidence and catalogues (heron.md §3, §4), over real HTTP, signed by hand. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveHeron, ok, startLiveHeron } from './live-heron.js'
import { hash, type Jsonish, statementOf } from './vendor-client.js'

let heron: LiveHeron
beforeAll(async () => {
  heron = await startLiveHeron()
})
afterAll(() => heron.close())

describe('execution evidence', () => {
  it('that verifies is answered so, and read back', async () => {
    const { client } = heron
    ok(await client.openSession('evidence_1'))
    const action = ok(await client.announce('evidence_1', 1))
    const statement = statementOf(action, 'EXECUTED', { executed_at: '2026-11-30T20:43:03.4+02:00' })
    expect(ok(await client.report(statement)).body).toEqual({ ok: true, signature_valid: true })
    expect(heron.findings(action.body.action_id as string)).toEqual([])
    const read = ok(await client.get(`/v1/actions/${action.body.action_id as string}`)).body
    expect(read.executions).toMatchObject([{ outcome: 'EXECUTED', signature_valid: true, kid: 'k1' }])
    // Signed bytes are kept as they are: the time is not converted.
    expect(read.executions[0].executed_at).toBe('2026-11-30T20:43:03.4+02:00')
  })

  it('may leave out what is null, since absent is null in the signed bytes', async () => {
    const { client } = heron
    ok(await client.openSession('evidence_2'))
    const action = ok(await client.announce('evidence_2', 1))
    const {
      result_hash: _result,
      error_code: _error,
      ...rest
    } = client.signed(statementOf(action, 'BLOCKED'))
    expect(ok(await client.send('POST', '/v1/executions', rest)).body).toEqual({
      ok: true,
      signature_valid: true,
    })
  })

  const altered: [string, (signed: Jsonish) => Jsonish][] = [
    ['other members than were signed', (signed) => ({ ...signed, error_code: 'other' })],
    [
      'another key’s name',
      (signed) => ({ ...signed, signature: { ...(signed['signature'] as Jsonish), kid: 'k9' } }),
    ],
    ['no base64url', (signed) => ({ ...signed, signature: { kid: 'k1', alg: 'Ed25519', value: '***' } })],
    ['too few bytes', (signed) => ({ ...signed, signature: { kid: 'k1', alg: 'Ed25519', value: 'AAAA' } })],
    ['nothing', (signed) => ({ ...signed, signature: { kid: 'k1', alg: 'Ed25519', value: '' } })],
  ]
  it.each(altered)(
    'whose signature is over %s is stored, answered 200, and a finding',
    async (what, alter) => {
      const { client } = heron
      const session = `evidence_bad_${what.replaceAll(/\W/g, '_')}`
      ok(await client.openSession(session))
      const action = ok(await client.announce(session, 1))
      const statement = alter(client.signed(statementOf(action, 'FAILED', { error_code: 'timeout' })))
      expect(ok(await client.send('POST', '/v1/executions', statement)).body).toEqual({
        ok: true,
        signature_valid: false,
      })
      expect(heron.findings(action.body.action_id as string)).toEqual(['INVALID_VENDOR_SIGNATURE'])
      const read = ok(await client.get(`/v1/actions/${action.body.action_id as string}`)).body
      expect(read.executions).toMatchObject([{ signature_valid: false }])
    },
  )

  it('by a key that nobody imported is stored, answered 200, and a finding', async () => {
    const { client, stranger } = heron
    ok(await client.openSession('evidence_3'))
    const action = ok(await client.announce('evidence_3', 1))
    expect(ok(await stranger.report(statementOf(action, 'EXECUTED'))).body.signature_valid).toBe(false)
    expect(heron.findings(action.body.action_id as string)).toEqual(['INVALID_VENDOR_SIGNATURE'])
  })

  it('on an action that does not exist here is stored too, and a finding', async () => {
    const { client } = heron
    const before = heron.counts()
    const statement = {
      action_id: 'act_nowhere',
      decision_id: 'dec_nowhere',
      outcome: 'EXECUTED',
      result_hash: null,
      error_code: null,
      executed_at: '2026-11-30T18:43:03.418Z',
    }
    expect(ok(await client.report(statement)).body).toEqual({ ok: true, signature_valid: true })
    expect(heron.counts()['executions']).toBe(before['executions']! + 1)
    expect(heron.findings('act_nowhere')).toEqual(['EXECUTION_WITHOUT_DECISION'])
    expect((await client.get('/v1/actions/act_nowhere')).status).toBe(404)
  })

  it('may say any of the seven outcomes', async () => {
    const { client } = heron
    ok(await client.openSession('evidence_4'))
    for (const [seq, outcome] of [
      'EXECUTED',
      'SKIPPED',
      'FAILED',
      'BLOCKED',
      'ESCALATED',
      'ABANDONED',
      'NOT_ATTEMPTED',
    ].entries()) {
      const action = ok(await client.announce('evidence_4', seq))
      expect(ok(await client.report(statementOf(action, outcome))).body.signature_valid).toBe(true)
    }
  })
})

describe('a tool catalogue', () => {
  const READ = { name: 'crm.read', signals: { op: 'read' } }

  it('is stored once for its content, in whatever order it is sent', async () => {
    const { client } = heron
    const tools = [{ name: 'zebra.do', signals: {} }, READ]
    const expected = hash({ v: 1, tools: [READ, tools[0]] })
    expect(ok(await client.putCatalog(tools)).body).toEqual({
      ok: true,
      catalog_hash: expected,
      tools: 2,
      signature_valid: true,
    })
    const before = heron.counts()
    for (const key of [undefined, 'another key']) {
      const again = ok(await client.putCatalog([...tools].reverse(), key))
      expect(again.body).toEqual({
        ok: true,
        catalog_hash: expected,
        tools: 2,
        signature_valid: true,
        replay: true,
      })
    }
    expect(heron.counts()).toEqual(before)
  })

  it('of other content under the same key is a conflict', async () => {
    const { client } = heron
    ok(await client.putCatalog([{ name: 'one', signals: {} }], 'catalog_key'))
    const before = heron.counts()
    const answer = await client.putCatalog([{ name: 'two', signals: {} }], 'catalog_key')
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
    expect(heron.counts()['tool_catalogs']).toBe(before['tool_catalogs'])
  })

  it.each([
    [
      'a name twice',
      [
        { name: 'same', signals: {} },
        { name: 'same', signals: { op: 'read' } },
      ],
      'duplicate_tool_name',
      '/tools/1/name',
    ],
    [
      'an alias of two tools',
      [
        { name: 'one', aliases: ['x'], signals: {} },
        { name: 'two', aliases: ['y', 'x'], signals: {} },
      ],
      'ambiguous_catalog',
      '/tools/1/aliases/1',
    ],
  ])('with %s is refused, and nothing is written', async (_what, tools, code, pointer) => {
    const before = heron.counts()
    expect(await heron.client.putCatalog(tools)).toMatchObject({ status: 400, body: { code, pointer } })
    expect(heron.counts()).toEqual(before)
  })

  it('whose alias is another tool’s live name is taken, with a warning', async () => {
    const answer = ok(
      await heron.client.putCatalog([
        { name: 'mail.read', signals: { op: 'read' } },
        { name: 'mail.send', aliases: ['mail.read'], signals: { op: 'send' } },
      ]),
    )
    expect(answer.body).toMatchObject({
      signature_valid: true,
      warnings: [{ code: 'shadowed', alias: 'mail.read', tool: 'mail.send' }],
    })
  })

  it('in force says what a tool does; one that did not verify says nothing', async () => {
    const { client, stranger } = heron
    ok(await client.openSession('catalog_1'))
    const tools = [
      { name: 'frobnicate', aliases: ['frob'], signals: { op: 'read', data_class: 'operational' } },
    ]
    const before = heron.counts()
    expect(ok(await stranger.putCatalog(tools)).body.signature_valid).toBe(false)
    expect(heron.counts()['findings']).toBe(before['findings']! + 1)
    const unknown = ok(await client.announce('catalog_1', 1, { tool: { name: 'frobnicate' } })).body
    expect(unknown.decision.verdict).toBe('STEP_UP')
    expect(unknown.evaluation.payload.classification.operation).toEqual({
      value: 'unknown',
      source: 'unknown',
    })

    const put = ok(await client.putCatalog(tools, 'now signed by the right key')).body
    for (const [seq, name] of ['frobnicate', 'frob'].entries()) {
      const known = ok(await client.announce('catalog_1', seq + 2, { tool: { name } })).body
      expect(known.decision).toMatchObject({ verdict: 'ALLOW', rule: 'heron.read.allow' })
      expect(known.evaluation.payload.classification.operation).toEqual({
        value: 'read',
        source: 'catalogued',
      })
      expect(known.receipt.payload.catalog_hash).toBe(put.catalog_hash)
    }
  })
})

describe('the recorded run of a client', () => {
  const run = JSON.parse(readFileSync(new URL('sample-run.json', import.meta.url), 'utf8')) as {
    requests: { method: string; path: string; idempotency_key: string; body: Jsonish }[]
  }

  it('is answered 200 throughout, with the members that clients read', async () => {
    const answers = []
    for (const { method, path, idempotency_key: key, body } of run.requests) {
      answers.push(ok(await heron.client.send(method, path, body, key)).body)
    }
    const [session, action, execution, closed, catalog] = answers
    expect(session).toMatchObject({
      session_id: expect.any(String),
      head_hash: expect.stringMatching(/^sha256:/),
    })
    expect(action).toMatchObject({
      action_id: expect.any(String),
      decision: {
        decision_id: expect.any(String),
        verdict: 'STEP_UP',
        engine: expect.any(String),
        effect: 'enforced',
        reasons: expect.any(Array),
        rule: 'heron.external_send.step_up',
      },
      receipt: {
        id: expect.any(String),
        kid: expect.any(String),
        alg: 'EdDSA',
        signature: expect.any(String),
      },
      chain: { prev_hash: session.head_hash, record_hash: expect.stringMatching(/^sha256:/) },
    })
    // It claims a hash of zeros, and reports on an action of the recording server.
    expect(heron.findings(action.action_id as string)).toEqual(['BROKEN_CHAIN'])
    expect(execution).toEqual({ ok: true, signature_valid: true })
    expect(heron.findings('act_2')).toEqual(['EXECUTION_WITHOUT_DECISION'])
    expect(closed).toMatchObject({ head_hash: action.chain.record_hash, count: 1 })
    expect(catalog).toEqual({
      ok: true,
      catalog_hash: 'sha256:457ec600a449d7d48ce669bebe7dbfc93fd888d71fad23287e30bda84c05c138',
      tools: 1,
      signature_valid: true,
    })
  })
})
