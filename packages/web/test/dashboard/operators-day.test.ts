/** An operator's day: a step-up approved and used, an issue worked to its review, a call and the log verified. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { issueReviewerLink } from '../../../server/src/domain/evidence-page/links.js'
import { totpOf } from '../../../server/test/operator/totp.js'
import { sessionRequest } from '../../../server/test/support/heron.js'
import { PASSWORD } from '../../../server/test/operator/live-operator.js'
import { findPage } from '../../../server/src/store/queries/evidence-pages.js'
import { type Call, type Dashboard, startDashboard } from '../support/dashboard.js'

const executable = findChromium()
const SEND: Call = {
  tool: 'gmail.send',
  signals: { recipient_external: true, recipient_count: 3 },
  args: { to: ['<email:8c1f2a3b4c5d6e7f>'] },
}

describe.skipIf(executable === null)('an operator’s day', () => {
  let dashboard: Dashboard
  let browser: Browser

  beforeAll(async () => {
    dashboard = await startDashboard()
    browser = await launchChromium(executable!)
    await dashboard.run('run_8810', [{ tool: 'crm.search' }, SEND])
    await dashboard.run('run_8811', [
      { tool: 'crm.search' },
      { tool: 'payments.refund', signals: { amount: 4200 }, outcome: 'EXECUTED' },
    ])
    await dashboard.pass(61_000)
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await dashboard.close()
  })

  it('approves a step-up by keyboard, and the agent goes on', async () => {
    const { page, troubles, close } = await dashboard.open(browser, 'operator', 'approvals')
    const card = page.getByRole('article', { name: /gmail\.send/ })
    await card.focus()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This will be published to every reviewer as').waitFor()
    await dialog.getByLabel('Reason').fill('The customer asked for it')
    await dialog.getByText('“The customer asked for it”').waitFor()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Approve once' }).click()
    await page.getByText('Nobody waits for you').waitFor()

    const again = await dashboard.call('run_8810', 3, SEND)
    expect(again.decision).toMatchObject({ verdict: 'ALLOW' })
    await page.getByRole('link', { name: 'Answered' }).click()
    await page.getByText('“The customer asked for it”').waitFor()
    await page.getByRole('link', { name: 'this later call' }).click()
    await page.getByText('It answers').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  it('works an issue: narrows it by a bar, resolves it, and the review stands on the evidence page', async () => {
    const { page, troubles, close } = await dashboard.open(browser, 'operator', 'issues')
    await page.getByRole('link', { name: 'Ran although denied' }).click()
    await page.getByText('It means').waitFor()
    await page.getByRole('button', { name: 'payments.refund' }).click()
    await expect.poll(() => page.url()).toContain('tool=payments.refund')
    await page.getByRole('button', { name: 'Resolve 1' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('A refund by hand, reported under the wrong call')
    await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
    await page.getByText('1 finding resolved.').waitFor()
    await page.getByText('“A refund by hand, reported under the wrong call”').first().waitFor()
    expect(troubles).toEqual([])

    const { heron, url } = dashboard.live
    const link = await issueReviewerLink(heron.data, heron.operation, { label: 'auditor' })
    const evidence = await heron.data.store.first(findPage, {
      organization_id: heron.tenant.organizationId,
      project_id: heron.tenant.projectId,
    })
    await page.goto(`${url}/e/${evidence?.slug ?? ''}?t=${link.token}#findings`)
    await page.getByText('1 review by the vendor').click()
    await page.getByText('A refund by hand').waitFor()
    await close()
  })

  it('refuses a reason that names somebody, in the dialog, and changes nothing', async () => {
    const { page, close } = await dashboard.open(browser, 'operator', 'issues/EXECUTED_DESPITE_DENY')
    await page.getByRole('button', { name: 'Reopen', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Ask maria@acme.example')
    await dialog.getByRole('button', { name: 'Reopen', exact: true }).click()
    await dialog.locator('.field-error').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Resolve 1' }).count()).toBe(0)
    await close()
  })

  it('finds a call by its filter, and verifies its documents in the browser', async () => {
    const { page, troubles, close } = await dashboard.open(browser, 'viewer', 'calls')
    await page.getByRole('combobox', { name: 'Decision' }).selectOption('DENY')
    await expect.poll(() => page.url()).toContain('verdict=DENY')
    await page.getByRole('link', { name: 'payments.refund' }).click()
    await page.getByRole('heading', { name: 'What Heron decided, and why' }).waitFor()
    const passes = page.locator('.document-grid .status.pass')
    await expect.poll(() => passes.count()).toBe(4)
    await page.getByRole('button', { name: 'Recompute this verdict' }).click()
    await page.getByText('the receipt says the same').waitFor()
    await page.getByText('Raw JSON of the call').click()
    await page.getByLabel('JSON of the call', { exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('combobox', { name: 'Decision' }).inputValue()).toBe('DENY')
    expect(troubles).toEqual([])
    await close()
  })

  it('shows a long list by the rows in view, and goes on as one scrolls', async () => {
    await dashboard.run(
      'run_long',
      Array.from({ length: 240 }, (_, at) => ({ tool: `crm.read_${at}` })),
    )
    const { page, troubles, close } = await dashboard.open(browser, 'viewer', 'calls')
    await page.getByRole('link', { name: 'crm.read_239' }).waitFor()
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 6000)
          return page.getByRole('link', { name: 'crm.read_0', exact: true }).count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
    expect(await page.locator('.data-table tbody tr').count()).toBeLessThan(120)
    expect(troubles).toEqual([])
    await close()
  })

  it('opens a run as its chain, and goes between a run and those that it started', async () => {
    const { heron } = dashboard.live
    await heron.service.openSession(
      sessionRequest('run_child', { task: { ref: 'job_4471', parent_session_external_id: 'run_8811' } }),
      heron.context(),
    )
    const { page, troubles, close } = await dashboard.open(browser, 'viewer', 'runs')
    await page.getByRole('link', { name: 'run_8811' }).click()
    await page.getByRole('heading', { name: /Run run_8811/ }).waitFor()
    await page.locator('.chain .call').nth(1).waitFor()
    expect(await page.locator('.chain .broken').count()).toBe(0)
    await page.getByRole('link', { name: 'run_child' }).click()
    await page.getByText('No call in this run yet').waitFor()
    await page.getByRole('link', { name: 'run_8811' }).click()
    await page.locator('.chain .call').nth(1).waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  it('verifies the operator log by the service and in the browser', async () => {
    const { page, troubles, close } = await dashboard.open(browser, 'viewer', 'log')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText(/by the service: \d+ entries/).waitFor()
    await page.getByText('in this browser:').waitFor()
    expect(await page.locator('.status.fail').count()).toBe(0)
    await page.getByRole('link', { name: 'Organization log' }).click()
    await page.getByText('accepted an invitation').first().waitFor()
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.locator('.status.pass').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  it('shows what happens while a page is open', async () => {
    const { page, close } = await dashboard.open(browser, 'viewer', 'runs')
    await page.getByRole('link', { name: 'run_8811' }).waitFor()
    await page.locator('.live-dot.live').waitFor()
    await dashboard.run('run_live', [{ tool: 'crm.search' }])
    await page.getByRole('link', { name: 'run_live' }).waitFor({ timeout: 10_000 })
    await close()
  })

  it('offers a curl snippet that runs as it is pasted', async () => {
    const { page, close } = await dashboard.open(browser, 'viewer', 'getting-started')
    await page.getByText('3. Open a first run').click()
    await page.getByLabel('How does your agent call tools?').selectOption('curl')
    const snippet = (await page.getByLabel('curl', { exact: true }).textContent()) ?? ''
    const { stdout } = await promisify(execFile)('bash', ['-c', snippet], {
      env: { ...process.env, HERON_API_KEY: dashboard.live.heron.apiKey },
    })
    expect(stdout).toContain('"session_id"')
    expect(stdout).toContain('"verdict":"ALLOW"')
    await close()
  })

  it('turns on the second step, and is then asked for it', async () => {
    const { page, context, close } = await dashboard.open(browser, 'admin', '../../account')
    const panel = page.getByRole('region', { name: 'Second step' })
    await panel.getByLabel('Your password').fill(PASSWORD)
    await panel.getByRole('button', { name: 'Turn on' }).click()
    const uri =
      (await panel.getByRole('link', { name: 'Open your authenticator app' }).getAttribute('href')) ?? ''
    await panel.getByLabel('Code that the app shows').fill(totpOf(uri))
    await panel.getByRole('button', { name: 'Confirm' }).click()
    await panel.getByRole('button', { name: 'Turn off' }).waitFor()

    await context.clearCookies()
    await page.goto(`${dashboard.live.url}/app/p/${dashboard.projectId}/issues`)
    await page.getByLabel('E-mail').fill('admin@vendor.example')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code').fill(totpOf(uri))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
    await close()
  })

  it('tells on every page that enforcement is suspended, counts down, and ends it with a reason', async () => {
    const { live } = dashboard
    const { body: settings } = await live.as.owner.get(`${live.project}/settings`)
    const until = new Date(Date.parse(live.heron.clock.now()) + 3_600_000).toISOString()
    const declared = await live.as.owner.send('POST', `${live.project}/break-glass`, {
      revision: settings.revision,
      reason: 'The payment provider moved',
      until,
    })
    expect(declared.status).toBe(200)
    const { page, troubles, close } = await dashboard.open(browser, 'owner', 'runs')
    const banner = page.getByRole('region', { name: /Break-glass/ })
    await banner.getByText('“The payment provider moved”').waitFor()
    expect(await banner.getByRole('timer').textContent()).toMatch(/^\d+(:\d\d| h \d\d min) left$/)
    await banner.getByRole('button', { name: 'End now' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('break_glass.ended').waitFor()
    await dialog.getByLabel('Reason').fill('It is back')
    await dialog.getByRole('button', { name: 'End it and enforce' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
    await close()
  })
})
