/** Whatever is done to the data on its way or in the database, the right check turns red in the reader's browser. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { HERON_JWKS } from '../support/heron-jwks.js'
import { failedOn, openPage, verifyOn, type WatchedPage } from '../support/open-page.js'
import { type PageServer, startPageServer } from '../support/page-server.js'
import { HONEST, TAMPERINGS } from '../support/tampering.js'

const executable = findChromium()

describe.skipIf(executable === null)('tampering, as the page shows it', () => {
  let server: PageServer
  let browser: Browser
  let watched: WatchedPage

  beforeAll(async () => {
    server = await startPageServer(HONEST)
    browser = await launchChromium(executable!)
    watched = await openPage(browser, server.url)
    await watched.page.getByText('Pin what you kept').click()
    await watched.page.getByLabel(/JSON Web Key Set/).fill(HERON_JWKS)
  })

  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it('passes everything while nothing was done', async () => {
    expect(await verifyOn(watched.page)).toMatch(/ 0 fail, 0 not checked$/)
    expect(await failedOn(watched.page)).toEqual([])
  })

  it('knows at least thirty ways', () => {
    expect(TAMPERINGS.length).toBeGreaterThanOrEqual(30)
  })

  it.each(TAMPERINGS)('notices $name', async ({ lines, notices }) => {
    expect(lines).not.toEqual(HONEST)
    server.serve(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))
    expect(await verifyOn(watched.page)).not.toContain(' 0 fail')
    expect(await failedOn(watched.page)).toContain(notices)
  })
})
