/** The page before the real service: ten thousand calls through the real door, verified in the browser; a revoked link. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { issueReviewerLink, revokeReviewerLink } from '../../../server/src/domain/evidence-page/links.js'
import { findPage } from '../../../server/src/store/queries/evidence-pages.js'
import { createApp } from '../../../server/src/http/app.js'
import { type RunningServer, startServer } from '../../../server/src/http/server.js'
import {
  actionRequest,
  executionRequest,
  type Heron,
  sessionRequest,
  startHeron,
} from '../../../server/test/support/heron.js'
import { failedOn, openPage, verifyOn } from '../support/open-page.js'
import { requireSite, SITE } from '../support/site.js'

const executable = findChromium()
const RUNS = 25
const CALLS_PER_RUN = 400
const TOOLS = ['crm.search', 'calendar.update_event', 'gmail.send', 'files.read'] as const

/** An agent's work: every call announced, and what Heron said obeyed and reported. */
async function work({ service, context }: Heron): Promise<void> {
  const runs = Array.from({ length: RUNS }, (_, run) => `run_${run.toString()}`)
  await Promise.all(
    runs.map(async (run) => {
      await service.openSession(sessionRequest(run), context())
      for (let seq = 1; seq <= CALLS_PER_RUN; seq += 1) {
        const name = TOOLS[seq % TOOLS.length] ?? TOOLS[0]
        const answer = await service.announceAction(actionRequest(run, seq, { tool: { name } }), context())
        const outcome = answer.decision.verdict === 'ALLOW' ? 'EXECUTED' : 'ESCALATED'
        await service.reportExecution(executionRequest(answer, { outcome }), context())
      }
    }),
  )
}

describe.skipIf(executable === null)('before the real service', () => {
  let heron: Heron
  let server: RunningServer
  let browser: Browser
  let url: string
  let linkId: string

  beforeAll(async () => {
    requireSite()
    heron = await startHeron()
    await work(heron)
    const link = await issueReviewerLink(heron.data, heron.operation, { label: 'auditor' })
    linkId = link.id
    const app = createApp({ service: heron.service, now: heron.clock.now, webRoot: SITE })
    server = await startServer({ app, host: '127.0.0.1', port: 0 })
    const page = await heron.data.store.first(findPage, {
      organization_id: heron.tenant.organizationId,
      project_id: heron.tenant.projectId,
    })
    url = `${server.url}/e/${page?.slug ?? ''}?t=${link.token}`
    browser = await launchChromium(executable!)
  }, 240_000)

  afterAll(async () => {
    await browser.close()
    await server.close()
    await heron.close()
  })

  it('verifies ten thousand calls in the browser, and nothing on the page is refused or asked elsewhere', async () => {
    const { page, troubles, foreign, close } = await openPage(browser, url)
    page.setDefaultTimeout(120_000)
    await page
      .getByText((RUNS * CALLS_PER_RUN).toLocaleString('en'), { exact: false })
      .first()
      .waitFor()
    const result = await verifyOn(page)
    expect(await failedOn(page)).toEqual([])
    expect(result).toContain(' 0 fail')
    for (const [tab, text] of [
      ['Policy', 'Rules in force'],
      ['Signals', 'What the vendor committed to'],
      ['Findings', /raised|Harmless/],
      ['Operator log', 'vendor_key.imported'],
      ['Keys', 'Time line'],
      ['Try to break it', 'as it was signed'],
    ] as const) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      await page.locator('#part').getByText(text).first().waitFor()
    }
    expect(troubles).toEqual([])
    expect(foreign).toEqual([])
    await close()
  }, 240_000)

  it('takes a snapshot and finds that nothing vanished since', async () => {
    const { page, close } = await openPage(browser, url)
    await page.getByRole('button', { name: 'Snapshots' }).click()
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('nothing vanished').waitFor()
    await close()
  })

  it('shows nothing once the link is revoked', async () => {
    await revokeReviewerLink(heron.data, heron.operation, linkId)
    const { page, close } = await openPage(browser, url)
    await page.getByText('was revoked, or has expired').waitFor()
    expect(await page.getByRole('heading', { name: 'Posture' }).count()).toBe(0)
    await close()
  })
})
