import { once } from 'node:events'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { heron, serve } from '../support/heron.js'
import { installation } from '../support/installation.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const session = {
  external_id: 'run_1',
  agent: { external_id: 'a1' },
  principal: { type: 'human', ref: 'user_881' },
  original_request: { hash: `sha256:${'0'.repeat(64)}`, anchors: [] },
  started_at: '2026-01-01T00:00:00.000Z',
}

describe('heron serve', () => {
  test('says where it listens in its first line, and answers there', async () => {
    const { data } = await installation()
    const { url, events } = await serve(['--data', data])
    expect(events[0]).toEqual({ event: 'listening', url })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('without --data creates ./heron-data and prints the secrets once', async () => {
    const cwd = temporaryFolder()
    const first = await serve([], { cwd })
    const body = JSON.stringify(session)
    const created = await first.event(1)
    expect(created).toMatchObject({ event: 'created', evidence: { url: expect.stringContaining(first.url) } })
    const headers = { authorization: `Bearer ${created.api_key}`, 'content-type': 'application/json' }
    const opened = await fetch(`${first.url}/v1/sessions`, { method: 'POST', headers, body })
    expect(opened.status).toBeLessThan(300)
    expect(await first.stop('SIGTERM')).toBe(0)

    const second = await serve([], { cwd })
    expect((await fetch(`${second.url}/v1/sessions/run_1`, { headers })).status).toBe(200)
    expect(second.events).toHaveLength(1)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s finishes what is under way, then ends with 0',
    async (signal) => {
      const { data, created } = await installation()
      const { url, stop } = await serve(['--data', data])
      const body = JSON.stringify(session)
      const half = Math.floor(body.length / 2)
      const call = request(`${url}/v1/sessions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${created.apiKey}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      })
      call.write(body.slice(0, half))
      // Another request is answered: by now the server has the first half of ours.
      await fetch(`${url}/healthz`)
      const stopped = stop(signal)
      call.end(body.slice(half))
      const [response] = (await once(call, 'response')) as [{ statusCode: number; resume: () => void }]
      response.resume()
      expect(response.statusCode).toBeLessThan(300)
      expect(await stopped).toBe(0)
    },
  )
})

describe('surroundings that cannot be used give one clear line and exit code 2', () => {
  async function refused(argv: readonly string[], message: RegExp, cwd?: string): Promise<void> {
    const { code, out, err } = await heron(['serve', ...argv], cwd === undefined ? {} : { cwd })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(err).toMatch(message)
  }

  test('a port in use', async () => {
    const { data } = await installation()
    const holder = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => {
      holder.close()
    })
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    await refused(['--data', data, '--port', String(port)], /port \d+ on 127\.0\.0\.1 is in use/)
  })

  test('a database that is none', async () => {
    const { data } = await installation()
    writeFileSync(
      join(data, 'heron.sqlite'),
      'this is no database, and it is long enough to be looked at as one',
    )
    await refused(['--data', data], /heron\.sqlite` cannot be opened/)
  })

  test('a key ring that others may read', async () => {
    const { data } = await installation()
    chmodSync(join(data, 'key-ring.json'), 0o644)
    await refused(['--data', data], /mode 0644.*chmod 600/)
  })

  test('a named directory that is not there is not created', async () => {
    const folder = temporaryFolder()
    await refused(['--data', join(folder, 'data')], /there is no data directory/)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('a database that does not answer', async () => {
    const folder = temporaryFolder()
    await refused(['--database-url', 'postgres://127.0.0.1:1/heron'], /cannot be opened/, folder)
    expect(existsSync(join(folder, 'heron-data'))).toBe(false)
  })

  test.each(['70000', '-1', 'http', '1.5'])('the port %s', async (port) => {
    await refused([`--port=${port}`], /--port takes a number/, temporaryFolder())
  })
})
