/** The governed side over HTTP: what an operator's page sends, and what it gets. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toBase64url } from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveOperator, startLiveOperator } from '../operator/live-operator.js'
import { actionRequest, executionRequest, sessionRequest } from '../support/heron.js'
import { exportLines, failuresOf, logOf, verifyLines } from './exported.js'

let live: LiveOperator
let seq = 0
beforeAll(async () => {
  live = await startLiveOperator()
  await live.heron.service.openSession(sessionRequest('run_1'), live.heron.context())
})
afterAll(() => live.close())

const send = (method: string, path: string, body?: unknown) =>
  live.as.admin.send(method, `${live.project}${path}`, body)
const get = (path: string) => live.as.viewer.get(`${live.project}${path}`)
const settingsNow = async () => (await get('/settings')).body as { revision: number; [name: string]: unknown }
const lastEntry = async () => logOf(await exportLines(live.heron)).at(-1)

async function announce(tool: string, signals = {}): Promise<{ verdict: string; action: string }> {
  seq += 1
  const request = actionRequest('run_1', seq, { tool: { name: tool }, signals, args_hash: ARGS })
  const answer = await live.heron.service.announceAction(request, live.heron.context())
  return { verdict: answer.decision.verdict, action: answer.action_id }
}
const ARGS = `sha256:${'a'.repeat(64)}`

function newPublicKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519')
  return (publicKey.export({ format: 'jwk' }) as { x: string }).x
}

function newKid(): string {
  seq += 1
  return `more_${seq.toString()}`
}

describe('settings', () => {
  it('are read with a revision and changed with it; the other editor reads who was quicker', async () => {
    const { revision } = await settingsNow()
    const changed = await send('PATCH', '/settings', {
      ...{ revision, reason: 'less to keep' },
      ...{ retention_days: 30, window_days: 45, allowlist: ['status'] },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { revision: revision + 1, retention_days: 30, window_days: 45, allowlist: ['status'] },
    })
    const late = await send('PATCH', '/settings', { revision, reason: 'x', window_days: 60 })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(late.body.detail).toContain(live.as.admin.member!.name)
    const back = await send('PATCH', '/settings', {
      ...{ revision: revision + 1, reason: 'as before', retention_days: null },
    })
    expect(back.body).toMatchObject({ retention_days: 90 })
  })

  it.each([
    ['no reason', { window_days: 40 }, '/reason'],
    ['a retention of nothing', { reason: 'x', retention_days: 0 }, '/retention_days'],
    ['a text for a number', { reason: 'x', window_days: '40' }, '/window_days'],
    ['a personal reason', { reason: 'anna@vendor.example said so', window_days: 40 }, '/reason'],
  ])('with %s are a 400 with the member', async (_, body, pointer) => {
    const { revision } = await settingsNow()
    const refused = await send('PATCH', '/settings', { revision, ...body })
    expect(refused).toMatchObject({ status: 400, body: { pointer } })
  })

  it('are for administrators to change', async () => {
    const body = { revision: (await settingsNow()).revision, reason: 'x', window_days: 40 }
    const refused = await live.as.operator.send('PATCH', `${live.project}/settings`, body)
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('say what binds: a shadow window, then nothing, then break-glass', async () => {
    const until = new Date(Date.parse(live.heron.clock.now()) + 3_600_000).toISOString()
    const act = async (method: string, path: string, more = {}) =>
      send(method, path, { revision: (await settingsNow()).revision, reason: 'rehearsal', ...more })
    expect(await act('POST', '/shadow-window', { until })).toMatchObject({
      status: 200,
      body: { enforcement: { mode: 'advisory', by: live.as.admin.member!.name, reason: 'rehearsal', until } },
    })
    expect(await act('POST', '/break-glass', { until })).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    expect(await act('DELETE', '/break-glass')).toMatchObject({ status: 404 })
    expect((await act('DELETE', '/shadow-window')).body.enforcement).toEqual({ mode: 'enforced' })
    expect((await act('POST', '/break-glass', { until })).body.enforcement).toMatchObject({
      mode: 'suspended',
    })
    expect((await act('DELETE', '/break-glass')).body.enforcement).toEqual({ mode: 'enforced' })
  })
})

describe('policy', () => {
  it('is read, tried, changed and listed', async () => {
    await announce('job.run')
    const rule = {
      ...{ id: 'own.run', version: 1, title: 'Jobs run', text: 'Running a job is refused.', effect: 'DENY' },
      when: { dimension: 'operation', in: ['execute'] },
    }
    expect((await live.as.viewer.send('POST', `${live.project}/policy/check`, { rule })).body).toEqual({
      ...{ ok: true, problems: [] },
    })
    const wrong = await live.as.viewer.send('POST', `${live.project}/policy/check`, {
      rule: { ...rule, effect: 'NO' },
    })
    expect(wrong.body).toMatchObject({ ok: false, problems: [{ pointer: '/effect' }] })
    const tried = await live.as.viewer.send('POST', `${live.project}/policy/dry-run`, {
      ...{ change: { put: [rule] }, last: 100 },
    })
    expect(tried.body.transitions).toEqual([{ from: 'STEP_UP', to: 'DENY', count: 1 }])
    const edit = async (more = {}) => ({
      revision: (await settingsNow()).revision,
      reason: 'no jobs',
      ...more,
    })
    const put = await send('PUT', '/policy/rules/own.run', await edit({ rule }))
    expect(put).toMatchObject({ status: 200, body: { policy_hash: expect.stringMatching(/^sha256:/) } })
    expect((await announce('job.run')).verdict).toBe('DENY')
    const off = await send('POST', '/policy/rules/heron.read.allow/disable', await edit())
    expect(off.body.policy_hash).not.toBe(put.body.policy_hash)
    const { body } = await get('/policy')
    expect(body).toMatchObject({ ...off.body, own: [{ rule: { id: 'own.run' } }] })
    expect((await send('POST', '/policy/rules/heron.read.allow/enable', await edit())).body.policy_hash).toBe(
      put.body.policy_hash,
    )
    expect((await send('DELETE', '/policy/rules/own.run', await edit())).status).toBe(200)
    const { items } = (await get('/policy/bundles')).body as { items: { by_act: string | null }[] }
    expect(items.map(({ by_act }) => by_act).sort()).toEqual(['rule.added', 'rule.disabled', 'rule.removed'])
    expect(await send('POST', '/policy/rules/heron.nothing/disable', await edit())).toMatchObject({
      status: 404,
    })
  })
})

describe('approvals', () => {
  it('are answered by operators, once', async () => {
    const asked = await announce('gmail.send', { recipient_external: true })
    const path = `${live.project}/approvals`
    const { items } = (await live.as.viewer.get(`${path}?state=waiting`)).body as {
      items: { action: string }[]
    }
    expect(items.map(({ action }) => action)).toContain(asked.action)
    const answer = { decision: 'APPROVE', reason: 'known customer' }
    expect((await live.as.viewer.send('POST', `${path}/${asked.action}`, answer)).status).toBe(403)
    const given = await live.as.operator.send('POST', `${path}/${asked.action}`, answer)
    expect(given).toMatchObject({
      status: 200,
      body: { state: 'approved', answered: { by: live.as.operator.member!.name, decision: 'APPROVE' } },
    })
    expect(await live.as.operator.send('POST', `${path}/${asked.action}`, answer)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    expect((await announce('gmail.send', { recipient_external: true })).verdict).toBe('ALLOW')
  })
})

describe('API keys', () => {
  it('are shown once, listed by prefix, and revoked at once', async () => {
    const minted = await send('POST', '/api-keys', { environment: 'test' })
    expect(minted).toMatchObject({ status: 201, body: { environment: 'test' } })
    const { id, secret } = minted.body as { id: string; secret: string }
    expect(await live.heron.service.authenticate(secret)).toMatchObject({ environment: 'test' })
    expect(await lastEntry()).toMatchObject({
      ...{ act: 'api_key.minted', subject: `api_key:${id}`, reason: 'no reason was given' },
    })
    const listed = await get('/api-keys')
    expect(listed.text).not.toContain(secret)
    expect(listed.body.items.find((key: { id: string }) => key.id === id)).toMatchObject({
      ...{ environment: 'test', revoked_at: null, prefix: secret.slice(0, 13) },
    })
    expect((await send('DELETE', `/api-keys/${id}`, { reason: '' })).status).toBe(400)
    expect((await send('DELETE', `/api-keys/${id}`, { reason: 'leaked' })).status).toBe(204)
    expect(await live.heron.service.authenticate(secret)).toBe(null)
    expect((await send('DELETE', `/api-keys/${id}`, { reason: 'again' })).status).toBe(404)
    expect(await lastEntry()).toMatchObject({
      act: 'api_key.revoked',
      subject: `api_key:${id}`,
      reason: 'leaked',
    })
  })
})

describe('vendor keys', () => {
  it('come by hand, from a set, or one of a set', async () => {
    const [byHand, first, second] = [newPublicKey(), newPublicKey(), newPublicKey()]
    const jwk = (kid: string, x: string) => ({ kty: 'OKP', crv: 'Ed25519', kid, x })
    expect(await send('POST', '/vendor-keys', { kid: 'hand', public_key: byHand })).toMatchObject({
      status: 201,
      body: { items: [{ kid: 'hand', state: 'active' }] },
    })
    const jwks = { keys: [jwk('s1', first), jwk('s2', second), { kty: 'RSA', kid: 'r', n: 'x', e: 'AQAB' }] }
    expect((await send('POST', '/vendor-keys', { jwks, kid: 's2' })).body.items).toEqual([
      { kid: 's2', state: 'active' },
    ])
    expect((await send('POST', '/vendor-keys', { jwks })).body.items).toHaveLength(2)
    const { items } = (await get('/vendor-keys')).body as { items: { kid: string; statements: number }[] }
    expect(items.map(({ kid }) => kid).sort()).toEqual(['hand', 'k1', 's1', 's2'])
  })

  it.each([
    ['of small order', { kid: 'x', public_key: toBase64url(new Uint8Array(32).with(0, 1)) }, '/public_key'],
    ['without a kid', { public_key: 'AAAA' }, '/kid'],
    ['in two forms', { kid: 'x', public_key: 'AAAA', jwks: { keys: [] } }, undefined],
    ['in a set without any', { jwks: { keys: [] } }, '/jwks'],
    ['at a plain address', { jwks_url: 'http://vendor.example/jwks.json' }, '/jwks_url'],
    ['on this machine', { jwks_url: 'https://127.0.0.1/jwks.json' }, '/jwks_url'],
    ['among the metadata', { jwks_url: 'https://169.254.169.254/latest' }, '/jwks_url'],
    ['in a private network', { jwks_url: 'https://[fd00::1]/jwks.json' }, '/jwks_url'],
  ])('%s are refused', async (_, body, pointer) => {
    const refused = await send('POST', '/vendor-keys', body)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(refused.body.pointer).toBe(pointer)
  })

  it('are asked for at an address that leads into this machine by no request at all', async () => {
    let asked = 0
    const trap = createServer((_, response) => {
      asked += 1
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => trap.once('listening', resolve))
    const { port } = trap.address() as AddressInfo
    expect(
      (await send('POST', '/vendor-keys', { jwks_url: `https://localhost:${port.toString()}/` })).status,
    ).toBe(400)
    expect(asked).toBe(0)
    await new Promise((resolve) => trap.close(resolve))
  })

  it('go while they verified nothing, and are revoked otherwise', async () => {
    await send('POST', '/vendor-keys', { kid: 'mistake', public_key: newPublicKey() })
    expect((await send('DELETE', '/vendor-keys/mistake', { reason: 'typed wrong' })).status).toBe(204)
    expect(await lastEntry()).toMatchObject({ act: 'vendor_key.deleted', subject: 'vendor_key:mistake' })
    const { service, context } = live.heron
    seq += 1
    const action = await service.announceAction(actionRequest('run_1', seq), context())
    await service.reportExecution(executionRequest(action), context())
    expect(await send('DELETE', '/vendor-keys/k1', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    await send('POST', '/vendor-keys', { kid: 'gone', public_key: newPublicKey() })
    expect((await send('POST', '/vendor-keys/gone/revoke', { reason: 'lost' })).body).toEqual({
      ...{ kid: 'gone', state: 'revoked' },
    })
    // Or it could be imported again as if nothing had been.
    expect(await send('DELETE', '/vendor-keys/gone', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    const { items } = (await get('/vendor-keys')).body as { items: { kid: string; statements: number }[] }
    expect(items.find(({ kid }) => kid === 'k1')?.statements).toBe(1)
    expect(failuresOf(await verifyLines(await exportLines(live.heron)))).toEqual([])
  })
})

describe('acts that add a key or a door', () => {
  const acts = (): readonly (readonly [path: string, act: string, body: object])[] => [
    ['/api-keys', 'api_key.minted', { environment: 'test' }],
    ['/vendor-keys', 'vendor_key.imported', { kid: newKid(), public_key: newPublicKey() }],
    [
      '/vendor-keys',
      'vendor_key.imported',
      { jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', kid: newKid(), x: newPublicKey() }] } },
    ],
    ['/reviewer-links', 'reviewer_link.issued', { label: 'auditor' }],
  ]

  it('take a reason, which is signed and published with both ends', async () => {
    for (const [path, act, body] of acts()) {
      expect((await send('POST', path, { ...body, reason: ' a new region ' })).status).toBe(201)
      expect(await lastEntry()).toMatchObject({ act, reason: 'a new region', before: null })
    }
  })

  it('say that there was none where nobody gave one', async () => {
    for (const [path, act, body] of acts()) {
      expect((await send('POST', path, body)).status).toBe(201)
      expect(await lastEntry()).toMatchObject({
        ...{ act, reason: 'no reason was given', before: null, after: expect.any(Object) },
      })
    }
  })

  it('are refused with a reason that names somebody, and nothing is written', async () => {
    const before = await lastEntry()
    for (const [path, , body] of acts()) {
      expect(await send('POST', path, { ...body, reason: 'asked by eve@example.org' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', pointer: '/reason' },
      })
    }
    expect(await lastEntry()).toEqual(before)
  })
})

describe('Heron’s keys', () => {
  it('are listed with their dates', async () => {
    const [active] = live.heron.data.keyRing.published
    expect((await get('/heron-keys')).body.items).toEqual([
      {
        ...{ kid: active!.jwk.kid, public_key: active!.jwk.x, state: 'active' },
        ...{ created_at: active!.createdAt, retired_at: null },
      },
    ])
  })
})

describe('reviewers’ links', () => {
  it('are shown once, noted when they are opened, and revoked singly', async () => {
    const issued = await send('POST', '/reviewer-links', { label: 'auditor', window_days: 90 })
    const { id, url, token } = issued.body as { id: string; url: string; token: string }
    expect(url).toMatch(new RegExp(`^${live.url}/e/[a-z0-9-]+\\?t=${token}$`))
    const path = new URL(url).pathname
    const open = () =>
      fetch(`${live.url}${path}/api/summary`, { headers: { authorization: `Bearer ${token}` } })
    expect((await open()).status).toBe(200)
    await expect
      .poll(async () =>
        (await get('/reviewer-links')).body.items.find((each: { id: string }) => each.id === id),
      )
      .toMatchObject({ label: 'auditor', window_days: 90, last_used_at: live.heron.clock.now() })
    expect((await send('DELETE', `/reviewer-links/${id}`, { reason: 'audit is over' })).status).toBe(204)
    expect((await open()).status).toBe(404)
    expect(await lastEntry()).toMatchObject({ act: 'reviewer_link.revoked', reason: 'audit is over' })
  })

  it('that somebody asked for are for administrators to see, and go when they are done with', async () => {
    const { revision } = await settingsNow()
    const opened = await send('PATCH', '/settings', { revision, reason: 'sales', public_overview: true })
    const { slug } = (opened.body as { evidence: { slug: string } }).evidence
    const asked = await fetch(`${live.url}/e/${slug}/api/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', why: 'due diligence', email: 'ada@buyer.example' }),
    })
    expect(asked.ok).toBe(true)
    expect((await get('/link-requests')).status).toBe(403)
    const { items } = (await send('GET', '/link-requests')).body as { items: { id: string; name: string }[] }
    expect(items).toMatchObject([{ name: 'Ada', email: 'ada@buyer.example' }])
    expect((await send('DELETE', `/link-requests/${items[0]!.id}`)).status).toBe(204)
    expect((await send('GET', '/link-requests')).body.items).toEqual([])
    expect((await send('DELETE', `/link-requests/${items[0]!.id}`)).status).toBe(404)
  })

  it('have taken no snapshot yet', async () => {
    expect((await get('/snapshots')).body).toEqual({ items: [], next_cursor: null })
  })
})
