/** Governing a project: rules, enforcement, keys, reviewers, webhooks and people, each to where its effect is seen. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MANAGED_RULES } from '../../../evidence/src/index.js'
import { findChromium, launchChromium } from '../../../evidence/test/browser/chromium.js'
import { PASSWORD } from '../../../server/test/operator/live-operator.js'
import { type Dashboard, startDashboard, watch } from '../support/dashboard.js'

const executable = findChromium()
const OWN_RULE = 'own.reads.deny'

describe.skipIf(executable === null)('governing a project', () => {
  let dashboard: Dashboard
  let browser: Browser
  let url: string
  let seq = 10

  beforeAll(async () => {
    dashboard = await startDashboard()
    url = dashboard.live.url
    browser = await launchChromium(executable!)
    await dashboard.run('run_8810', [
      { tool: 'crm.search' },
      { tool: 'crm.update_note' },
      { tool: 'gmail.send', signals: { recipient_external: true, recipient_count: 3 } },
      { tool: 'shell.execute' },
    ])
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await dashboard.close()
  })

  const admin = (path: string) => dashboard.open(browser, 'admin', path)
  const next = (tool: string) => dashboard.call('run_8810', (seq += 1), { tool })
  const settings = async () => (await dashboard.live.as.admin.get(`${dashboard.live.project}/settings`)).body

  it('writes a rule of its own: told what is wrong, tried on recorded calls, then in force, then in the history', async () => {
    const { page, troubles, go, close } = await admin('policy/write')
    await page.getByText('Still to write: title, name, text.').waitFor()
    await page.getByLabel('Title').fill('Reads are refused')
    await page.getByLabel('Name').fill('heron.read.deny')
    await page.getByText('must begin with').first().waitFor()
    await page.getByLabel('Name').fill(OWN_RULE)
    await page.getByLabel('Text').fill('Nothing is read while the export runs.')
    await page.getByLabel('Answer').selectOption('DENY')
    await page.getByLabel('condition: kind').selectOption('dimension')
    await page.getByRole('checkbox', { name: 'read' }).check()
    await page.getByRole('checkbox', { name: 'send' }).uncheck()
    await page.getByText('when operation is read.').waitFor()

    await page.getByRole('button', { name: 'JSON' }).click()
    const json = page.getByLabel('The rule as JSON')
    const text = await json.inputValue()
    await json.fill(text.replace('"read"', '"raed"'))
    await page.getByRole('button', { name: /^line \d/ }).waitFor()
    await json.fill(text)

    await page.getByRole('button', { name: /^Try it/ }).click()
    await page.getByText('1 would change').waitFor()
    await page.getByRole('link', { name: 'crm.search' }).waitFor()
    await page.getByRole('button', { name: 'Put in force …' }).click()
    await reason(page.getByRole('dialog'), 'The export must not race with reads')
    await page.getByRole('dialog').getByRole('button', { name: 'Put in force' }).click()
    await page.getByRole('heading', { name: /Reads are refused/ }).waitFor()
    expect((await next('crm.search')).decision).toMatchObject({ verdict: 'DENY', rule: OWN_RULE })

    await go('policy/history')
    await page.getByText('added').first().waitFor()
    await page.getByText('“The export must not race with reads”').waitFor()
    await page.getByText('Reads are refused').first().click()
    await page.getByText(`+   "id": "${OWN_RULE}"`).waitFor()

    await go('policy')
    await page.getByRole('button', { name: 'Remove Reads are refused' }).click()
    await reason(page.getByRole('dialog'), 'The export is over')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('“Reads are refused” was removed.').waitFor()
    expect((await next('crm.search')).decision).toMatchObject({ verdict: 'ALLOW' })
    expect(troubles).toEqual([])
    await close()
  }, 60_000)

  it('turns a rule off with a reason, then the rest, and the evidence page says both', async () => {
    const { page, troubles, go, close } = await admin('reviewers')
    await page.getByRole('button', { name: 'Issue a link …' }).first().click()
    await page.getByLabel('For whom').fill('auditor')
    await reason(page.getByRole('dialog'), 'The yearly audit')
    await page.getByRole('button', { name: 'Issue it' }).click()
    const link = await secret(page, 'Link')
    await page.getByRole('button', { name: 'I have copied it' }).click()

    await go('policy')
    await page
      .getByRole('switch', { name: 'A person decides before something is executed' })
      .click({ force: true })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Of the last \d+ calls/).waitFor()
    await dialog.getByText(/\d would change/).waitFor()
    await reason(dialog, 'The build agent runs reviewed scripts only')
    await dialog.getByText('rule:heron.execute.step_up').waitFor()
    await dialog.getByRole('button', { name: 'Turn it off' }).click()
    await page.getByText('Published reason: “The build agent runs reviewed scripts only”').waitFor()
    expect((await next('shell.execute')).decision).toMatchObject({ verdict: 'DENY', reasons: ['no_rule'] })

    for (const { id } of MANAGED_RULES.filter(({ id }) => id !== 'heron.execute.step_up')) {
      const { revision } = await settings()
      const path = `${dashboard.live.project}/policy/rules/${id}/disable`
      await dashboard.live.as.admin.send('POST', path, { revision, reason: 'A clean start' })
    }
    await page.getByText('No rule is enabled.').waitFor()
    await go('policy')
    await page.getByText('Every rule is off.').waitFor()

    const reviewer = await browser.newPage()
    const heard = watch(reviewer, url)
    await reviewer.goto(link)
    await reviewer.getByRole('button', { name: /^R3/ }).getByText('gap').waitFor()
    await reviewer.getByRole('link', { name: 'Policy', exact: true }).click()
    await reviewer.getByText('The build agent runs reviewed scripts only').first().waitFor()
    await reviewer.close()

    await page.getByRole('switch', { name: 'Reads run' }).click({ force: true })
    await reason(page.getByRole('dialog'), 'Reads are harmless')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('1 rule in force').waitFor()
    expect([...troubles, ...heard]).toEqual([])
    await close()
  }, 60_000)

  it('keeps a rule that was being written until its author lets it go', async () => {
    const { page, close } = await admin('policy/write')
    await page.getByLabel('Title').fill('Half a thought')
    await page.getByRole('link', { name: '← Policy' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Half a thought')
    await page.getByRole('link', { name: '← Policy' }).click()
    await page.getByRole('button', { name: 'Leave it' }).click()
    await page.getByRole('heading', { name: 'Policy', exact: true }).waitFor()
    await close()
  })

  it('says who was quicker, keeps the reason, and goes on when it is confirmed again', async () => {
    const { page, close } = await admin('settings')
    await page.getByRole('button', { name: 'Change Observation window' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Days that the page reaches back').fill('14')
    await dialog.getByText('30 → 14 days').waitFor()
    await dialog.getByText('None is deleted').waitFor()
    await reason(dialog, 'Customers asked for two weeks')
    const { revision } = await settings()
    const change = { revision, reason: 'More fields', allowlist: ['status'] }
    await dashboard.live.as.owner.send('PATCH', `${dashboard.live.project}/settings`, change)
    await dialog.getByRole('button', { name: 'Change it' }).click()
    await dialog.getByText(/Owner changed this project .*allowlist\.changed/).waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Customers asked for two weeks')
    await dialog.getByRole('button', { name: 'Change it' }).click()
    await page.getByText('The observation window was changed.').waitFor()
    expect(await settings()).toMatchObject({ window_days: 14, allowlist: ['status'] })
    await close()
  })

  it('breaks the glass for a while: a banner counts down, calls run, and enforcement comes back by itself', async () => {
    const { page, troubles, close } = await admin('settings')
    await page.getByRole('button', { name: 'Break the glass …' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Suspend enforcement' }).isDisabled()).toBe(true)
    await dialog.getByText('15 minutes').click()
    await reason(dialog, 'The mail gateway is down')
    await dialog.getByRole('button', { name: 'Suspend enforcement' }).click()
    const banner = page.getByRole('region', { name: 'Break-glass: enforcement is suspended.' })
    await banner.getByText(/^1[45]:\d\d left/).waitFor()
    await banner.getByText('“The mail gateway is down”').waitFor()
    const answer = await next('gmail.send')
    expect(answer.decision.reasons).toContain('break_glass')

    await dashboard.pass(16 * 60_000)
    await page.reload()
    await page.locator('.setting-value').getByText('enforced').waitFor()
    expect(await banner.count()).toBe(0)
    expect((await next('gmail.send')).decision.reasons).not.toContain('break_glass')
    expect(troubles).toEqual([])
    await close()
  })

  it('mints an API key that is shown once, and revokes it: from then on it is a 401', async () => {
    const { page, troubles, close } = await admin('keys')
    await page.getByRole('button', { name: 'Mint an API key …' }).click()
    await page.getByLabel('Environment', { exact: true }).last().selectOption('test')
    const mint = page.getByRole('button', { name: 'Mint it' })
    expect(await mint.isDisabled()).toBe(true)
    await reason(page.getByRole('dialog'), 'For eve@example.org')
    await page.getByText('This holds an e-mail address').waitFor()
    expect(await mint.isDisabled()).toBe(true)
    await reason(page.getByRole('dialog'), 'The agents of the new region')
    await page.getByText('This will be published to every reviewer as').waitFor()
    await mint.click()
    const key = await secret(page, 'API key, test')
    const ask = () => fetch(`${url}/v1/policy`, { headers: { authorization: `Bearer ${key}` } })
    expect((await ask()).status).toBe(200)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    expect(await page.getByText(key).count()).toBe(0)

    const row = page.getByRole('row', { name: /hrn_test/ })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await reason(page.getByRole('dialog'), 'It was pasted into a ticket')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click()
    await row.getByText('revoked').waitFor()
    expect((await ask()).status).toBe(401)
    expect(troubles).toEqual([])
    await close()
  })

  it('imports a signing key, never a private one, and deletes it while it verified nothing', async () => {
    const { page, close } = await admin('keys')
    await page.getByRole('button', { name: 'Import a key …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Paste a key set' }).click()
    const key = {
      kty: 'OKP',
      crv: 'Ed25519',
      kid: 'vendor-next',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    }
    await dialog.getByLabel('Key set (JWKS)').fill(JSON.stringify({ keys: [{ ...key, d: 'nope' }] }))
    await dialog.getByText('This is a private key. It was not sent.').waitFor()
    await dialog.getByLabel('Key set (JWKS)').fill(JSON.stringify({ keys: [key] }))
    await reason(dialog, 'The key of next year')
    await dialog.getByRole('button', { name: 'Import it' }).click()
    const row = page.getByRole('row', { name: /vendor-next/ })
    await row.getByRole('button', { name: 'Delete' }).click()
    await reason(dialog, 'Imported into the wrong project')
    await dialog.getByRole('button', { name: 'Delete it' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /k1/ }).getByRole('button', { name: 'Revoke' }).waitFor()
    await close()
  })

  it('opens the overview, hands a link to who asked for one, and revokes it', async () => {
    const { page, context, go, troubles, close } = await admin('reviewers')
    await page.getByRole('switch', { name: 'Public overview' }).click({ force: true })
    await reason(page.getByRole('dialog'), 'For everybody to see')
    await page.getByRole('dialog').getByRole('button', { name: 'Open it' }).click()
    await page.getByText('The overview is open.').waitFor()
    const { evidence } = await settings()
    const asked = await context.request.post(`${evidence.url as string}/api/requests`, {
      headers: { origin: url },
      data: { name: 'Ines', why: 'We insure this vendor', email: 'ines@insurer.example' },
    })
    expect(asked.ok()).toBe(true)
    await page.reload()
    await page.getByText('We insure this vendor').waitFor()
    await page.getByRole('listitem').getByRole('button', { name: 'Issue a link …' }).click()
    expect(await page.getByLabel('For whom').inputValue()).toBe('Ines')
    await page.getByLabel('Days that it reaches back').fill('365')
    await reason(page.getByRole('dialog'), 'The insurer looks at a year')
    await page.getByRole('button', { name: 'Issue it' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('row', { name: /Ines/ }).getByText('365 days').waitFor()
    await page.getByRole('button', { name: 'Erase the request' }).click()
    await page.getByText('Nobody asks for a link').waitFor()
    await page.getByRole('button', { name: 'Revoke Ines' }).click()
    await reason(page.getByRole('dialog'), 'The review is done')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click()
    await page.getByRole('row', { name: /Ines/ }).getByText('revoked').waitFor()
    await go('log')
    for (const told of [
      'The insurer looks at a year',
      'The agents of the new region',
      'The key of next year',
    ])
      await page.getByRole('cell', { name: told }).first().waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  it('adds a webhook whose secret is shown once, tests it, rotates it, and removes it', async () => {
    const { page, troubles, close } = await admin('webhooks')
    await page.getByRole('button', { name: 'Add a webhook …' }).first().click()
    await page.getByLabel('Address').fill('https://hooks.vendor.example/heron')
    await page.getByRole('checkbox', { name: /policy\.changed/ }).check()
    await page.getByRole('button', { name: 'Add it' }).click()
    const first = await secret(page, 'Signing secret')
    expect(first).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('link', { name: 'https://hooks.vendor.example/heron' }).click()
    await page.getByText('Nothing was sent yet').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page
      .getByRole('row', { name: /webhook\.test/ })
      .getByText('waiting')
      .waitFor()
    await page.getByRole('button', { name: 'Rotate the secret …' }).click()
    await page.getByRole('button', { name: 'Make a new one' }).click()
    expect(await secret(page, 'Signing secret')).not.toBe(first)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('signs beside the new one').waitFor()
    await page.getByRole('button', { name: 'Remove …' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('No webhook yet').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  it('shows which tools no catalogue describes, and drafts one of them', async () => {
    const { page, troubles, close } = await admin('tools')
    await page.getByRole('region', { name: 'Never mentioned' }).getByText('gmail.send').waitFor()
    await page.getByRole('button', { name: 'Draft a catalogue …' }).click()
    const draft = JSON.parse((await page.getByLabel('The draft').textContent()) ?? '')
    expect(draft).toMatchObject({ v: 1 })
    expect(draft.tools.map(({ name }: { name: string }) => name)).toContain('shell.execute')
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download tool-catalog.draft.json' }).click()
    expect((await downloaded).suggestedFilename()).toBe('tool-catalog.draft.json')
    expect(troubles).toEqual([])
    await close()
  })

  it('invites a viewer, who comes in, sees everything and changes nothing', async () => {
    const { page, close } = await admin('../../members')
    await page.getByRole('button', { name: 'Invite somebody …' }).click()
    await page.getByLabel('E-mail').fill('kim@vendor.example')
    await page.getByRole('button', { name: 'Make the invitation' }).click()
    const invitation = await secret(page, 'Invitation link')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('row', { name: /kim@vendor\.example/ }).waitFor()

    const context = await browser.newContext()
    const kim = await context.newPage()
    await kim.goto(invitation)
    await kim.getByLabel('Your name').fill('Kim')
    await kim.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await kim.getByRole('button', { name: /Join|Accept|Sign in/ }).click()
    await kim.getByRole('navigation', { name: 'Pages' }).waitFor()
    for (const [path, heading] of GOVERNED) {
      await kim.goto(`${url}/app/p/${dashboard.projectId}/${path}`)
      await kim.getByRole('heading', { name: heading, exact: true }).waitFor()
      await kim.waitForLoadState('networkidle')
      expect(await mutations(kim), path).toEqual([])
    }
    await kim.goto(`${url}/app/p/${dashboard.projectId}/policy/write`)
    await kim.getByText('Administrators and owners write rules').waitFor()
    const { revision } = await settings()
    const refused = await context.request.patch(`${url}/api${dashboard.live.project}/settings`, {
      headers: { origin: url },
      data: { revision, reason: 'no', window_days: 1 },
    })
    expect(refused.status()).toBe(403)

    await page.reload()
    await page.getByRole('button', { name: 'Change role of Kim' }).click()
    await page.getByLabel('Role', { exact: true }).selectOption('operator')
    await reason(page.getByRole('dialog'), 'Answers approvals at night')
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByRole('row', { name: /Kim/ }).getByText('operator').waitFor()
    await page.getByRole('button', { name: 'Remove Kim' }).click()
    await reason(page.getByRole('dialog'), 'Left the team')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('row', { name: /Kim/ }).waitFor({ state: 'detached' })
    await kim.reload()
    await kim.getByRole('button', { name: 'Sign in' }).waitFor()
    await context.close()
    await close()
  }, 60_000)

  it('says why the last owner cannot leave', async () => {
    const { page, close } = await dashboard.open(browser, 'owner', '../../members')
    await page.getByRole('button', { name: 'Change role of Owner' }).click()
    await page.getByLabel('Role', { exact: true }).selectOption('admin')
    await reason(page.getByRole('dialog'), 'Handing over')
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByRole('dialog').getByText(/owner/i).last().waitFor()
    expect(await page.getByRole('dialog').getByLabel('Reason').inputValue()).toBe('Handing over')
    await close()
  })

  it('creates a project, shows its secrets once, and opens its first steps', async () => {
    const { page, close } = await admin('../../projects')
    await page.getByRole('button', { name: 'Create a project …' }).click()
    await page.getByLabel('Name').fill('Back office')
    await page.getByRole('button', { name: 'Create it' }).click()
    expect(await secret(page, 'API key, live')).toMatch(/^hrn_live_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('heading', { name: 'Getting started' }).waitFor()
    await close()
  })
})

const GOVERNED: readonly (readonly [path: string, heading: string])[] = [
  ['policy', 'Policy'],
  ['policy/history', 'Policy history'],
  ['tools', 'Tools'],
  ['reviewers', 'Reviewers'],
  ['keys', 'Keys'],
  ['webhooks', 'Webhooks'],
  ['settings', 'Settings'],
  ['../../members', 'Members'],
  ['../../projects', 'Projects'],
]

/** Buttons of the page that would change something. */
async function mutations(page: Page): Promise<string[]> {
  const content = page.locator('#content')
  const names = [
    ...(await content.getByRole('button').allTextContents()),
    ...(await content.getByRole('switch').allTextContents()),
  ]
  return names.filter(
    (name) =>
      !/^(copy|bundle|window|snapshot|trust root|tool catalogue|Draft a catalogue …|Read|Show more)/.test(
        name,
      ),
  )
}

async function reason(dialog: Locator, text: string): Promise<void> {
  await dialog.getByLabel('Reason').fill(text)
}

/** What is shown once under this label. */
async function secret(page: Page, label: string): Promise<string> {
  return (await page.getByRole('dialog').getByLabel(label, { exact: true }).textContent()) ?? ''
}
