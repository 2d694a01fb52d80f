/** What the door refuses (heron.md §2, §3): each with its code, a pointer, a sentence, and nothing passed on. */
import type { Problem } from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.js'
import { actionBody, catalogBody, executionBody, sessionBody, spoil } from './requests.js'
import { API_KEY, scriptedService, writes } from './scripted-service.js'

const { service, calls } = scriptedService()
const app = createApp({ service })
beforeAll(() => app.ready())
afterAll(() => app.close())

async function send(
  method: 'POST' | 'PUT',
  url: string,
  payload: string,
): Promise<{ status: number; body: Problem }> {
  const response = await app.inject({
    method,
    url,
    payload,
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
  })
  return { status: response.statusCode, body: response.json() }
}

const ROUTES = {
  session: { method: 'POST', url: '/v1/sessions', body: sessionBody },
  action: { method: 'POST', url: '/v1/actions', body: actionBody },
  execution: { method: 'POST', url: '/v1/executions', body: executionBody },
  catalog: { method: 'PUT', url: '/v1/tool-catalog', body: catalogBody },
} as const

type Case = readonly [
  route: keyof typeof ROUTES,
  path: string,
  value: unknown,
  code: string,
  pointer?: string,
]

function named(cases: readonly Case[]): {
  name: string
  route: keyof typeof ROUTES
  path: string
  value: unknown
  code: string
  pointer: string
}[] {
  return cases.map(([route, path, value, code, pointer = path]) => {
    const shown = (JSON.stringify(value) as string | undefined) ?? 'nothing'
    return { name: `${route} ${JSON.stringify(path)} = ${shown}`, route, path, value, code, pointer }
  })
}

const LONG = 'x'.repeat(257)
const CASES: readonly Case[] = [
  ['session', '/external_id', undefined, 'invalid_request'],
  ['session', '/external_id', '', 'invalid_request'],
  ['session', '/external_id', LONG, 'invalid_request'],
  ['session', '/external_id', 'a\nb', 'invalid_request'],
  ['session', '/external_id', 'a\u0000b', 'invalid_request'],
  ['session', '/external_id', 7, 'invalid_request'],
  ['session', '/agent', 'agent_1', 'invalid_request'],
  ['session', '/agent/external_id', undefined, 'invalid_request'],
  ['session', '/principal', null, 'invalid_request'],
  ['session', '/principal/type', 'robot', 'invalid_request'],
  ['session', '/principal/ref', undefined, 'invalid_request'],
  ['session', '/original_request', undefined, 'invalid_request'],
  ['session', '/original_request/hash', 'sha256:1234', 'malformed_digest'],
  ['session', '/original_request/hash', `sha256:${'AB'.repeat(32)}`, 'malformed_digest'],
  ['session', '/original_request/hash', 'ab'.repeat(32), 'malformed_digest'],
  ['session', '/original_request/hash', null, 'malformed_digest'],
  ['session', '/original_request/anchors', undefined, 'invalid_request'],
  [
    'session',
    '/original_request/anchors',
    ['maria@acme.com'],
    'invalid_request',
    '/original_request/anchors/0',
  ],
  ['session', '/task/ref', undefined, 'invalid_request'],
  ['session', '/grant/hash', 'sha256:', 'malformed_digest'],
  ['session', '/grant/hash', undefined, 'invalid_request'],
  ['session', '/grant/scope', 'all', 'invalid_request'],
  ['session', '/grant/scope/allowed_tools', 'gmail.send', 'invalid_request'],
  ['session', '/grant/scope/expires_at', 'tomorrow', 'invalid_request'],
  ['session', '/started_at', undefined, 'invalid_request'],
  ['session', '/started_at', '2026-11-30', 'invalid_request'],
  ['session', '/started_at', '2026-12-31T23:59:60Z', 'invalid_request'],
  ['session', '/started_at', 1_764_528_183, 'invalid_request'],

  ['action', '/session_external_id', undefined, 'invalid_request'],
  ['action', '/seq', undefined, 'invalid_request'],
  ['action', '/seq', -1, 'invalid_request'],
  ['action', '/seq', 1.5, 'invalid_request'],
  ['action', '/seq', 2 ** 32, 'invalid_request'],
  ['action', '/seq', '7', 'invalid_request'],
  ['action', '/tool', undefined, 'invalid_request'],
  ['action', '/tool/name', '', 'invalid_request'],
  ['action', '/tool/name', LONG, 'invalid_request'],
  ['action', '/args_redacted', undefined, 'invalid_request'],
  ['action', '/args_redacted', ['a'], 'invalid_request'],
  ['action', '/args_redacted', null, 'invalid_request'],
  ['action', '/args_hash', undefined, 'invalid_request'],
  ['action', '/args_hash', 'sha256:xyz', 'malformed_digest'],
  ['action', '/signals', 'op=send', 'invalid_request'],
  ['action', '/signals/op', ['send'], 'invalid_request'],
  ['action', '/signals/nested', { a: 1 }, 'invalid_request'],
  ['action', '/signals/line\nbreak', { a: 1 }, 'invalid_request'],
  ['action', '/resource_ref', '', 'invalid_request'],
  ['action', '/requested_at', 'now', 'invalid_request'],
  ['action', '/chain', {}, 'invalid_request', '/chain/prev_hash'],
  ['action', '/chain/prev_hash', 'genesis', 'malformed_digest'],

  ['execution', '/action_id', undefined, 'invalid_request'],
  ['execution', '/decision_id', '', 'invalid_request'],
  ['execution', '/outcome', 'DONE', 'invalid_request'],
  ['execution', '/outcome', undefined, 'invalid_request'],
  ['execution', '/result_hash', 'sha256:00', 'malformed_digest'],
  ['execution', '/error_code', 42, 'invalid_request'],
  ['execution', '/executed_at', 'yesterday', 'invalid_request'],
  ['execution', '/executed_at', null, 'invalid_request'],
  ['execution', '/signature', undefined, 'invalid_request'],
  ['execution', '/signature/alg', 'RS256', 'invalid_request'],
  ['execution', '/signature/kid', undefined, 'invalid_request'],

  ['catalog', '/v', 2, 'invalid_request'],
  ['catalog', '/tools', {}, 'invalid_request'],
  ['catalog', '/tools/0/name', undefined, 'invalid_request'],
  ['catalog', '/tools/0/note', 'x', 'invalid_request'],
  ['catalog', '/tools/0/signals', undefined, 'invalid_request'],
  ['catalog', '/tools/0/signals/op', 'unknown', 'invalid_request'],
  ['catalog', '/tools/0/signals/op', 'dance', 'invalid_request'],
  ['catalog', '/tools/0/signals/amount', 5, 'invalid_request'],
  ['catalog', '/tools/0/signals/reversible', 'yes', 'invalid_request'],
  ['catalog', '/tools/0/aliases', null, 'invalid_request'],
  ['catalog', '/signature', undefined, 'invalid_request'],
]

