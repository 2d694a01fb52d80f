/** Every refusal of heron.md §3, over real HTTP: code, pointer, and a database that did not change. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveHeron, ok, startLiveHeron, VENDOR_KEY } from './live-heron.js'
import { actionOf, hash, sessionOf, statementOf, VendorClient } from './vendor-client.js'

let heron: LiveHeron
let before: Record<string, number>
beforeAll(async () => {
  heron = await startLiveHeron()
  ok(await heron.client.openSession('known'))
})
afterAll(() => heron.close())
beforeEach(() => {
  before = heron.counts()
})
afterEach(async () => {
  expect(heron.counts()).toEqual(before)
  expect((await fetch(`${heron.url}/readyz`)).status).toBe(200)
})

const SCOPE = '/grant/scope'
const INFERRED = {
  inferred: 'operation',
  inference_model: 'm',
  inference_prompt_hash: hash('p'),
  inference_slice: 'all',
}

/** The second token's claims name a person. */
const PERSONAL_CHAIN = {
  tokens: ['e30.e30.AA', `e30.${Buffer.from('{"sub":"maria@acme.com"}').toString('base64url')}.AA`],
}

const SESSION_CASES = [
  [{ principal: { type: 'human', ref: 'maria@acme.com' } }, 'personal_reference', '/principal/ref'],
  [{ principal: { type: 'human', ref: '+1 (415) 555-0142' } }, 'personal_reference', '/principal/ref'],
  [{ task: { ref: 'call +49 30 9018 2000' } }, 'personal_reference', '/task/ref'],
  [{ grant: { hash: hash(1), ref: 'maria@acme.com' } }, 'personal_reference', '/grant/ref'],
  [{ original_request: { hash: 'sha256:12', anchors: [] } }, 'malformed_digest', '/original_request/hash'],
  [
    { original_request: { hash: hash(1).toUpperCase(), anchors: [] } },
    'malformed_digest',
    '/original_request/hash',
  ],
  [{ grant: { hash: 'md5:00' } }, 'malformed_digest', '/grant/hash'],
  [
    { grant: { hash: hash(1), scope: { allowed_tools: [] } } },
    'invalid_grant_scope',
    `${SCOPE}/allowed_tools`,
  ],
  [
    { grant: { hash: hash(1), scope: { allowed_tools: ['a', 'unknown'] } } },
    'invalid_grant_scope',
    `${SCOPE}/allowed_tools/1`,
  ],
  [
    { grant: { hash: hash(1), scope: { bounds: { destination: [] } } } },
    'invalid_grant_scope',
    `${SCOPE}/bounds/destination`,
  ],
  [
    { grant: { hash: hash(1), scope: { bounds: { data_class: ['none', 'unknown'] } } } },
    'invalid_grant_scope',
    `${SCOPE}/bounds/data_class/1`,
  ],
  [
    { grant: { hash: hash(1), scope: { bounds: { 'a/b': { '~': 'unknown' } } } } },
    'invalid_grant_scope',
    `${SCOPE}/bounds/a~1b/~0`,
  ],
  [
    { grant: { hash: hash(1), document: { tokens: ['e30.e30.AA'] } } },
    'grant_document_mismatch',
    '/grant/document',
  ],
  [
    { grant: { hash: hash(PERSONAL_CHAIN), document: PERSONAL_CHAIN } },
    'personal_reference',
    '/grant/document/tokens/1',
  ],
  [{ grant: { hash: hash(1), document: { tokens: [] } } }, 'invalid_request', '/grant/document/tokens'],
  [
    { grant: { hash: hash(1), document: { tokens: ['e30.e30.AA'], note: 'x' } } },
    'invalid_request',
    '/grant/document/note',
  ],
  [{ started_at: '2026-02-29T00:00:00Z' }, 'invalid_request', '/started_at'],
  [{ external_id: undefined }, 'invalid_request', '/external_id'],
] as const

const ACTION_CASES = [
  [{ args_hash: 'sha256:' }, 'malformed_digest', '/args_hash'],
  [{ chain: { prev_hash: 'sha256:ff' } }, 'malformed_digest', '/chain/prev_hash'],
  [{ signals: { instructions_hash: 'sha256:ff' } }, 'malformed_digest', '/signals/instructions_hash'],
  [{ signals: { shown_text_hash: 'shown' } }, 'malformed_digest', '/signals/shown_text_hash'],
  [
    { signals: { ...INFERRED, inference_prompt_hash: 'p' } },
    'malformed_digest',
    '/signals/inference_prompt_hash',
  ],
  [{ signals: { resolves_action: 'act_1' } }, 'incomplete_approval', '/signals/human_decision'],
  [{ signals: { human_decision: 'APPROVE' } }, 'incomplete_approval', '/signals/resolves_action'],
  [{ signals: { approver: 'user_1' } }, 'incomplete_approval', '/signals/approver'],
  [
    { signals: { human_authorized: true, resolves_action: 'act_1', human_decision: 'APPROVE' } },
    'incomplete_approval',
    '/signals/human_authorized',
  ],
  [{ signals: { inferred: 'operation' } }, 'incomplete_inference', '/signals/inference_model'],
  [{ signals: { ...INFERRED, inferred: undefined } }, 'incomplete_inference', '/signals/inferred'],
  [
    { signals: { ...INFERRED, inference_slice: undefined } },
    'incomplete_inference',
    '/signals/inference_slice',
  ],
  [{ signals: { ...INFERRED, inferred: 'operation,colour' } }, 'incomplete_inference', '/signals/inferred'],
  [{ signals: { nested: { a: 1 } } }, 'invalid_request', '/signals/nested'],
  [{ tool: { name: 'mail.maria@acme.com' } }, 'personal_tool_name', '/tool/name'],
  [{ seq: 4294967296 }, 'invalid_request', '/seq'],
  [{ seq: -1 }, 'invalid_request', '/seq'],
  [{ requested_at: 'now' }, 'invalid_request', '/requested_at'],
] as const

