/** Who people are is for the people of their organization (heron.md §8, §9): in no log line, no metric, no evidence. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportProject } from '../../src/domain/export-project.js'
import { createLogger } from '../../src/http/logger.js'
import { query } from '../../src/store/query.js'
import { type LiveOperator, PASSWORD, startLiveOperator } from './live-operator.js'

const lines: string[] = []
let live: LiveOperator
beforeAll(async () => {
  const logger = createLogger('debug', { write: (line: string) => lines.push(line) })
  live = await startLiveOperator({ logger })
})
afterAll(() => live.close())

it('is in nothing that leaves the organization', async () => {
  const browser = live.browser()
  await browser.signIn('owner@vendor.example', PASSWORD)
  await browser.send('POST', '/auth/sign-in/email', {
    email: 'viewer@vendor.example',
    password: 'wrong guess',
  })
  const invited = await browser.send('POST', '/invitations', { email: 'new@vendor.example', role: 'admin' })
  const token = new URL(invited.body.url as string).hash.slice(1)
  await live.browser().get(`/invitations/accept/${token}`)
  await live
    .browser()
    .send('POST', '/invitations/accept', { token, name: 'Jo Secretary', password: PASSWORD })
  const path = `/members/${live.as.viewer.member!.userId}`
  await browser.send('PATCH', path, { role: 'operator', reason: 'covers for a colleague' })
  await browser.send('POST', `${live.project}/api-keys`, { environment: 'test' })
  const session = decodeURIComponent(browser.cookie('heron.session')!).split('.')[0]!

  const { data, tenant } = live.heron
  const published: string[] = []
  const parts = { ...data, publishedKeys: data.keyRing.published }
  for await (const line of exportProject(parts, { project: tenant, since: null, until: null })) {
    published.push(line)
  }
  const entries = await data.store.all(EVERY_ENTRY, {})
  const everything = {
    log: lines.join(''),
    metrics: await (await fetch(`${live.url}/metrics`)).text(),
    export: published.join(''),
    entries: JSON.stringify(entries),
  }
  expect(lines.length).toBeGreaterThan(10)
  expect(entries.length).toBeGreaterThan(8)
  const secrets = ['@vendor.example', 'Jo Secretary', 'The viewer', PASSWORD, 'wrong guess', token, session]
  for (const [where, text] of Object.entries(everything)) {
    for (const secret of secrets) expect(text, where).not.toContain(secret)
    expect(text, where).not.toContain(live.as.viewer.member!.userId)
  }
})

const EVERY_ENTRY = query()((db) => db.selectFrom('log_entries').select(['payload_text', 'record_text']))
