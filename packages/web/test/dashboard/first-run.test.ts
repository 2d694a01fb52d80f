/** The first visit: the printed token makes the organization, and five steps tick themselves up to the first evidence. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import {
  type AnnounceActionAnswer,
  hashJson,
  publicKeyOfSeed,
  toBase64url,
} from '../../../evidence/src/index.js'
import { createService } from '../../../server/src/domain/create-service.js'
import { importVendorKey } from '../../../server/src/domain/operator-keys.js'
import { mintSetUpToken } from '../../../server/src/domain/people/set-up.js'
import type { HeronService } from '../../../server/src/domain/service.js'
import { createApp } from '../../../server/src/http/app.js'
import { type RunningServer, startServer } from '../../../server/src/http/server.js'
import { createKeyRing } from '../../../server/src/keys/key-ring.js'
import { createThreadSigner } from '../../../server/src/keys/signer.js'
import { openSqliteStore } from '../../../server/src/store/sqlite/sqlite-store.js'
import {
  actionRequest,
  executionRequest,
  sessionRequest,
  VENDOR,
} from '../../../server/test/support/heron.js'
import { watch } from '../support/dashboard.js'
import { requireSite, SITE } from '../support/site.js'

const executable = findChromium()
const TOKEN = mintSetUpToken()

describe.skipIf(executable === null)('the first visit', () => {
  const directory = mkdtempSync(join(tmpdir(), 'heron-first-visit-'))
  let service: HeronService
  let server: RunningServer
  let browser: Browser

  beforeAll(async () => {
    requireSite()
    const ring = createKeyRing(new Date().toISOString())
    const signer = createThreadSigner(ring.active)
    const store = openSqliteStore({ path: join(directory, 'heron.sqlite'), signer })
    service = await createService({
      ...{ store, signer, publishedKeys: ring.published, pseudonymSecret: ring.pseudonymSecret },
    })
    const app = createApp({ service, setUpToken: TOKEN, webRoot: SITE })
    server = await startServer({ app, host: '127.0.0.1', port: 0 })
    browser = await launchChromium(executable!)
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
    await service.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** A request as an agent sends it; only a call's answer is read. */
  const post = async (path: string, body: unknown, apiKey: string): Promise<AnnounceActionAnswer> => {
    const response = await fetch(`${server.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as AnnounceActionAnswer
  }

  it('goes from the printed token to the first signed evidence, each step ticked as it happens', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    const troubles = watch(page, server.url)
    await page.goto(`${server.url}/`)
    await page.getByRole('heading', { name: 'Set up Heron' }).waitFor()
    await page.getByLabel('Set-up token').fill(TOKEN)
    await page.getByLabel('Organization').fill('Acme')
    await page.getByLabel('Your name').fill('Jo Owner')
    await page.getByLabel('Your e-mail').fill('jo@acme.example')
    await page.getByLabel('Password').fill('a long enough password')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('heading', { name: 'Heron is set up' }).waitFor()
    const apiKey = (await page.locator('.once code').first().textContent()) ?? ''
    expect(apiKey).toMatch(/^hrn_live_/)
    await page.getByRole('button', { name: /open the dashboard/ }).click()
    await page.getByText('No call was announced').waitFor()

    await page.getByRole('link', { name: 'Getting started', exact: true }).click()
    const done = page.locator('.step.done')
    await expect.poll(() => done.count()).toBe(1)
    const tenant = await service.authenticate(apiKey)
    const { organizationId, projectId } = tenant!
    await importVendorKey(
      service.operatorParts,
      { project: { organizationId, projectId }, actorId: 'usr_test', reason: null },
      { kid: VENDOR.kid, publicKey: toBase64url(publicKeyOfSeed(VENDOR.seed)) },
    )
    await expect.poll(() => done.count(), { timeout: 10_000 }).toBe(2)
    await post('/sessions', sessionRequest('run_1'), apiKey)
    await expect.poll(() => done.count(), { timeout: 10_000 }).toBe(3)
    const answer = await post('/actions', actionRequest('run_1', 1, { args_hash: hashJson({}) }), apiKey)
    await expect.poll(() => done.count(), { timeout: 10_000 }).toBe(4)
    await post('/executions', executionRequest(answer), apiKey)
    await expect.poll(() => done.count(), { timeout: 10_000 }).toBe(5)

    await page.getByRole('link', { name: 'read your first decision' }).click()
    await page.getByRole('heading', { name: 'Call of crm.read' }).waitFor()
    expect(troubles.filter((text) => !text.includes('401'))).toEqual([])
    await context.close()
  })
})
