/** For everyone: nothing that axe objects to, light and dark; by keyboard; on a phone; and a viewer can change nothing. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { type Dashboard, startDashboard } from '../support/dashboard.js'
import { violations } from '../support/violations.js'

const executable = findChromium()

describe.skipIf(executable === null)('for everyone', () => {
  let dashboard: Dashboard
  let browser: Browser
  let pages: readonly (readonly [path: string, shows: string])[]

  beforeAll(async () => {
    dashboard = await startDashboard()
    browser = await launchChromium(executable!)
    const [, send] = await dashboard.run('run_8810', [
      { tool: 'crm.search' },
      { tool: 'gmail.send', signals: { recipient_external: true, recipient_count: 3 } },
      { tool: 'payments.refund', signals: { amount: 4200 }, outcome: 'EXECUTED' },
      { tool: 'files.delete' },
    ])
    await dashboard.pass(61_000)
    const { body } = await dashboard.live.as.viewer.get(`${dashboard.live.project}/sessions`)
    pages = [
      ['overview', 'What changed'],
      ['runs', 'run_8810'],
      [`runs/${body.items[0].session as string}`, 'Calls, as they are chained'],
      ['calls', 'payments.refund'],
      [`calls/${send!.action_id}`, 'The signed documents'],
      ['approvals', 'Bound to'],
      ['issues', 'Ran although denied'],
      ['issues/EXECUTED_DESPITE_DENY', 'It means'],
      ['log', 'imported a vendor key'],
      ['getting-started', 'Send the first signed evidence'],
      ['../../account', 'Where you are signed in'],
      ['../../organization-log', 'accepted an invitation'],
      ['runs?q=nothing-like-it', 'No run matches'],
    ]
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await dashboard.close()
  })

  const shown = (page: Page, text: string) =>
    page.locator('#content').getByText(text).filter({ visible: true }).first().waitFor()

  it.each(['light', 'dark'] as const)(
    'has no violation on any page, %s',
    async (colorScheme) => {
      const visit = await dashboard.open(browser, 'owner', 'overview', { colorScheme, bypassCSP: true })
      for (const [path, text] of pages) {
        await visit.go(path)
        await shown(visit.page, text)
        expect(await violations(visit.page), path).toEqual([])
      }
      await visit.close()
    },
    60_000,
  )

  it('has no violation before anybody is signed in', async () => {
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    for (const path of ['sign-in', 'set-up', 'invitation#unknown']) {
      await page.goto('about:blank')
      await page.goto(`${dashboard.live.url}/app/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await violations(page), path).toEqual([])
    }
    await context.close()
  })

  it('asks a stranger to sign in, and goes on to where they were heading', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${dashboard.live.url}/app/p/${dashboard.projectId}/log`)
    await page.getByLabel('E-mail').fill('viewer@vendor.example')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill('a password of the tests')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Operator log' }).waitFor()
    await context.close()
  })

  it('notices that a session has ended, and goes on from there after signing in again', async () => {
    const { page, context, close } = await dashboard.open(browser, 'viewer', 'overview')
    await shown(page, 'What changed')
    await context.clearCookies()
    await page.getByRole('link', { name: 'Operator log', exact: true }).first().click()
    await page.getByLabel('E-mail').fill('viewer@vendor.example')
    await page.getByLabel('Password').fill('a password of the tests')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Operator log' }).waitFor()
    await close()
  })

  it.each([320, 390])(
    'is never wider than a screen of %i px, and its menu opens',
    async (width) => {
      const visit = await dashboard.open(browser, 'viewer', 'overview', { viewport: { width, height: 700 } })
      for (const [path, text] of pages) {
        await visit.go(path)
        await shown(visit.page, text)
        expect(await visit.page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
      }
      await visit.page.getByRole('button', { name: 'Open the menu' }).click()
      await visit.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Runs' }).click()
      await visit.page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
      await visit.close()
    },
    60_000,
  )

  it('is worked by keyboard: search, a page, a row of its list', async () => {
    const { page, close } = await dashboard.open(browser, 'viewer', 'overview')
    await shown(page, 'What changed')
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    // As fast as somebody types who knows the page: Enter comes before an entry is marked.
    await page.keyboard.type('runs')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    await shown(page, 'run_8810')
    await page.locator('[data-row-link]').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Run run_8810/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.type('gmail')
    await page
      .getByRole('menuitem', { name: /gmail\.send/ })
      .first()
      .click()
    await page.getByRole('heading', { name: /Call of gmail\.send/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await close()
  })

  it('gives a viewer nothing to change, and the service refuses it all the same', async () => {
    const { page, context, go, close } = await dashboard.open(browser, 'viewer', 'approvals')
    await shown(page, 'your role is to look')
    expect(await page.getByRole('button', { name: /Approve|Decline/ }).count()).toBe(0)
    await go('issues/EXECUTED_DESPITE_DENY')
    await shown(page, 'It means')
    expect(await page.getByRole('button', { name: /Resolve|Reopen/ }).count()).toBe(0)
    const refused = await context.request.post(
      `${dashboard.live.url}/api${dashboard.live.project}/issues/EXECUTED_DESPITE_DENY/review`,
      { headers: { origin: dashboard.live.url }, data: { decision: 'resolve', reason: 'no' } },
    )
    expect(refused.status()).toBe(403)
    await close()
  })

  it('says what is wrong where a page has nothing to show', async () => {
    const { page, go, close } = await dashboard.open(browser, 'viewer', 'calls/act_unknown')
    await page.getByRole('alert').getByText('There is no such thing here').waitFor()
    await page.route('**/api/projects/*/issues*', (route) => route.abort())
    await go('issues')
    await page.getByRole('alert').getByText('No answer').waitFor({ timeout: 15_000 })
    await page.unroute('**/api/projects/*/issues*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await shown(page, 'Ran although denied')
    await close()
  })
})
