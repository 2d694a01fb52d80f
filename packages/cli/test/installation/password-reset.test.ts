import { describe, expect, test } from 'vitest'
import { serve } from '../support/heron.js'
import { installation } from '../support/installation.js'
import { runInProcess } from '../support/run-in-process.js'

const OWNER = 'owner@acme.example'

describe('heron password reset', () => {
  test('lets the owner in again beside a running service, ends their sessions and is told of in the log', async () => {
    const { data, created } = await installation()
    const { url } = await serve(['--data', data])
    const before = await signIn(url, created.ownerPassword)
    expect(before.status).toBe(200)
    const old = { cookie: cookieOf(before) }

    const reset = await runInProcess([
      'password',
      'reset',
      '--data',
      data,
      '--email',
      OWNER.toUpperCase(),
      '--json',
    ])
    expect(reset.code).toBe(0)
    const { password } = JSON.parse(reset.out)

    expect((await fetch(`${url}/api/me`, { headers: old })).status).toBe(401)
    expect((await signIn(url, created.ownerPassword)).status).toBe(401)
    const after = await signIn(url, password)
    expect(after.status).toBe(200)
    const log = await fetch(`${url}/api/organization/log`, { headers: { cookie: cookieOf(after) } })
    const { items } = await log.json()
    expect(items[0].receipt.payload).toMatchObject({ act: 'password.reset', reason: null })
    expect(JSON.stringify(items[0].receipt)).not.toContain('@')
  })

  test.each([
    [['--email', 'nobody@acme.example'], '--email: nobody with this address'],
    [['--email', OWNER, '--reason', 'asked by jane@acme.example'], '--reason'],
    [[], 'missing --email'],
  ])('changes nothing where it cannot be meant: %j', async (flags, words) => {
    const { data, created } = await installation()
    const { code, err } = await runInProcess(['password', 'reset', '--data', data, ...flags])
    expect(code).toBe(2)
    expect(err).toContain(words)
    const { url } = await serve(['--data', data])
    expect((await signIn(url, created.ownerPassword)).status).toBe(200)
  })
})

function signIn(url: string, password: string): Promise<Response> {
  return fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER, password }),
  })
}

function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
