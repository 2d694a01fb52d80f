import { describe, expect, test } from 'vitest'
import { serve } from '../support/heron.js'
import { installation } from '../support/installation.js'
import { runInProcess } from '../support/run-in-process.js'

describe('the owner that `heron init` made', () => {
  test('signs in with the password that was printed, at the address that browsers reach', async () => {
    const { data, created } = await installation()
    const { url } = await serve(['--data', data, '--public-url', 'https://heron.example/ignored'])
    const signIn = (origin: string): Promise<Response> =>
      fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'owner@acme.example', password: created.ownerPassword }),
      })
    expect((await signIn(url)).status).toBe(403)
    const answer = await signIn('https://heron.example')
    expect(answer.status).toBe(200)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-heron\.session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await fetch(`${url}/api/me`, { headers })).status).toBe(200)
    const plain = { cookie: headers.cookie.replace('__Host-', '') }
    expect((await fetch(`${url}/api/me`, { headers: plain })).status).toBe(401)
  })
})

describe('how people sign in elsewhere', () => {
  test.each([
    [['--oidc-issuer', 'https://id.example'], 'needs all of'],
    [['--oidc-issuer', 'http://id.example', '--oidc-client-id', 'a', '--oidc-client-secret', 'b'], 'https'],
    [['--oidc-issuer', 'id.example', '--oidc-client-id', 'a', '--oidc-client-secret', 'b'], 'an address'],
    [['--public-url', 'heron.example'], 'an address'],
    [
      ['--oidc-issuer', 'https://id.example', '--oidc-client-id', 'a', '--oidc-client-secret', 'b'],
      'needs --public-url',
    ],
  ])('is refused where it cannot work: %j', async (flags, words) => {
    const { code, err } = await runInProcess(['serve', '--data', 'nowhere', ...flags])
    expect(code).toBe(2)
    expect(err).toContain(words)
  })
})
