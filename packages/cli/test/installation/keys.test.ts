import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { heron, heronJson, serve } from '../support/heron.js'
import { installation } from '../support/installation.js'
import { recordedRun, VENDOR_PUBLIC_KEY } from '../support/recorded-run.js'

describe('heron keys', () => {
  test('rotate makes a new key and keeps every old one, with dates', async () => {
    const { data } = await installation()
    const { keys: before } = await heronJson(['keys', 'list', '--data', data])
    expect(before).toHaveLength(1)
    expect(before[0]).toMatchObject({ state: 'active', retired_at: null })
    const rotated = await heronJson(['keys', 'rotate', '--data', data])
    expect(rotated).toEqual({ kid: expect.not.stringContaining(before[0].kid), retired: before[0].kid })
    const { keys: after } = await heronJson(['keys', 'list', '--data', data])
    expect(after.map(({ kid, state }: { kid: string; state: string }) => [kid, state])).toEqual([
      [rotated.kid, 'active'],
      [before[0].kid, 'retired'],
    ])
    expect(after[1].retired_at).not.toBeNull()
  })

  test('receipts of before a rotation verify after it, under the published keys', async () => {
    const { folder, data, served } = await recordedRun()
    await served.stop('SIGTERM')
    await heronJson(['keys', 'rotate', '--data', data])
    const { url } = await serve(['--data', data])
    const jwks = join(folder, 'jwks.json')
    writeFileSync(jwks, await (await fetch(`${url}/.well-known/jwks.json`)).text())
    const file = join(folder, 'a.ndjson')
    await heronJson(['export', '--data', data, '-o', file])
    expect(await heronJson(['verify', file, '--jwks', jwks])).toMatchObject({ outcome: 'pass' })
  })

  test('a rotation is in the organization’s own log, signed by the old key, and published by a running service', async () => {
    const { data, created } = await installation()
    const { url } = await serve(['--data', data])
    const rotate = ['keys', 'rotate', '--data', data, '--reason']
    expect(await heron([...rotate, 'ask eve@example.org'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^heron: --reason carries personal data/),
    })
    const rotated = await heronJson([...rotate, 'The yearly rotation'])
    const published = async () => {
      const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as {
        keys: { kid: string }[]
      }
      return keys.map(({ kid }) => kid)
    }
    expect(await published()).toEqual([rotated.kid, rotated.retired])
    const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@acme.example', password: created.ownerPassword }),
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const log = await fetch(`${url}/api/organization/log`, { headers: { cookie } })
    const { items } = (await log.json()) as {
      items: { receipt: { kid: string; payload: { act: string } } }[]
    }
    const entry = items[0]!.receipt
    expect(entry.kid).toBe(rotated.retired)
    expect(entry.payload).toMatchObject({
      act: 'heron_key.rotated',
      ...{ subject: `heron_key:${rotated.kid}`, reason: 'The yearly rotation' },
      before: { kid: rotated.retired },
      after: { kid: rotated.kid },
    })
  })

  test('after a rotation a running service signs with the new key, and what it signed verifies as one', async () => {
    const { folder, data, created } = await installation()
    const { url } = await serve(['--data', data])
    const { apiKey: bearer } = created
    const post = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return await answer.json()
    }
    const hash = `sha256:${'0'.repeat(64)}`
    await post('/v1/sessions', {
      ...{ external_id: 'run', agent: { external_id: 'a' }, principal: { type: 'service', ref: 'p' } },
      ...{ original_request: { hash, anchors: [] }, started_at: '2026-11-30T12:00:00.000Z' },
    })
    const announce = (seq: number) =>
      post('/v1/actions', {
        ...{
          session_external_id: 'run',
          seq,
          tool: { name: 'crm.read' },
          args_redacted: {},
          args_hash: hash,
        },
        requested_at: '2026-11-30T12:00:00.000Z',
      })
    const before = await announce(1)
    const rotated = await heronJson(['keys', 'rotate', '--data', data])
    const after = await announce(2)
    expect([before.receipt.kid, after.receipt.kid]).toEqual([rotated.retired, rotated.kid])
    const jwks = join(folder, 'jwks.json')
    const published = await fetch(`${url}/.well-known/jwks.json`)
    expect(published.headers.get('cache-control')).toBe('no-cache')
    writeFileSync(jwks, await published.text())
    const file = join(folder, 'a.ndjson')
    await heronJson(['export', '--data', data, '-o', file])
    expect(await heronJson(['verify', file, '--jwks', jwks])).toMatchObject({ outcome: 'pass' })
  })

  test('never shows a private half', async () => {
    const { data } = await installation()
    const { out } = await heron(['keys', 'list', '--data', data])
    const listed = await heronJson(['keys', 'list', '--data', data])
    expect(Object.keys(listed.keys[0]).sort()).toEqual([
      'created_at',
      'kid',
      'public_key',
      'retired_at',
      'state',
    ])
    expect(out).toContain(listed.keys[0].kid)
  })

  test.each([['list'], ['rotate']])('%s refuses a ring that others can read', async (command) => {
    const { data } = await installation()
    chmodSync(join(data, 'key-ring.json'), 0o644)
    const { code, err } = await heron(['keys', command, '--data', data])
    expect(code).toBe(2)
    expect(err).toContain('chmod 600')
  })

  test('without a second word lists what there is', async () => {
    const { code, err } = await heron(['keys'])
    expect(code).toBe(2)
    expect(err).toContain('heron keys rotate')
  })
})

