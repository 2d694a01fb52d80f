/** What a route of the operator API reads: strictly, from the schema that documents it, whatever is sent. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveOperator, PASSWORD, startLiveOperator } from './live-operator.js'

let live: LiveOperator
beforeAll(async () => {
  live = await startLiveOperator()
})
afterAll(() => live.close())

describe('a query', () => {
  it.each([
    ['limit=0', 'must be a number from 1 to 200'],
    ['limit=201', 'must be a number from 1 to 200'],
    ['limit=ten', 'must be a number from 1 to 200'],
    ['limit=5&limit=6', 'once'],
    ['limits=5', 'there are: cursor, limit'],
    ['cursor=made_up', 'cursor'],
  ])('%s is refused with what to do', async (query, words) => {
    const { body } = await live.as.viewer.get(`/organization/log?${query}`)
    expect(body).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(body.detail).toContain(words)
  })
})

describe('a body', () => {
  it('names the member that is wrong, and is strict JSON', async () => {
    const path = `/members/${live.as.viewer.member!.userId}`
    const wrong = await live.as.admin.send('PATCH', path, { role: 'king' })
    expect(wrong.body).toMatchObject({ status: 400, code: 'invalid_request', pointer: '/role' })
    expect(wrong.body.detail).toContain('one of viewer, operator, admin, owner')
    const missing = await live.as.admin.send('PATCH', path, {})
    expect(missing.body).toMatchObject({ pointer: '/role' })
    const response = await fetch(`${live.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: live.url, 'content-type': 'application/json' },
      body: '{"email":"a@b.example","email":"owner@vendor.example","password":"x"}',
    })
    expect(await response.json()).toMatchObject({ status: 400, code: 'invalid_json' })
    const form = await fetch(`${live.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: live.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=owner%40vendor.example&password=x',
    })
    expect(form.status).toBe(415)
  })

  it.each([
    'a\u0000@b.example',
    'a@b',
    '@b.example',
    'a b@c.example',
    'a@b.example\n',
    `${'a'.repeat(250)}@b.example`,
  ])('an address that is none is refused: %j', async (email) => {
    const answer = await live.as.admin.send('POST', '/invitations', { email, role: 'viewer' })
    expect(answer.body).toMatchObject({ status: 400, pointer: '/email' })
  })
})

describe('a name in an address', () => {
  it.each(['%00', '%0a', 'a%00b', '..%2f..', 'a'.repeat(300)])('%s names nothing', async (name) => {
    for (const [method, path] of [
      ['GET', `/projects/${name}/policy`],
      ['GET', `${live.project}/actions/${name}`],
      ['DELETE', `/members/${name}`],
      ['DELETE', `/me/sessions/${name}`],
      ['DELETE', `/invitations/${name}`],
    ] as const) {
      const { status } = await live.as.owner.send(method, path)
      expect([method, path, status]).toEqual([method, path, 404])
    }
    expect((await live.nobody.get(`/invitations/accept/${name}`)).status).toBe(404)
  })
})

describe('a cookie', () => {
  it('that is no session’s opens nothing, whatever is in it', async () => {
    const visible = fc.string({ unit: fc.constantFrom(...'abcXYZ019.%=;,"_-~ '.split('')), maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(visible, async (value) => {
        const cookie = `heron.session=${value}`
        const { status } = await live.browser().send('GET', '/me', undefined, { cookie })
        expect(status).toBe(401)
      }),
      { numRuns: 50 },
    )
  })

  it('counts by its exact name', async () => {
    const browser = live.browser()
    await browser.signIn('viewer@vendor.example', PASSWORD)
    const value = browser.cookie('heron.session')!
    for (const name of ['Heron.session', 'xheron.session', '__Host-heron.session', 'heron.session_token']) {
      const { status } = await live.browser().send('GET', '/me', undefined, { cookie: `${name}=${value}` })
      expect([name, status]).toEqual([name, 401])
    }
  })
})
