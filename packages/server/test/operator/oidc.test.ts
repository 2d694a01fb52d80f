/** Signing in with an identity provider (heron.md §13): who was invited is let in by it, and nobody else. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveOperator, startLiveOperator } from './live-operator.js'

/** A provider that lets anybody in as whoever the test says. */
class Provider {
  email = ''
  emailVerified = true
  /** What the browser was sent with, and what the id token must come back with. */
  nonce = ''
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #server: Server
  url = ''

  constructor() {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.url)
      const answer = (body: object): void => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
      }
      if (pathname === '/.well-known/openid-configuration') {
        answer({
          issuer: this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
        })
      } else if (pathname === '/jwks') {
        const key = this.#keys.publicKey.export({ format: 'jwk' })
        answer({ keys: [{ ...key, kid: 'r1', alg: 'RS256', use: 'sig' }] })
      } else {
        answer({ access_token: 'a token', token_type: 'Bearer', expires_in: 60, id_token: this.#idToken() })
      }
    })
  }

  #idToken(): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const { email, url, nonce, emailVerified } = this
    const signed = [
      part({ alg: 'RS256', kid: 'r1', typ: 'JWT' }),
      part({
        ...{ iss: url, aud: 'heron', iat: now, exp: now + 60, nonce },
        ...{ sub: `sub of ${email}`, email, email_verified: emailVerified, name: 'From elsewhere' },
      }),
    ].join('.')
    return `${signed}.${sign('sha256', Buffer.from(signed), this.#keys.privateKey).toString('base64url')}`
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const provider = new Provider()
let live: LiveOperator
beforeAll(async () => {
  await provider.start()
  live = await startLiveOperator({
    oidc: {
      ...{ id: 'oidc', name: 'Acme sign-on', issuer: provider.url },
      ...{ clientId: 'heron', clientSecret: 'a secret' },
    },
  })
})
afterAll(async () => {
  await live.close()
  await provider.close()
})

/** The way of a browser to the provider and back. */
async function signInAs(email: string): Promise<{ status: number; me: number; location: string | null }> {
  provider.email = email
  const browser = live.browser()
  const begun = await browser.send('POST', '/auth/sign-in/oauth2', {
    providerId: 'oidc',
    callbackURL: '/app',
  })
  const to = new URL(begun.body.url as string)
  expect(to.origin + to.pathname).toBe(`${provider.url}/authorize`)
  expect(to.searchParams.get('redirect_uri')).toBe(`${live.url}/api/auth/callback/oidc`)
  expect(to.searchParams.get('code_challenge_method')).toBe('S256')
  provider.nonce = to.searchParams.get('nonce') ?? ''
  const state = encodeURIComponent(to.searchParams.get('state') ?? '')
  const back = await browser.get(`/auth/callback/oidc?code=a_code&state=${state}`)
  const me = await browser.get('/me')
  return { status: back.status, me: me.status, location: back.headers.get('location') }
}

describe('an identity provider', () => {
  it('is offered', async () => {
    expect((await live.nobody.get('/sign-in-options')).body).toEqual({
      ...{ password: true, oidc: { provider_id: 'oidc', name: 'Acme sign-on' } },
    })
  })

  it('lets in who belongs to the organization, and the log says that it does', async () => {
    expect(await signInAs('operator@vendor.example')).toEqual({ status: 302, me: 200, location: '/app' })
    const { items } = (await live.as.owner.get('/organization/log')).body
    expect(items[0]).toMatchObject({
      person: 'The operator',
      receipt: { payload: { act: 'sign_in_method.added', after: { provider: 'oidc' } } },
    })
    const before = items.length as number
    expect(await signInAs('operator@vendor.example')).toMatchObject({ me: 200 })
    expect((await live.as.owner.get('/organization/log')).body.items).toHaveLength(before)
  })

  it('lets in nobody whom nobody invited', async () => {
    const { me, location } = await signInAs('stranger@elsewhere.example')
    expect(me).toBe(401)
    expect(location).toMatch(/\/app\/sign-in\?error=/)
    expect((await live.as.owner.get('/members')).text).not.toContain('stranger')
  })

  it('is not believed about an address that it did not verify, nor with another sign-in’s token', async () => {
    provider.emailVerified = false
    expect(await signInAs('admin@vendor.example')).toMatchObject({ me: 401 })
    provider.emailVerified = true
    const browser = live.browser()
    const begun = await browser.send('POST', '/auth/sign-in/oauth2', {})
    provider.nonce = 'of another sign-in'
    const state = encodeURIComponent(new URL(begun.body.url as string).searchParams.get('state') ?? '')
    await browser.get(`/auth/callback/oidc?code=a_code&state=${state}`)
    expect((await browser.get('/me')).status).toBe(401)
  })

  it('is not believed without the state that began it', async () => {
    const browser = live.browser()
    const back = await browser.get('/auth/callback/oidc?code=a_code&state=made_up')
    expect(back.headers.get('location') ?? '').toContain('error=')
    expect((await browser.get('/me')).status).toBe(401)
  })

  it('is no way in where none is configured', async () => {
    const plain = await startLiveOperator()
    try {
      const answer = await plain.browser().send('POST', '/auth/sign-in/oauth2', {})
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' })
    } finally {
      await plain.close()
    }
  })
})
