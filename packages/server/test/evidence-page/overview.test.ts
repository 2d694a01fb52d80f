import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setPublicOverview } from '../../src/domain/evidence-page/links.js'
import { listLinkRequests } from '../../src/domain/overview/link-requests.js'
import { actionRequest, sessionRequest } from '../support/heron.js'
import { type Asked, type LivePage, startLivePage } from './live-page.js'

const DAY = 86_400_000
const REQUEST = { name: 'Jane Doe', why: 'we buy from them', email: 'jane@customer.example' }

let page: LivePage
beforeAll(async () => {
  page = await startLivePage()
  const { service, context } = page.heron
  await service.openSession(sessionRequest('s1'), context('session'))
  await service.announceAction(actionRequest('s1', 1), context('action'))
})
afterAll(() => page.close())

function request(body: object): Promise<Asked> {
  return page.ask('requests', null, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

describe('the public overview', () => {
  it('is closed until an operator opens it: no one learns that the page is there', async () => {
    const closed = await page.ask('overview', null)
    const missing = await page.get('/e/no-such-page/api/overview')
    expect([closed.status, closed.text]).toEqual([404, missing.text])
    expect((await request(REQUEST)).status).toBe(404)
  })

  it('opened, shows posture, controls and counts, and never the record', async () => {
    const { heron } = page
    await setPublicOverview(heron.data, { ...heron.operation, reason: 'sales asked' }, true)
    const { status, body, text } = await page.ask('overview', null)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      vendor: 'Vendor',
      project: 'Assistant',
      window_days: 30,
      counts: { sessions: 1, actions: 1, verdicts: { ALLOW: 1 } },
      findings: [],
    })
    expect(body.claims).toHaveLength(9)
    expect(body.rules).toHaveLength(15)
    expect(text).not.toMatch(/ses_|act_|sha256:/)
    expect((await page.ask('summary', null)).status).toBe(404)
  })

  it('tells those who hold a link that it is open, and since when', async () => {
    expect((await page.ask('summary')).body.public_overview).toBe(true)
    const { body } = await page.ask('log?limit=200')
    expect(body.items.at(-1).receipt.payload).toMatchObject({
      act: 'public_overview.switched',
      before: { open: false },
      after: { open: true },
      reason: 'sales asked',
    })
  })

  it('takes requests for a link, for the operator alone', async () => {
    const { heron } = page
    expect((await request(REQUEST)).status).toBe(204)
    expect(await listLinkRequests(heron.data, heron.tenant)).toMatchObject([REQUEST])
    for (const path of ['summary', 'overview', 'log', 'export']) {
      expect((await page.ask(path)).text, path).not.toContain('jane@customer.example')
    }
  })

  it.each([
    ['/email', { ...REQUEST, email: 'nobody' }],
    ['/name', { ...REQUEST, name: '' }],
    ['/why', { ...REQUEST, why: 'x'.repeat(2001) }],
  ])('refuses a request without a usable %s', async (pointer, body) => {
    expect((await request(body)).body).toMatchObject({ status: 400, pointer })
  })

  it('limits how often one address asks', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(REQUEST)))
    expect(answers.map(({ status }) => status)).toContain(429)
  })

  it('forgets who asked after 30 days', async () => {
    const { heron } = page
    heron.clock.advance(31 * DAY)
    expect(await listLinkRequests(heron.data, heron.tenant)).toEqual([])
    expect((await request({ ...REQUEST, email: 'new@customer.example' })).status).toBe(204)
    const stored = page.database.prepare('select email from link_requests').pluck().all()
    expect(stored).toEqual(['new@customer.example'])
  })

  it('is closed again', async () => {
    const { heron } = page
    await setPublicOverview(heron.data, { ...heron.operation, reason: 'enough' }, false)
    expect((await page.ask('overview', null)).status).toBe(404)
    expect((await page.ask('summary')).body.public_overview).toBe(false)
  })
})