const STATEMENT = {
  action_id: 'act_1',
  decision_id: 'dec_1',
  outcome: 'EXECUTED',
  result_hash: null,
  error_code: null,
  executed_at: '2026-11-30T18:43:03.418Z',
}

const STATEMENT_CASES = [
  [{ result_hash: 'sha256:00' }, 'malformed_digest', '/result_hash'],
  [{ outcome: 'SUCCESS' }, 'invalid_request', '/outcome'],
  [{ executed_at: '2026-11-30T25:00:00Z' }, 'invalid_request', '/executed_at'],
  [{ action_id: undefined }, 'invalid_request', '/action_id'],
] as const

const CATALOG_CASES = [
  [[{ name: 'a', signals: { op: 'unknown' } }], 'invalid_request', '/tools/0/signals/op'],
  [[{ name: 'a', signals: { recipient_count: 3 } }], 'invalid_request', '/tools/0/signals/recipient_count'],
  [[{ name: 'call.+14155550142', signals: {} }], 'personal_tool_name', '/tools/0/name'],
  [[{ name: 'a', aliases: ['maria@acme.com'], signals: {} }], 'personal_tool_name', '/tools/0/aliases/0'],
] as const

describe('400', () => {
  it.each(SESSION_CASES)('for a session with %j: %s at %s', async (changes, code, pointer) => {
    expect(await heron.client.openSession('bad', changes)).toMatchObject({
      status: 400,
      body: { code, pointer },
    })
  })

  it.each(ACTION_CASES)('for an action with %j: %s at %s', async (changes, code, pointer) => {
    expect(await heron.client.announce('known', 1, changes)).toMatchObject({
      status: 400,
      body: { code, pointer },
    })
  })

  it.each(STATEMENT_CASES)('for a statement with %j: %s at %s', async (changes, code, pointer) => {
    const answer = await heron.client.report({ ...STATEMENT, ...changes })
    expect(answer).toMatchObject({ status: 400, body: { code, pointer } })
  })

  it.each(CATALOG_CASES)('for a catalogue of %j: %s at %s', async (tools, code, pointer) => {
    expect(await heron.client.putCatalog(tools)).toMatchObject({ status: 400, body: { code, pointer } })
  })

  it('for text that is not strict JSON, before anything else', async () => {
    const good = JSON.stringify(actionOf('known', 1))
    for (const [bad, pointer] of [
      [good.replace('"seq":1', '"seq":1,"\\u0073eq":2'), '/seq'],
      [good.replace('"seq":1', '"seq":9007199254740993'), '/seq'],
      [good.replace('"seq":1', '"seq":1e400'), '/seq'],
      [good.replace('"args_redacted":{}', '"args_redacted":{"a":["\\udead"]}'), '/args_redacted/a/0'],
    ] as const) {
      const answer = await heron.client.send('POST', '/v1/actions', bad)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_json', pointer } })
    }
  })
})

describe('401', () => {
  it.each(['hrn_live_nothing', 'hrn_live_', 'x', `hrn_live_${'a'.repeat(43)}`])(
    'for the key %s',
    async (key) => {
      const intruder = new VendorClient(heron.url, key, VENDOR_KEY)
      const answer = await intruder.openSession('known')
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    },
  )
})

describe('404', () => {
  it('for a session that was never opened', async () => {
    const { client } = heron
    for (const answer of [
      await client.announce('nowhere', 1),
      await client.close('nowhere'),
      await client.get('/v1/sessions/nowhere'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'unknown_session' } })
    }
  })

  it('for an action, a policy and an address that are not here', async () => {
    for (const path of [
      '/v1/actions/act_nowhere',
      `/v1/policies/${hash('x')}`,
      '/v1/policies/x',
      '/v1/elsewhere',
      '/nowhere',
    ]) {
      expect(await heron.client.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('413 and 415', () => {
  it('for a body over 256 KiB', async () => {
    const big = actionOf('known', 1, { args_redacted: { a: 'x'.repeat(270_000) } })
    expect(await heron.client.send('POST', '/v1/actions', big)).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
  })

  it('for a body of unknown length that grows over 256 KiB', async () => {
    const socket = connect(Number(new URL(heron.url).port), '127.0.0.1')
    socket.write(
      `POST /v1/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${heron.apiKey}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
    )
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    socket.end(chunk.repeat(5) + '0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('for another type than JSON', async () => {
    const response = await fetch(`${heron.url}/v1/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${heron.apiKey}`, 'content-type': 'text/plain' },
      body: JSON.stringify(sessionOf('typed')),
    })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
  })
})

describe('a refused request', () => {
  it('does not use up its idempotency key', async () => {
    const { client } = heron
    const key = 'used by a mistake'
    expect((await client.openSession('second_try', { external_id: '' }, key)).status).toBe(400)
    const answer = ok(await client.openSession('second_try', {}, key))
    expect(answer.body.replay).toBeUndefined()
    const action = ok(await client.announce('second_try', 1))
    ok(await client.report(statementOf(action, 'EXECUTED')))
    before = heron.counts()
  })
})
