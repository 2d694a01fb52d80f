/** The HTML export: one file, from disk, no network; honest it verifies, altered it fails. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { failedOn, openPage, resultOf } from '../support/open-page.js'
import { requireSite, SITE } from '../support/site.js'
import { HONEST, TAMPERINGS } from '../support/tampering.js'

const executable = findChromium()
const PLACEHOLDER = '@@HERON_EXPORT@@'

describe('the template of the HTML export', () => {
  it('has one place for the export, and refers to nothing outside', () => {
    requireSite()
    const template = readFileSync(join(SITE, 'verify.html'), 'utf8')
    expect(template.split(PLACEHOLDER)).toHaveLength(2)
    expect(template).toContain("default-src 'none'")
    expect(template).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?!data:)/)
  })
})

describe.skipIf(executable === null)('the HTML export, opened from disk', () => {
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    requireSite()
    browser = await launchChromium(executable!)
    folder = mkdtempSync(join(tmpdir(), 'heron-web-'))
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  const open = async (name: string, base64: string) => {
    const template = readFileSync(join(SITE, 'verify.html'), 'utf8')
    const file = join(folder, `${name}.html`)
    writeFileSync(file, template.replace(PLACEHOLDER, base64))
    return openPage(browser, pathToFileURL(file).href, { offline: true })
  }
  const packed = (lines: readonly string[]) =>
    gzipSync(lines.map((line) => `${line}\n`).join('')).toString('base64')

  it('verifies itself, says that nothing is fetched, and fetches nothing', async () => {
    const { page, troubles, foreign, close } = await open('honest', packed(HONEST))
    expect(await resultOf(page)).toMatch(/ 0 fail, 1 not checked$/)
    await page.getByText('everything on this page is inside it, and nothing is fetched').waitFor()
    await page.getByRole('link', { name: 'ses_1', exact: true }).click()
    await page.getByRole('heading', { name: /Run ses_1/ }).waitFor()
    expect(foreign).toEqual([])
    expect(troubles).toEqual([])
    await close()
  })

  it('fails when what is inside was altered', async () => {
    const { lines } = TAMPERINGS[0]!
    const { page, close } = await open('altered', packed(lines))
    expect(await resultOf(page)).not.toContain(' 0 fail')
    expect(await failedOn(page)).toContain('chains.records')
    await close()
  })

  it('says so when it is damaged beyond reading', async () => {
    const { page, close } = await open('damaged', packed(HONEST).slice(0, 400))
    await page.getByText('The export inside this file cannot be read').waitFor()
    await close()
  })
})