describe('heron vendor-key import', () => {
  const imported = (data: string, kid: string, key: string) =>
    heron(['vendor-key', 'import', '--data', data, '--kid', kid, '--public-key', key, '--json'])

  test('registers a key once; the same again changes nothing', async () => {
    const { data } = await installation()
    for (let times = 0; times < 2; times += 1) {
      const { code, out } = await imported(data, 'k1', VENDOR_PUBLIC_KEY)
      expect(code).toBe(0)
      expect(JSON.parse(out)).toEqual({ kid: 'k1', state: 'active' })
    }
  })

  test('never gives a key id another key', async () => {
    const { data } = await installation()
    await imported(data, 'k1', VENDOR_PUBLIC_KEY)
    const other = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    expect(await imported(data, 'k1', other)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--kid `k1` names another key'),
    })
  })

  test.each([
    ['too short', 'AAAA'],
    ['no base64url', 'not+base64url/at=all'],
    ['the identity, a point of small order', 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('refuses a public key that is %s', async (_name, key) => {
    const { data } = await installation()
    const { code, out, err } = await imported(data, 'k1', key)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^heron: --public-key is no acceptable Ed25519 public key/)
  })

  test('signs the reason, and one of its own where none is given; never one that names somebody', async () => {
    const { data, folder } = await installation()
    const key = (kid: string, reason: readonly string[]) =>
      heron([
        'vendor-key',
        'import',
        '--data',
        data,
        '--kid',
        kid,
        '--public-key',
        VENDOR_PUBLIC_KEY,
        ...reason,
      ])
    expect((await key('k1', ['--reason', 'The vendor joins'])).code).toBe(0)
    expect((await key('k2', [])).code).toBe(0)
    expect(await key('k3', ['--reason', 'asked by eve@example.org'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^heron: --reason carries personal data/),
    })
    const file = join(folder, 'a.ndjson')
    await heronJson(['export', '--data', data, '-o', file])
    const entries = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"type":"log"'))
      .map((line) => JSON.parse(line).record)
    expect(entries.map(({ act, reason }) => [act, reason])).toEqual([
      ['project.created', null],
      ['api_key.minted', 'made with the project'],
      ['reviewer_link.issued', 'made with the project'],
      ['vendor_key.imported', 'The vendor joins'],
      ['vendor_key.imported', 'imported at the command line'],
    ])
  })

  test('needs both flags', async () => {
    const { data } = await installation()
    const { code, err } = await heron(['vendor-key', 'import', '--data', data, '--kid', 'k1'])
    expect({ code, err }).toEqual({
      code: 2,
      err: 'heron: missing --public-key (`heron help vendor-key import`)\n',
    })
  })
})

test('heron migrate says what the database has', async () => {
  const { data } = await installation()
  expect(await heronJson(['migrate', '--data', data])).toEqual({
    database: join(data, 'heron.sqlite'),
    migrations: expect.arrayContaining([expect.stringMatching(/^0001_.*\.sql$/)]),
  })
})
