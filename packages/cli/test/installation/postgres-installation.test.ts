import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicKeyOfSeed, toBase64url } from '@heron/evidence'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFile } from '../../../server/test/support/place.js'
import { createDatabase } from '../../../server/test/support/postgres/databases.js'
import { type Parsed, serve } from '../support/heron.js'
import { installation } from '../support/installation.js'
import { runInProcess } from '../support/run-in-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

async function place() {
  const database = await createDatabase({ migrated: false })
  onTestFinished(() => database.drop())
  const folder = temporaryFolder()
  const keyRing = join(folder, 'keys', 'ring.json')
  return {
    url: database.url,
    folder,
    keyRing,
    flags: ['--database-url', database.url, '--key-ring', keyRing],
  }
}

async function json(argv: readonly string[], env = {}): Promise<Parsed> {
  const { code, out, err } = await runInProcess([...argv, '--json'], env)
  if (code !== 0) throw new Error(`heron ${argv.join(' ')} ended with ${String(code)}: ${err}`)
  return JSON.parse(out)
}

async function openSessionAndCall(url: string, apiKey: string, name: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const send = async (path: string, body: object): Promise<number> =>
    (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
  const hash = `sha256:${'0'.repeat(64)}`
  return [
    await send('/v1/sessions', {
      external_id: name,
      agent: { external_id: 'a1' },
      principal: { type: 'human', ref: 'user_881' },
      original_request: { hash, anchors: [] },
      started_at: '2026-01-01T00:00:00.000Z',
    }),
    await send('/v1/actions', {
      session_external_id: name,
      seq: 4_294_967_295,
      tool: { name: 'crm.read' },
      args_redacted: {},
      args_hash: hash,
      requested_at: '2026-01-01T00:00:00.000Z',
    }),
  ]
}

describe('an installation on PostgreSQL', () => {
  test('is created, served by two processes, checked, exported and reported by its URL', async () => {
    const { flags, keyRing, folder } = await place()
    const created = await json(['init', ...flags])
    expect(statSync(keyRing).mode & 0o777).toBe(0o600)
    const publicKey = toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(1)))
    expect(await json(['vendor-key', 'import', ...flags, '--kid', 'k1', '--public-key', publicKey])).toEqual({
      kid: 'k1',
      state: 'active',
    })
    // The second process finds the database by the environment, and the ring by its path there.
    const [, url = '', , ring = ''] = flags
    const [first, second] = await Promise.all([
      serve(flags),
      serve([], { env: { HERON_DATABASE_URL: url, HERON_KEY_RING: ring } }),
    ])
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    expect(await openSessionAndCall(first.url, created.api_key, 'run_1')).toEqual([200, 200])
    expect(await openSessionAndCall(second.url, created.api_key, 'run_2')).toEqual([200, 200])
    expect(await first.stop('SIGTERM')).toBe(0)
    expect(await second.stop('SIGTERM')).toBe(0)

    expect(await json(['fsck', ...flags])).toMatchObject({ outcome: 'pass', checked: { actions: 2 } })
    const file = join(folder, 'out.ndjson')
    expect(await json(['export', ...flags, '-o', file])).toMatchObject({ sessions: 2, actions: 2 })
    expect((await runInProcess(['verify', file])).code).not.toBe(1)
    expect((await runInProcess(['report', ...flags])).code).toBe(0)
    expect((await json(['migrate', ...flags])).migrations.at(-1)).toMatch(/\.sql$/)
    expect((await json(['keys', 'list', ...flags])).keys).toHaveLength(1)
    await json(['keys', 'rotate', ...flags])
    expect((await json(['keys', 'list', ...flags])).keys).toHaveLength(2)
  })

  test('is never made in a database that is in use, and a lost key ring is no reason for a new one', async () => {
    const { flags, keyRing, folder } = await place()
    await json(['init', ...flags])
    const ring = readFileSync(keyRing, 'utf8')
    const again = await runInProcess(['init', ...flags])
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('in use already') })
    const elsewhere = join(folder, 'other.json')
    const lost = await runInProcess(['serve', ...flags.slice(0, 2), '--key-ring', elsewhere, '--port', '0'])
    expect(lost).toMatchObject({ code: 2, err: expect.stringContaining('there is no key ring at') })
    expect(existsSync(elsewhere)).toBe(false)
    expect(readFileSync(keyRing, 'utf8')).toBe(ring)
  })

  test('of nobody yet makes its keys, and prints how to set it up', async () => {
    const { flags, keyRing } = await place()
    const served = await serve(flags)
    const setUp = await served.event(1)
    expect(setUp).toMatchObject({ event: 'set_up', token: expect.any(String) })
    expect(statSync(keyRing).mode & 0o777).toBe(0o600)
    const body = JSON.stringify({
      ...{ token: setUp.token, organization: 'Fresh', project: 'First', name: 'Jo' },
      ...{ email: 'jo@fresh.example', password: 'long enough for this' },
    })
    const headers = { 'content-type': 'application/json', origin: served.url }
    const made = await fetch(`${served.url}/api/setup`, { method: 'POST', headers, body })
    const { api_key } = (await made.json()) as { api_key: string }
    expect(await openSessionAndCall(served.url, api_key, 'run_1')).toEqual([200, 200])
    const signIn = JSON.stringify({ email: 'jo@fresh.example', password: 'long enough for this' })
    const signed = await fetch(`${served.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body: signIn,
    })
    const cookie = signed.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ')
    const me = await fetch(`${served.url}/api/me`, { headers: { cookie } })
    expect(await me.json()).toMatchObject({ user: { email: 'jo@fresh.example' }, role: 'owner' })
    expect(await served.stop('SIGTERM')).toBe(0)
    expect(await json(['fsck', ...flags])).toMatchObject({ outcome: 'pass', checked: { actions: 1 } })
  })

  test('takes the ring itself from the environment', async () => {
    const { flags, keyRing } = await place()
    await json(['init', ...flags])
    const HERON_KEY_RING = readFileSync(keyRing, 'utf8')
    expect(await json(['fsck', ...flags.slice(0, 2)], { HERON_KEY_RING })).toMatchObject({ outcome: 'pass' })
    const rotated = await runInProcess(['keys', 'rotate', ...flags.slice(0, 2)], { HERON_KEY_RING })
    expect(rotated).toMatchObject({ code: 2, err: expect.stringContaining('HERON_KEY_RING') })
  })

  test('says in one line what is wrong with an address, and never its password', async () => {
    const folder = temporaryFolder()
    const keyRing = join(folder, 'ring.json')
    for (const [url, words] of [
      ['postgres://heron:sehr-geheim@127.0.0.1:1/none', 'cannot be opened'],
      ['mysql://heron:sehr-geheim@localhost/none', 'begins with `mysql:`'],
      ['sehr-geheim', 'cannot be read'],
    ]) {
      const { code, err } = await runInProcess([
        'migrate',
        '--database-url',
        url ?? '',
        '--key-ring',
        keyRing,
      ])
      expect(code).toBe(2)
      expect(err).toContain(words)
      expect(err).not.toContain('sehr-geheim')
      expect(err.split('\n')).toHaveLength(1)
    }
    const both = await runInProcess(['fsck', '--data', folder, '--database-url', 'postgres://x/y'])
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('two databases') })
  })
})

describe('heron copy', () => {
  test('moves a data directory, row for row, and checks it before and after', async () => {
    const { flags, keyRing, url, folder } = await place()
    const { data, created } = await installation()
    const served = await serve(['--data', data])
    expect(await openSessionAndCall(served.url, created.apiKey, 'run_1')).toEqual([200, 200])
    expect(await served.stop('SIGTERM')).toBe(0)

    const copied = await json(['copy', '--from', data, '--to', url, '--key-ring', keyRing])
    expect(copied).toMatchObject({ outcome: 'pass', failed: 0, rows: { actions: 1, action_tallies: 1 } })
    expect(readFileSync(keyRing)).toEqual(readFileSync(join(data, 'key-ring.json')))
    expect(statSync(keyRing).mode & 0o777).toBe(0o600)
    for (const source of [['--data', data], flags]) {
      const file = join(folder, source === flags ? 'after.ndjson' : 'before.ndjson')
      await json(['export', ...source, '-o', file])
    }
    const [before = [], after = []] = ['before', 'after'].map((name) =>
      readFileSync(join(folder, `${name}.ndjson`), 'utf8')
        .split('\n')
        .slice(1),
    )
    // All but the first line, which says when it was made, and what is counted over it.
    expect(after.filter((line) => line.includes('"act_'))).toEqual(
      before.filter((line) => line.includes('"act_')),
    )

    // The service goes on where it stood: the same key, the same chain.
    const moved = await serve(flags)
    const headers = { authorization: `Bearer ${created.apiKey}` }
    expect((await fetch(`${moved.url}/v1/sessions/run_1`, { headers })).status).toBe(200)
    expect(await openSessionAndCall(moved.url, created.apiKey, 'run_2')).toEqual([200, 200])
    expect(await moved.stop('SIGTERM')).toBe(0)
    expect(await json(['fsck', ...flags])).toMatchObject({ outcome: 'pass', checked: { actions: 2 } })

    const other = join(folder, 'another.json')
    const again = await runInProcess(['copy', '--from', data, '--to', url, '--key-ring', other])
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('is in use') })
    expect(existsSync(other)).toBe(false)
  })

  test('copies nothing from a directory that does not hold what was signed', async () => {
    const { url, keyRing } = await place()
    const { data } = await installation()
    const database = openFile(join(data, 'heron.sqlite'))
    database.liftGuards()
    database.exec("update log_entries set payload_text = '{}' where seq = 0")
    database.close()
    const { code, err } = await runInProcess(['copy', '--from', data, '--to', url, '--key-ring', keyRing])
    expect(code).toBe(1)
    expect(err).toContain('nothing was copied')
    expect(existsSync(keyRing)).toBe(false)
  })

  test('never writes over a key ring', async () => {
    const { url, folder } = await place()
    const { data } = await installation()
    const keyRing = join(folder, 'mine.json')
    writeFileSync(keyRing, 'mine')
    const { code, err } = await runInProcess(['copy', '--from', data, '--to', url, '--key-ring', keyRing])
    expect(code).toBe(2)
    expect(err).toContain('already there')
    expect(readFileSync(keyRing, 'utf8')).toBe('mine')
  })
})
