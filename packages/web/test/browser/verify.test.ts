/** What a reviewer does in ten minutes: verify, recompute, look at bytes, pin, break a record, take the record away. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { notesOf, recommitted, withoutNewestCall } from '../../../evidence/test/support/checkpoints.js'
import { HERON_JWKS } from '../support/heron-jwks.js'
import { failedOn, openPage, resultOf, VERIFY, verifyOn, type WatchedPage } from '../support/open-page.js'
import { type PageServer, startPageServer } from '../support/page-server.js'
import { HONEST, TAMPERINGS } from '../support/tampering.js'

const executable = findChromium()
const bytesOf = (lines: readonly string[]) =>
  new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
const firstAction = HONEST.find((line) => line.endsWith('"type":"action"}'))!
const ACTION = (JSON.parse(firstAction) as { record: { action: string } }).record.action
const deferred = HONEST.find(
  (line) => line.includes('"verdict":"DEFER"') && line.endsWith('"type":"action"}'),
)!
const DEFERRED = (JSON.parse(deferred) as { record: { session: string } }).record.session

describe.skipIf(executable === null)('the evidence page', () => {
  let server: PageServer
  let browser: Browser
  let watched: WatchedPage
  let page: Page

  beforeAll(async () => {
    browser = await launchChromium(executable!)
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    server = await startPageServer(HONEST)
    watched = await openPage(browser, server.url)
    page = watched.page
  })
  afterEach(async () => {
    await watched.close()
    await server.stop()
  })

  const goTo = async (hash: string) => {
    await page.evaluate((next) => {
      location.hash = next
    }, hash)
  }

  it('claims nothing to be verified before it was', async () => {
    await page.getByText('Nothing here has been verified yet.').waitFor()
    await page.getByText('checkable').first().waitFor()
    expect(await page.getByText('checked here').count()).toBe(0)
    expect(await page.getByText(/verified/i).count()).toBe(1)
  })

  it('verifies an honest record, says what it could not check, and asks nobody else', async () => {
    expect(await verifyOn(page)).toMatch(/^[\d,]+ checks: [\d,]+ pass, 0 fail, 1 not checked$/)
    await page.getByText('the file vouches for its own keys').waitFor()
    await page.getByText('checked here').first().waitFor()
    expect(watched.foreign).toEqual([])
    expect(watched.troubles).toEqual([])
  })

  it('takes the token out of the address and never sends it in one', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(page.url()).not.toContain('reviewer-token')
    const later = server.requests.filter((request) => request.includes('reviewer-token'))
    expect(later).toHaveLength(1)
    await page.reload()
    await page.getByRole('heading', { name: 'Posture' }).waitFor()
  })

  it('works with the service gone once it is loaded, on a file that the reader kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heron-web-'))
    try {
      const file = join(folder, 'evidence.ndjson')
      writeFileSync(file, bytesOf(HONEST))
      await page.waitForLoadState('networkidle')
      await page.getByText('Verify a file of your own').click()
      await server.stop()
      await page.getByLabel('Exported file').setInputFiles(file)
      expect(await resultOf(page)).toContain(' 0 fail')
    } finally {
      rmSync(folder, { recursive: true })
      server = await startPageServer(HONEST)
    }
  })

  it('tells how far it is, and can be stopped', async () => {
    const lines = HONEST.slice(0, 12)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    server.serve(async function* () {
      yield bytesOf(lines)
      await held
    })
    await page.getByRole('button', { name: VERIFY }).click()
    const progress = page.getByRole('region', { name: 'Verification in progress' })
    await progress.getByText('policy recomputation').waitFor()
    await progress.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('What was checked until then is not counted as verified').waitFor()
    release()
  })

  it('says that nothing is verified when the connection breaks', async () => {
    server.serve(async function* () {
      yield bytesOf(HONEST.slice(0, 5))
      await Promise.resolve()
      throw new Error('the line goes dead')
    })
    await page.getByRole('button', { name: VERIFY }).click()
    await server.stop()
    await page
      .getByText(/could not be finished|0 pass|fail/)
      .first()
      .waitFor()
    server = await startPageServer(HONEST)
  })

  it.each([
    ['the result', /report-view-/, 'What came of the verification cannot be shown'],
    ['a tab', /policy-tab-/, 'This part cannot be shown'],
    ['the pins', /pin-panel-/, 'Pinning cannot be shown'],
  ])('keeps the rest of the page where %s is out of reach', async (_part, script, words) => {
    const fresh = await browser.newPage()
    await fresh.route(script, (route) => route.abort())
    await fresh.goto(`${server.url}#policy`)
    await fresh.getByRole('button', { name: VERIFY }).click()
    await fresh.getByText(words).waitFor()
    expect(await fresh.getByRole('heading', { name: 'Posture' }).count()).toBe(1)
    await fresh.close()
  })

  it('says so when the service is gone before the threads of the verifier were loaded', async () => {
    const fresh = await browser.newPage()
    let inspectors = 0
    await fresh.route('**/verifier.worker-*.js', (route) => {
      inspectors += 1
      return inspectors === 1 ? route.continue() : route.abort()
    })
    await fresh.goto(server.url)
    await fresh.getByRole('button', { name: VERIFY }).click()
    await fresh.getByText('could not be started').waitFor()
    expect(inspectors).toBeGreaterThan(1)
    await fresh.close()
  })

  it('shows a failure with its record, the rule in words, both values and the bytes', async () => {
    const { lines } = TAMPERINGS.find(({ name }) => name === 'arguments replaced in a record')!
    server.serve(bytesOf(lines))
    await verifyOn(page)
    expect(await failedOn(page)).toContain('chains.records')
    const failure = page.getByRole('region', { name: 'Failed: chains.records' })
    await failure.getByText('each record hash is recomputed').waitFor()
    await failure.getByText('Expected').waitFor()
    await failure.getByRole('button', { name: 'Show me the bytes' }).click()
    await failure.locator('pre mark').waitFor()
    expect(await failure.locator('pre').textContent()).toContain(`sha256:${'1'.repeat(64)}`)
  })

  it('checks against keys and heads that the reader pinned', async () => {
    await page.getByText('Pin what you kept').click()
    const keys = page.getByLabel(/JSON Web Key Set/)
    await keys.fill(HERON_JWKS)
    await page.getByText('1 key(s) pinned').waitFor()
    expect(await verifyOn(page)).toMatch(/ 0 fail, 0 not checked$/)
    await page.getByLabel(/Heads you kept/).fill(`ses_1=sha256:${'0'.repeat(64)}`)
    await page.getByText('1 head(s) pinned').waitFor()
    await verifyOn(page)
    expect(await failedOn(page)).toEqual(['chains.pinned'])
  })

  it('gives the newest checkpoint to keep, and finds by it what was rewritten since', async () => {
    await page.getByText('3 checkpoints since').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Keep it' }).click(),
    ])
    const kept = readFileSync(await download.path(), 'utf8')
    expect(kept).toBe(notesOf(HONEST).at(-1))
    await page.getByText('Pin what you kept').click()
    await page.getByLabel(/A checkpoint you kept/).fill(kept)
    await page.getByText(/leaves pinned/).waitFor()
    expect(await verifyOn(page)).toContain(' 0 fail')
    server.serve(bytesOf(recommitted(withoutNewestCall(HONEST))))
    await verifyOn(page)
    expect(await failedOn(page)).toEqual(['checkpoints.kept'])
  })

  it('recomputes one verdict, and all of them', async () => {
    await goTo(`call/${ACTION}`)
    await page.getByRole('button', { name: 'Recompute this verdict' }).click()
    await page.getByText('the receipt says the same').waitFor()
    await goTo('policy')
    await page.getByRole('button', { name: 'Recompute all' }).click()
    await page.getByText('20 verdicts came back as signed').waitFor()
  })

  it('turns R3 red when the rules do not give the signed verdicts', async () => {
    const { lines } = TAMPERINGS.find(({ notices }) => notices === 'policy.verdicts')!
    server.serve(bytesOf(lines))
    await verifyOn(page)
    await page.getByRole('button', { name: /^R3/ }).getByText('does not hold').waitFor()
  })

  it('verifies each signed document of a call, with a command that openssl agrees with', async () => {
    await goTo(`call/${ACTION}`)
    const documents = page.getByRole('region', { name: /The signed documents/ })
    const buttons = documents.getByRole('button', { name: 'Verify' })
    await buttons.first().waitFor()
    for (const button of await buttons.all()) await button.click()
    await documents.locator('.status.pass').nth(3).waitFor()
    expect(await documents.locator('.status.fail').count()).toBe(0)
    if (!existsSync('/usr/bin/openssl') || !existsSync('/usr/bin/xxd')) return
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await documents.getByRole('button', { name: /copy the openssl command: Decision/ }).click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const folder = mkdtempSync(join(tmpdir(), 'heron-web-'))
    try {
      expect(execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })).toMatch(/Success/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('lets the reader break a record, says which check notices, and puts it back', async () => {
    await goTo(`break?call=${ACTION}`)
    const verdict = page.getByRole('region', { name: 'What the checks say' })
    await verdict.getByText('as it was signed').waitFor()
    const text = page.getByLabel(`Record ${ACTION}`)
    const original = await text.inputValue()
    await text.fill(original.replace('"verdict": "ALLOW"', '"verdict": "DENY"'))
    await verdict.locator('.status.fail', { hasText: 'receipts.signatures' }).waitFor()
    await verdict.locator('.status.fail', { hasText: 'manifest.digest' }).waitFor()
    await text.fill(original.replace('"seq": 10', '"seq": 11'))
    await verdict.locator('.status.fail', { hasText: 'chains.records' }).waitFor()
    await text.fill('{')
    await verdict.getByText('not a record any more').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await verdict.getByText('as it was signed').waitFor()
  })

  it('opens every tab by its own address, and finds a call from a finding', async () => {
    for (const [hash, heading] of [
      ['policy', 'Rules in force'],
      ['signals', 'Tools and the'],
      ['keys', 'Heron’s keys'],
    ] as const) {
      await goTo(hash)
      await page.getByRole('heading', { name: new RegExp(heading) }).waitFor()
    }
    await goTo('log')
    await page.getByText('vendor_key.imported').waitFor()
    await goTo('findings')
    await page.getByRole('link', { name: 'the call' }).first().click()
    await page.getByRole('heading', { name: 'What was asked' }).waitFor()
    await goTo('runs?verdict=DEFER')
    await page.getByRole('link', { name: DEFERRED }).click()
    await page.getByRole('heading', { name: `Run ${DEFERRED}` }).waitFor()
    expect(watched.troubles).toEqual([])
  })

  it('compares a snapshot with now', async () => {
    await page.getByRole('button', { name: 'Snapshots' }).click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('nothing vanished').waitFor()
  })
})
