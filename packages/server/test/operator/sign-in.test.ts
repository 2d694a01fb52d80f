/** Signing in over real HTTP (heron.md §13): passwords, second factors, limits, and how sessions end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whoIs } from '../../src/domain/people/who-is.js'
import { query } from '../../src/store/query.js'
import { type LiveOperator, PASSWORD, startLiveOperator } from './live-operator.js'
import { totpOf } from './totp.js'

let live: LiveOperator
beforeAll(async () => {
  live = await startLiveOperator()
})
afterAll(() => live.close())

const MINUTE = 60_000

/** What the organization's log tells, the newest first. */
async function acts(): Promise<string[]> {
  const { body } = await live.as.owner.get('/organization/log')
  return (body.items as { receipt: { payload: { act: string } } }[]).map(({ receipt }) => receipt.payload.act)
}

describe('a password', () => {
  it('signs in, and the session is in a cookie that no script reads', async () => {
    const browser = live.browser()
    const answer = await browser.signIn('owner@vendor.example', PASSWORD)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^heron\.session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(answer.text).not.toContain('"token"')
    const me = await browser.get('/me')
    expect(me.status).toBe(200)
    expect(me.body).toMatchObject({
      user: { name: 'Owner', email: 'owner@vendor.example', two_factor: false },
      organization: { id: live.heron.tenant.organizationId, name: 'Vendor' },
      role: 'owner',
      projects: [{ id: live.heron.tenant.projectId, name: 'Assistant' }],
    })
  })

  it('is asked for in whatever case the address is written', async () => {
    expect((await live.browser().signIn('Owner@Vendor.Example', PASSWORD)).status).toBe(200)
  })

  it('that is wrong is answered as an address that nobody has', async () => {
    const wrong = await live
      .browser()
      .send('POST', '/auth/sign-in/email', { email: 'viewer@vendor.example', password: 'not that one' })
    const unknown = await live
      .browser()
      .send('POST', '/auth/sign-in/email', { email: 'nobody@vendor.example', password: 'not that one' })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toMatchObject({ code: 'sign_in_refused' })
    expect(unknown.body).toEqual(wrong.body)
    expect(unknown.headers.getSetCookie()).toEqual([])
  })

  it('leaves no token, secret or password in the database that opens anything', async () => {
    const browser = live.browser()
    await browser.signIn('viewer@vendor.example', PASSWORD)
    const token = decodeURIComponent(browser.cookie('heron.session') ?? '').split('.')[0]!
    const rows = await live.heron.data.store.all(EVERYTHING_TO_SIGN_IN, {})
    expect(rows.length).toBeGreaterThan(0)
    const text = JSON.stringify(rows)
    expect(text).not.toContain(token)
    expect(text).not.toContain(PASSWORD)
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  it('is changed with the old one, and ends every other session', async () => {
    const [here, there] = [live.browser(), live.browser()]
    await here.signIn('operator@vendor.example', PASSWORD)
    await there.signIn('operator@vendor.example', PASSWORD)
    const before = here.cookie('heron.session')
    const wrong = await here.send('POST', '/auth/change-password', {
      ...{ currentPassword: 'not that one', newPassword: 'another long password' },
    })
    expect(wrong.body).toMatchObject({ code: 'invalid_request', pointer: '/currentPassword' })
    const short = await here.send('POST', '/auth/change-password', {
      ...{ currentPassword: PASSWORD, newPassword: 'short' },
    })
    expect(short.body).toMatchObject({ code: 'invalid_request', pointer: '/newPassword' })
    const changed = await here.send('POST', '/auth/change-password', {
      ...{ currentPassword: PASSWORD, newPassword: 'another long password' },
    })
    expect(changed.status).toBe(200)
    expect(here.cookie('heron.session')).not.toBe(before)
    expect((await here.get('/me')).status).toBe(200)
    expect((await there.get('/me')).status).toBe(401)
    expect((await acts())[0]).toBe('password.changed')
    const again = await live.browser().signIn('operator@vendor.example', 'another long password')
    expect(again.status).toBe(200)
  })
})

describe('tries', () => {
  it('are refused after ten on one account from one address, the right password too', async () => {
    const email = 'viewer@neighbour.example'
    const answers = []
    for (let each = 0; each < 11; each += 1) {
      answers.push(
        await live.browser().send('POST', '/auth/sign-in/email', { email, password: `guess ${each}` }),
      )
    }
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401))
    expect(answers[10]!.body).toMatchObject({ status: 429, code: 'rate_limited' })
    live.heron.clock.advance(15 * MINUTE)
    const later = await live.browser().send('POST', '/auth/sign-in/email', { email, password: 'guess' })
    expect(later.status).toBe(401)
  })

  it('from another site are refused before anything is counted', async () => {
    const body = { email: 'owner@vendor.example', password: PASSWORD }
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const answer = await live.browser().send('POST', '/auth/sign-in/email', body, headers)
      expect(answer.body).toMatchObject({ status: 403, code: 'forbidden' })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('a second factor', () => {
  it('is asked for once it was verified, takes a code or a back-up code, and is told of in the log', async () => {
    const email = 'admin@vendor.example'
    const browser = live.browser()
    await browser.signIn(email, PASSWORD)
    const wrong = await browser.send('POST', '/auth/two-factor/enable', { password: 'not that one' })
    expect(wrong.body).toMatchObject({ code: 'invalid_request', pointer: '/password' })
    const enabled = await browser.send('POST', '/auth/two-factor/enable', { password: PASSWORD })
    const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] }
    expect(backupCodes).toHaveLength(10)
    // Not in force yet: whoever lost the authenticator on the way is not locked out.
    expect((await live.browser().signIn(email, PASSWORD)).body).not.toHaveProperty('twoFactorRedirect')
    const verified = await browser.send('POST', '/auth/two-factor/verify-totp', { code: totpOf(totpURI) })
    expect(verified.status).toBe(200)
    expect((await browser.get('/me')).body.user.two_factor).toBe(true)
    expect((await acts())[0]).toBe('two_factor.enabled')

    const second = live.browser()
    const first = await second.signIn(email, PASSWORD)
    expect(first.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expect(second.cookie('heron.session')).toBeUndefined()
    expect((await second.get('/me')).status).toBe(401)
    const bad = await second.send('POST', '/auth/two-factor/verify-totp', { code: '000000' })
    expect(bad.body).toMatchObject({ status: 401, code: 'sign_in_refused' })
    const typed = totpOf(totpURI)
    const good = await second.send('POST', '/auth/two-factor/verify-totp', { code: typed })
    expect(good.status).toBe(200)
    const sessions = (await second.get('/me/sessions')).body.items.length as number
    expect((await second.get('/me')).status).toBe(200)

    // Whoever saw it typed, and knows the password, comes second.
    const onlooker = live.browser()
    await onlooker.signIn(email, PASSWORD)
    const seen = await onlooker.send('POST', '/auth/two-factor/verify-totp', { code: typed })
    expect(seen.body).toMatchObject({ status: 401, code: 'sign_in_refused' })
    expect(seen.headers.getSetCookie()).toEqual([])
    expect((await second.get('/me/sessions')).body.items).toHaveLength(sessions)

    const third = live.browser()
    await third.signIn(email, PASSWORD)
    const [code] = backupCodes
    expect((await third.send('POST', '/auth/two-factor/verify-backup-code', { code })).status).toBe(200)
    expect((await third.get('/me')).status).toBe(200)
    const fourth = live.browser()
    await fourth.signIn(email, PASSWORD)
    const used = await fourth.send('POST', '/auth/two-factor/verify-backup-code', { code })
    expect(used.body).toMatchObject({ status: 401, code: 'sign_in_refused' })

    const stored = JSON.stringify(await live.heron.data.store.all(EVERY_SECOND_FACTOR, {}))
    expect(stored).not.toContain(new URL(totpURI).searchParams.get('secret'))
    expect(stored).not.toContain(backupCodes[1])

    expect((await browser.send('POST', '/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200)
    expect((await acts())[0]).toBe('two_factor.disabled')
    expect((await live.browser().signIn(email, PASSWORD)).body).not.toHaveProperty('twoFactorRedirect')
  })
})

describe('a session', () => {
  it('is listed where its person is signed in, and ended there', async () => {
    const [here, there] = [live.browser(), live.browser()]
    await here.signIn('viewer@vendor.example', PASSWORD)
    await there.signIn('viewer@vendor.example', PASSWORD)
    const { items } = (await here.get('/me/sessions')).body
    const current = items.filter(({ current }: { current: boolean }) => current)
    expect(current).toHaveLength(1)
    expect(current[0]).toMatchObject({ ip_address: '127.0.0.1', last_used_at: live.heron.clock.now() })
    const other = items.find(({ current }: { current: boolean }) => !current)
    const byAnother = await live.as.owner.send('DELETE', `/me/sessions/${other.id}`)
    expect(byAnother.status).toBe(404)
    expect((await there.get('/me')).status).toBe(200)
    expect((await here.send('DELETE', '/me/sessions')).status).toBe(204)
    expect((await there.get('/me')).body).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await here.get('/me/sessions')).body.items).toHaveLength(1)
  })

  it('ends by signing out, for whoever kept its cookie too', async () => {
    const browser = live.browser()
    await browser.signIn('viewer@vendor.example', PASSWORD)
    const kept = `heron.session=${browser.cookie('heron.session')!}`
    expect((await browser.send('POST', '/auth/sign-out')).status).toBe(200)
    expect(browser.cookie('heron.session')).toBeUndefined()
    expect((await live.browser().send('GET', '/me', undefined, { cookie: kept })).status).toBe(401)
  })

  it('ends when nobody used it for half a day, and a week after it began however much it was used', async () => {
    const [idle, busy] = [live.browser(), live.browser()]
    await idle.signIn('owner@vendor.example', PASSWORD)
    await busy.signIn('owner@vendor.example', PASSWORD)
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      live.heron.clock.advance(6 * 60 * MINUTE)
      expect((await busy.get('/me')).status, `after ${hours} hours`).toBe(200)
      if (hours === 6) expect((await idle.get('/me')).status).toBe(401)
    }
    live.heron.clock.advance(6 * 60 * MINUTE)
    expect((await busy.get('/me')).status).toBe(401)
    expect((await busy.get('/auth/get-session')).text).toBe('null')
  })

  it('is not what its row in the database says: the hash there opens nothing', async () => {
    const [row] = await live.heron.data.store.all(EVERY_SESSION, {})
    const answer = await live
      .browser()
      .send('GET', '/me', undefined, { cookie: `heron.session=${row!.token_hash}` })
    expect(answer.status).toBe(401)
  })
})

const EVERY_SESSION = query()((db) => db.selectFrom('person_sessions').selectAll())
const EVERY_SECOND_FACTOR = query()((db) => db.selectFrom('two_factors').selectAll())
const EVERYTHING_TO_SIGN_IN = query()((db) =>
  db
    .selectFrom('person_sessions as s')
    .innerJoin('credentials as c', 'c.user_id', 's.user_id')
    .leftJoin('verifications as v', 'v.value', 's.user_id')
    .selectAll('s')
    .select(['c.password_hash', 'c.account_id', 'v.identifier']),
)

describe('where somebody signed in from', () => {
  it('is kept no longer than it lets them in', async () => {
    expect((await live.heron.data.store.all(EVERY_SESSION, {})).length).toBeGreaterThan(1)
    live.heron.clock.advance(7 * 24 * 60 * MINUTE)
    await live.browser().signIn('owner@vendor.example', PASSWORD)
    expect(await live.heron.data.store.all(EVERY_SESSION, {})).toHaveLength(1)
  })

  it('is not kept from ending by a page that stands open and follows what changes', async () => {
    const open = live.browser()
    await open.signIn('owner@vendor.example', PASSWORD)
    const [token = ''] = decodeURIComponent(open.cookie('heron.session')!).split('.')
    expect((await open.get('/me')).status).toBe(200)
    for (let hours = 0; hours < 10; hours += 5) {
      live.heron.clock.advance(5 * 60 * MINUTE)
      expect(await whoIs(live.heron.data, token, false)).not.toBeNull()
    }
    live.heron.clock.advance(3 * 60 * MINUTE)
    expect(await whoIs(live.heron.data, token, false)).toBeNull()
    expect((await open.get('/me')).status).toBe(401)
  })
})
