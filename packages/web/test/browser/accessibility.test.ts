/** For everyone: no violation that axe can find, dark and light; by keyboard alone; at 320 px; on paper. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { openPage, resultOf, verifyOn } from '../support/open-page.js'
import { type PageServer, startPageServer } from '../support/page-server.js'
import { HONEST, TAMPERINGS } from '../support/tampering.js'
import { violations } from '../support/violations.js'

const executable = findChromium()
const ACTION = (
  JSON.parse(HONEST.find((line) => line.endsWith('"type":"action"}'))!) as { record: { action: string } }
).record.action
const VIEWS = [
  ['runs', 'Decision'],
  ['runs/ses_1', 'crm.lookup'],
  ['policy', 'Rules in force'],
  ['signals', 'Described'],
  ['findings', 'Harmless causes'],
  ['log', 'vendor_key.imported'],
  ['keys', 'Time line'],
  [`break?call=${ACTION}`, 'as it was signed'],
  [`call/${ACTION}`, 'What was asked'],
] as const

describe.skipIf(executable === null)('for everyone', () => {
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

  const show = async (page: Page, hash: string, text: string) => {
    await page.evaluate((next) => {
      location.hash = next
    }, hash)
    await page.locator('#part').getByText(text).first().waitFor()
  }

  it.each(['light', 'dark'] as const)('has no violation in any view, %s', async (colorScheme) => {
    const { lines } = TAMPERINGS[0]!
    server.serve(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))
    const { page, close } = await openPage(browser, server.url, { colorScheme, bypassCSP: true })
    await page.getByRole('heading', { name: 'Posture' }).waitFor()
    await verifyOn(page)
    for (const [hash, text] of VIEWS) {
      await show(page, hash, text)
      expect(await violations(page), hash).toEqual([])
    }
    await page.getByRole('button', { name: /^R9/ }).click()
    expect(await violations(page), 'dialog').toEqual([])
    await close()
  })

  it('is never wider than a screen of 320 px', async () => {
    server.show(HONEST)
    const { page, close } = await openPage(browser, server.url, { viewport: { width: 320, height: 640 } })
    await page.getByRole('heading', { name: 'Posture' }).waitFor()
    await verifyOn(page)
    for (const [hash, text] of VIEWS) {
      await show(page, hash, text)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), hash).toBe(320)
    }
    await close()
  })

  it('is worked by keyboard alone: verify, open a reason, close it, open a run and a call', async () => {
    server.show(HONEST)
    const { page, close } = await openPage(browser, server.url)
    await page.getByRole('heading', { name: 'Posture' }).waitFor()
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 120; presses += 1) {
        await page.keyboard.press('Tab')
        const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
        if (name.test(text)) return
      }
      throw new Error(`the keyboard does not reach ${String(name)}`)
    }
    await tabTo(/^Verify everything/)
    await page.keyboard.press('Enter')
    expect(await resultOf(page)).toContain(' 0 fail')
    await tabTo(/^R1/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent ?? '')).toMatch(/^R1/)
    await tabTo(/^ses_1$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Run ses_1/ }).waitFor()
    await tabTo(/^crm\.lookup$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'What was asked' }).waitFor()
    await close()
  })

  it('prints whole hashes, and no buttons', async () => {
    const { page, close } = await openPage(browser, server.url)
    await page.getByRole('link', { name: 'ses_1', exact: true }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const full = page.locator('.hash .full').first()
    expect(await full.isVisible()).toBe(true)
    expect(await full.textContent()).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(await page.getByRole('button', { name: 'Export' }).isVisible()).toBe(false)
    await close()
  })
})
