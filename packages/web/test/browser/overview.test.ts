/** Without a link: nothing, unless an operator made an overview public; a revoked link says what to do. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { CLAIMS } from '../support/claims.js'
import { openPage } from '../support/open-page.js'
import { type PageServer, startPageServer } from '../support/page-server.js'
import { HONEST } from '../support/tampering.js'

const executable = findChromium()

describe.skipIf(executable === null)('without a link', () => {
  let server: PageServer
  let browser: Browser

  beforeAll(async () => {
    server = await startPageServer(HONEST)
    browser = await launchChromium(executable!)
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it('refuses a revoked or unknown link in words, and shows nothing of the record', async () => {
    const { page, close } = await openPage(browser, server.url.replace(/t=.*/, 't=revoked'))
    await page.getByText('was revoked, or has expired').waitFor()
    expect(await page.getByText('prj_test').count()).toBe(0)
    await close()
  })

  it('shows the public overview and takes a request for the record', async () => {
    server.overview = {
      vendor: 'Acme',
      project: 'Billing agents',
      window_days: 30,
      claims: CLAIMS,
      counts: {
        sessions: 4,
        actions: 15,
        verdicts: { ALLOW: 7, DENY: 2, STEP_UP: 4, MODIFY: 1, DEFER: 1 },
      },
      findings: [{ kind: 'MISSING_EXECUTION', severity: 'medium', open: 1, reviewed: 0 }],
      rules: [{ id: 'heron.read.allow', title: 'Reads run', effect: 'ALLOW' }],
    }
    const { page, close } = await openPage(browser, server.url.replace(/\?t=.*/, ''))
    await page.getByRole('heading', { name: /Acme/ }).waitFor()
    await page.getByText('Controls in force').waitFor()
    await page.getByLabel('Who you are').fill('R. Viewer')
    await page.getByLabel(/Why/).fill('Vendor review')
    await page.getByLabel(/E-mail/).fill('reviewer@example.org')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Your request was passed on').waitFor()
    await close()
  })
})
