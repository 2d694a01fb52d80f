/** The first run (heron.md §13): one organization, by whoever holds the token that was printed; once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { mintSetUpToken } from '../../src/domain/people/set-up.js'
import { createApp } from '../../src/http/app.js'
import { type RunningServer, startServer } from '../../src/http/server.js'
import type { HeronService } from '../../src/domain/service.js'
import { createKeyRing } from '../../src/keys/key-ring.js'
import { createThreadSigner } from '../../src/keys/signer.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { Browser } from '../operator/browser.js'

const TOKEN = mintSetUpToken()
const BODY = {
  ...{ token: TOKEN, organization: 'Fresh', project: 'First project', name: 'Jo' },
  ...{ email: 'Jo@fresh.example', password: 'long enough for this' },
}

const directory = mkdtempSync(join(tmpdir(), 'heron-first-run-'))
let service: HeronService
let server: RunningServer
beforeAll(async () => {
  const ring = createKeyRing(new Date().toISOString())
  const signer = createThreadSigner(ring.active)
  const store = openSqliteStore({ path: join(directory, 'heron.sqlite'), signer })
  service = await createService({
    ...{ store, signer, publishedKeys: ring.published, pseudonymSecret: ring.pseudonymSecret },
  })
  const app = createApp({ service, setUpToken: TOKEN })
  server = await startServer({ app, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await service.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('a Heron without an organization', () => {
  it('says so, takes the printed token alone, makes one organization, and signs its owner in', async () => {
    const browser = new Browser(server.url)
    expect((await browser.get('/setup')).body).toEqual({ needed: true })
    const guessed = await browser.send('POST', '/setup', { ...BODY, token: mintSetUpToken() })
    expect(guessed.body).toMatchObject({ status: 403, code: 'forbidden' })
    const short = await browser.send('POST', '/setup', { ...BODY, password: 'short' })
    expect(short.body).toMatchObject({ code: 'invalid_request', pointer: '/password' })
    const elsewhere = await browser.send('POST', '/setup', BODY, { origin: 'https://evil.example' })
    expect(elsewhere.status).toBe(403)
    // The same form, sent twice at once.
    const twice = [browser, new Browser(server.url)].map((each) => each.send('POST', '/setup', BODY))
    const [one, two] = await Promise.all(twice)
    expect([one?.status, two?.status].sort()).toEqual([201, 409])
    const made = one?.status === 201 ? one : two!
    await browser.signIn(BODY.email, BODY.password)
    expect(made.body.evidence.url).toBe(
      `${server.url}/e/${made.body.evidence.slug}?t=${made.body.evidence.token}`,
    )
    expect(await service.authenticate(made.body.api_key as string)).not.toBeNull()
    expect((await browser.get('/me')).body).toMatchObject({
      ...{ user: { name: 'Jo', email: 'jo@fresh.example' }, organization: { name: 'Fresh' }, role: 'owner' },
    })
    expect((await browser.get('/setup')).body).toEqual({ needed: false })
    const again = await new Browser(server.url).send('POST', '/setup', BODY)
    expect(again.body).toMatchObject({ status: 409, code: 'set_up_already' })
  })
})