describe('a member that is wrong', () => {
  it.each(named(CASES))('$name is refused as $code', async ({ route, path, value, code, pointer }) => {
    const { method, url, body } = ROUTES[route]
    const answer = await send(method, url, JSON.stringify(spoil(body(), path, value)))
    expect(answer).toMatchObject({ status: 400, body: { code, pointer, status: 400 } })
    expect(answer.body.detail).toMatch(/^(`\/|the body)/)
    expect(writes(calls)).toEqual([])
  })

  it('may be the whole body', async () => {
    for (const { method, url } of Object.values(ROUTES)) {
      for (const payload of ['null', '"text"', '7', 'true']) {
        expect(await send(method, url, payload)).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', pointer: '' },
        })
      }
    }
    expect(writes(calls)).toEqual([])
  })
})

describe('text that is not strict JSON', () => {
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"agent":{"x":1,"\\u0078":2}}', '/agent/x'],
    ['{"agent":{"n":["\\ud800"]}}', '/agent/n/0'],
    ['{"seq":1e400}', '/seq'],
    ['{"seq":9007199254740993}', '/seq'],
    ['{"signals":{"amount":-9007199254740992}}', '/signals/amount'],
    ['{"a":NaN}', '/a'],
    [`${'[{"a":'.repeat(33)}1${'}]'.repeat(33)}`, '/0/a'.repeat(32)],
    ['{"a":', '/a'],
    ['', ''],
    ['{} {}', ''],
    ['\ufeff{}', ''],
  ])('%j is refused at %s', async (payload, pointer) => {
    for (const { method, url } of Object.values(ROUTES)) {
      const answer = await send(method, url, payload)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_json', pointer } })
    }
    expect(writes(calls)).toEqual([])
  })

  it('may be bytes that are no UTF-8', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/sessions',
      payload: Buffer.from([0x22, 0xff, 0x22]),
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_json' })
  })
})

describe('an idempotency key', () => {
  it.each(['', 'k'.repeat(257)])('of another length than 1 to 256 is refused', async (key) => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/sessions',
      payload: sessionBody(),
      headers: { authorization: `Bearer ${API_KEY}`, 'idempotency-key': key },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_request' })
    expect(writes(calls)).toEqual([])
  })
})
