/** A page in the system's Chromium that notices everything that should not happen: errors, foreign requests. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export type WatchedPage = {
  readonly page: Page
  /** Console errors, page errors, refused policies. */
  readonly troubles: string[]
  /** Requests to anywhere but the given origin. */
  readonly foreign: string[]
  readonly close: () => Promise<void>
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  const troubles: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  const { origin, protocol } = new URL(url)
  context.on('request', (request) => {
    const asked = request.url()
    if (asked.startsWith('blob:') || asked.startsWith('data:')) return
    if (protocol === 'file:' ? asked !== url : new URL(asked).origin !== origin) foreign.push(asked)
  })
  await page.goto(url)
  return { page, troubles, foreign, close: () => context.close() }
}

export const VERIFY = /^Verify everything/

/** Presses *Verify* and waits for the result line. */
export async function verifyOn(page: Page): Promise<string> {
  await page.getByRole('button', { name: VERIFY }).click()
  return resultOf(page)
}

export async function resultOf(page: Page): Promise<string> {
  const result = page.getByRole('region', { name: 'Result of the verification' })
  await result.waitFor()
  return (await result.locator('.result-line').textContent()) ?? ''
}

/** Checks shown as failed. */
export async function failedOn(page: Page): Promise<string[]> {
  const marks = await page.locator('.failure h3 .status.fail').allTextContents()
  return [...new Set(marks)]
}
