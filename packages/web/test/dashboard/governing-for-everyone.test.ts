/** The governing pages for everyone: axe, light and dark, dialogs included; by keyboard; on a phone; when things fail. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { type Dashboard, startDashboard } from '../support/dashboard.js'
import { violations } from '../support/violations.js'

const executable = findChromium()

const PAGES: readonly (readonly [path: string, shows: string])[] = [
  ['policy', 'Money is not moved'],
  ['policy/history', 'The first one'],
  ['policy/write', 'Still to write'],
  ['policy/write/own.refunds.step_up', 'Put the change in force'],
  ['tools', 'Never mentioned'],
  ['reviewers', 'As far as the page'],
  ['keys', 'Your signing keys'],
  ['webhooks', 'hooks.vendor.example'],
  ['settings', 'Observation window'],
  ['../../members', 'The viewer'],
  ['../../projects', 'Assistant'],
]

/** Where a dialog is opened, and by which button. */
const DIALOGS: readonly (readonly [path: string, button: string])[] = [
  ['keys', 'Mint an API key …'],
  ['keys', 'Import a key …'],
  ['reviewers', 'Issue a link …'],
  ['settings', 'Break the glass …'],
  ['settings', 'Change Fields kept as they are'],
  ['settings', 'Change Bulk'],
  ['webhooks', 'Add a webhook …'],
  ['tools', 'Draft a catalogue …'],
  ['../../members', 'Invite somebody …'],
]

describe.skipIf(executable === null)('the governing pages for everyone', () => {
  let dashboard: Dashboard
  let browser: Browser

  beforeAll(async () => {
    dashboard = await startDashboard()
    browser = await launchChromium(executable!)
    await dashboard.run('run_8810', [
      { tool: 'crm.search' },
      { tool: 'gmail.send', signals: { recipient_external: true, recipient_count: 3 } },
    ])
    const { live } = dashboard
    const { revision } = (await live.as.admin.get(`${live.project}/settings`)).body
    const rule = {
      id: 'own.refunds.step_up',
      version: 1,
      title: 'Large refunds ask a person',
      text: 'A refund above 50.00 waits for a person.',
      effect: 'STEP_UP',
      when: {
        all: [
          { dimension: 'data_class', in: ['financial'] },
          { any: [{ signal: 'amount', above: 5000 }, { not: { history: 'actions', at_least: 3 } }] },
        ],
      },
    }
    const body = { revision, reason: 'Asked for by finance', rule }
    await live.as.admin.send('PUT', `${live.project}/policy/rules/${rule.id}`, body)
    await live.as.admin.send('POST', `${live.project}/reviewer-links`, { label: 'Auditor' })
    await live.as.admin.send('POST', `${live.project}/webhooks`, {
      url: 'https://hooks.vendor.example/heron',
      topics: ['finding.raised'],
    })
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await dashboard.close()
  })

  const shown = (page: Page, text: string) =>
    page.locator('#content').getByText(new RegExp(text, 'i')).filter({ visible: true }).first().waitFor()

  it.each(['light', 'dark'] as const)(
    'has no violation on any page or in any dialog, %s',
    async (colorScheme) => {
      const { page, go, close } = await dashboard.open(browser, 'owner', 'policy', {
        colorScheme,
        bypassCSP: true,
      })
      for (const [path, text] of PAGES) {
        await go(path)
        await shown(page, text)
        expect(await violations(page), path).toEqual([])
      }
      for (const [path, button] of DIALOGS) {
        await go(path)
        await page.getByRole('button', { name: button }).first().click()
        await page.getByRole('dialog').waitFor()
        expect(await violations(page), button).toEqual([])
      }
      await close()
    },
    90_000,
  )

  it.each([320, 390])(
    'is never wider than a screen of %i px, dialogs included',
    async (width) => {
      const { page, go, close } = await dashboard.open(browser, 'owner', 'policy', {
        viewport: { width, height: 700 },
      })
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
      for (const [path, text] of PAGES) {
        await go(path)
        await shown(page, text)
        expect(await wide(), path).toBe(width)
      }
      await go('policy/write/own.refunds.step_up')
      await page.getByRole('button', { name: 'JSON' }).click()
      await page.getByLabel('The rule as JSON').waitFor()
      expect(await wide(), 'JSON').toBe(width)
      await go('settings')
      await page.getByRole('button', { name: 'Break the glass …' }).click()
      const dialog = page.getByRole('dialog')
      const [content, shownWidth] = await dialog.evaluate((box) => [box.scrollWidth, box.clientWidth])
      expect(content).toBe(shownWidth)
      await close()
    },
    60_000,
  )

  it('is not widened by hidden words that stand at the right edge', async () => {
    const { page, close } = await dashboard.open(browser, 'owner', 'policy', {
      viewport: { width: 320, height: 700 },
    })
    const width = await page.evaluate(() => {
      const line = document.createElement('p')
      line.style.cssText = 'position: absolute; right: 0; margin: 0'
      line.innerHTML = '7<span class="visually-hidden"> open</span>'
      document.body.append(line)
      return document.documentElement.scrollWidth
    })
    expect(width).toBe(320)
    await close()
  })

  it.each([320, 390, 760, 1280])(
    'keeps what can be done to a setting on one line at %i px, also where text is spaced out',
    async (width) => {
      const { page, close } = await dashboard.open(browser, 'owner', 'settings', {
        viewport: { width, height: 900 },
      })
      await shown(page, 'Observation window')
      const acts = page.locator('.setting-act > *')
      const lines = () =>
        acts.evaluateAll((all) =>
          all.map((act) => {
            const text = document.createRange()
            text.selectNodeContents(act.firstChild ?? act)
            return [act.textContent, text.getClientRects().length]
          }),
        )
      const one = (await acts.allTextContents()).map((text) => [text, 1])
      expect(one.map(([text]) => text)).toContain('Break the glass …')
      expect(await lines()).toEqual(one)
      // WCAG 2.2, 1.4.12.
      await acts.evaluateAll((all) => {
        for (const act of all as HTMLElement[]) {
          act.style.letterSpacing = '0.12em'
          act.style.wordSpacing = '0.16em'
        }
      })
      expect(await lines()).toEqual(one)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await close()
    },
  )

  it('is worked by keyboard: a switch, its reason, and back to the switch', async () => {
    const { page, close } = await dashboard.open(browser, 'admin', 'policy')
    const control = page.getByRole('switch', { name: 'Internal sends run' })
    await control.focus()
    await page.keyboard.press('Space')
    const dialog = page.getByRole('dialog', { name: 'Turn off “Internal sends run”' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Reason').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await control.isChecked()).toBe(true)
    await control.focus()
    await page.keyboard.press('Space')
    await page.keyboard.type('Nothing is sent inside')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Published reason: “Nothing is sent inside”').waitFor()
    expect(await control.isChecked()).toBe(false)
    await close()
  })

  it('leaves a reason that names somebody where it is, and says what is wrong with it', async () => {
    const { page, close } = await dashboard.open(browser, 'admin', 'settings')
    await page.getByRole('button', { name: 'Change Retention of redacted text' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Days that redacted text is kept').fill('30')
    await dialog.getByLabel('Reason').fill('asked by ines@insurer.example')
    await dialog.getByRole('button', { name: 'Change it' }).click()
    await dialog.getByText('This holds an e-mail address').waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('asked by ines@insurer.example')
    await close()
  })

  it('says what is wrong where a page cannot be loaded, and tries again', async () => {
    const { page, go, close } = await dashboard.open(browser, 'viewer', 'policy/write/own.unknown')
    await page.getByText('Administrators and owners write rules').waitFor()
    await page.route('**/policy', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    )
    await go('policy')
    await page.getByRole('alert').getByText('No answer').waitFor({ timeout: 15_000 })
    await page.unroute('**/policy')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /Money is not moved/ }).waitFor()
    await go('webhooks/unknown')
    await page.getByText('There is no such webhook').waitFor()
    await close()
  })
})
