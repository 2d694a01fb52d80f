import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changeWindow,
  issueReviewerLink,
  listLinks,
  revokeReviewerLink,
} from '../../src/domain/evidence-page/links.js'
import { openLink } from '../../src/domain/evidence-page/reach.js'
import { createApp } from '../../src/http/app.js'
import type { Reader } from '../../src/store/store.js'
import { actionRequest, sessionRequest } from '../support/heron.js'
import { type LivePage, startLivePage } from './live-page.js'

const DAY = 86_400_000

let page: LivePage
beforeAll(async () => {
  page = await startLivePage()
})
afterAll(() => page.close())

const DATA = [
  'summary',
  'posture',
  'findings',
  'runs',
  'runs/ses_1',
  'runs/ses_1/calls',
  'actions/act_1',
  'policy',
  'signals',
  'log',
  'keys',
  'export',
  'snapshots',
  'snapshots/snp_1',
  'snapshots/snp_1/compare',
]

describe('a reviewer’s link', () => {
  it('opens the page that it was issued for', async () => {
    const { status, body } = await page.ask('summary')
    expect(status).toBe(200)
    expect(body).toMatchObject({ vendor: 'Vendor', project: { name: 'Assistant' } })
  })

  it.each(DATA)('is asked for by %s, and nothing else will do', async (path) => {
    for (const token of [null, 'x', page.heron.apiKey, page.neighbour.token]) {
      const { status, text } = await page.ask(path, token)
      // One answer for every reason; after many failures from one address it is a 429.
      expect([404, 429]).toContain(status)
      expect(text).not.toContain(token ?? 'Vendor')
    }
    expect((await page.ask('summary')).status).toBe(200)
  })

  it('of another organization opens nothing here, nor does this one there', async () => {
    const url = `/e/${page.neighbour.slug}/api/summary`
    const mine = await page.get(url, { authorization: `Bearer ${page.token}` })
    const theirs = await page.get(url, { authorization: `Bearer ${page.neighbour.token}` })
    expect([404, 429]).toContain(mine.status)
    expect(theirs.body).toMatchObject({ vendor: 'Neighbour' })
  })

  it('is revoked alone and at once, in the log with both ends', async () => {
    const { heron } = page
    const { id, token } = await issueReviewerLink(heron.data, heron.operation, { label: 'second' })
    expect((await page.ask('summary', token)).status).toBe(200)
    await revokeReviewerLink(heron.data, heron.operation, id)
    expect([404, 429]).toContain((await page.ask('summary', token)).status)
    expect((await page.ask('summary')).status).toBe(200)
    await expect(revokeReviewerLink(heron.data, heron.operation, id)).rejects.toMatchObject({
      code: 'not_found',
    })
    const { body } = await page.ask('log?limit=200')
    const acts = body.items.map(({ receipt }: { receipt: { payload: object } }) => receipt.payload)
    expect(acts.at(-1)).toMatchObject({
      act: 'reviewer_link.revoked',
      subject: `reviewer_link:${id}`,
      before: { state: 'active' },
      after: { state: 'revoked' },
    })
    expect((await listLinks(heron.data, heron.operation)).find((link) => link.id === id)?.revokedAt).not.toBe(
      null,
    )
  })

  it('is stored as a hash: the token stands nowhere in the database', () => {
    for (const table of page.database.tables()) {
      const rows = page.database.prepare(`select * from "${table}"`).all()
      expect(JSON.stringify(rows), table).not.toContain(page.token)
    }
  })

  it('is guessed at a limited rate, which stops nobody who holds one', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => page.ask('summary', `guess${n}`)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect((await page.ask('summary')).status).toBe(200)
    page.heron.clock.advance(61_000)
    expect((await page.ask('summary', 'guess')).status).toBe(404)
  })

  it('takes the same steps whether page and token exist or not', async () => {
    const { store } = page.heron.data
    const stepsOf = async (slug: string, token: string): Promise<unknown[]> => {
      const steps: unknown[] = []
      const reader: Reader = {
        all: (query, params) => store.all(query, params),
        first: (query, params) => {
          steps.push(query)
          return store.first(query, params)
        },
      }
      await openLink(reader, { slug, token, now: page.heron.clock.now() })
      return steps
    }
    const honest = await stepsOf(page.slug, page.token)
    expect(honest).toHaveLength(2)
    expect(await stepsOf(page.slug, 'unknown')).toEqual(honest)
    expect(await stepsOf('no-such-page', page.token)).toEqual(honest)
    expect(await stepsOf(page.slug, page.neighbour.token)).toEqual(honest)
  })
})

describe('the window', () => {
  it('hides what is older, for the page’s links and not for one that reaches further', async () => {
    const { heron } = page
    const { service, context, clock } = heron
    const opened = await service.openSession(sessionRequest('old'), context('session:old'))
    const announced = await service.announceAction(actionRequest('old', 1), context('action:old'))
    const { token } = await issueReviewerLink(heron.data, heron.operation, {
      label: 'audit',
      windowDays: 365,
    })
    clock.advance(40 * DAY)
    const [short, long] = [await page.ask('summary'), await page.ask('summary', token)]
    expect(short.body).toMatchObject({
      window: { days: 30, set_by: 'page' },
      counts: { sessions: 0, actions: 0 },
    })
    expect(short.body.last_record_at).toBe(null)
    expect(long.body).toMatchObject({
      window: { days: 365, set_by: 'link' },
      counts: { sessions: 1, actions: 1 },
    })
    for (const path of [
      `runs/${opened.session_id}`,
      `runs/${opened.session_id}/calls`,
      `actions/${announced.action_id}`,
    ]) {
      expect((await page.ask(path)).status, path).toBe(404)
      expect((await page.ask(path, token)).status, path).toBe(200)
    }
    expect((await page.ask('runs')).body.items).toEqual([])
    expect((await page.ask('runs', token)).body.items).toHaveLength(1)
    expect((await page.ask('export')).text).not.toContain(opened.session_id)
    expect((await page.ask('export', token)).text).toContain(opened.session_id)
  })

  it('that is shortened hides nothing silently: the change is signed, with a reason, and shown', async () => {
    const { heron } = page
    await expect(changeWindow(heron.data, { ...heron.operation, reason: null }, 7)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await changeWindow(heron.data, { ...heron.operation, reason: 'less to read' }, 7)
    const { body } = await page.ask('summary')
    expect(body.window).toMatchObject({
      days: 7,
      changes: [{ from_days: 30, to_days: 7, reason: 'less to read', at: heron.clock.now() }],
    })
  })

  it('never reaches less far for a link than for the page', async () => {
    const { heron } = page
    const { token } = await issueReviewerLink(heron.data, heron.operation, { label: 'short', windowDays: 1 })
    expect((await page.ask('summary', token)).body.window).toMatchObject({ days: 7, set_by: 'page' })
  })

  it('begins with a whole day, so that counts and lists agree', async () => {
    expect((await page.ask('summary')).body.window.from).toMatch(/T00:00:00\.000Z$/)
  })
})

describe('the page itself', () => {
  it('is the same for everybody, allows nothing inline or from elsewhere, and tells no one where it was read', async () => {
    const { status, headers, text } = await page.get(`/e/${page.slug}`)
    expect(status).toBe(200)
    expect(text).toContain('<div id="root">')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('cache-control')).toBe('no-cache')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers.get('set-cookie')).toBe(null)
    expect((await page.get('/e/no-such-page')).text).toBe(text)
  })

  it('opened with a link that opens nothing is a 404, and still the page that says so', async () => {
    page.heron.clock.advance(61_000)
    expect((await page.get(`/e/${page.slug}?t=${page.token}`)).status).toBe(200)
    const refused = await page.get(`/e/${page.slug}?t=${page.neighbour.token}`)
    expect(refused.status).toBe(404)
    expect(refused.text).toContain('<div id="root">')
  })

  it('has its files compressed and kept for ever, and gives nothing else away', async () => {
    const asset = await page.get('/web/assets/page-abc.js')
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(asset.headers.get('content-encoding')).toBe('gzip')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    for (const path of ['..%2Fverify.html', '%2e%2e', '.built', 'none.js', '..%5cx']) {
      const { status, headers } = await page.get(`/web/assets/${path}`)
      expect(status, path).toBe(404)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('says what to do where it was not built', async () => {
    const app = createApp({ service: page.heron.service })
    const response = await app.inject(`/e/${page.slug}`)
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({
      code: 'page_not_built',
      detail: expect.stringContaining('npm run build') as string,
    })
    await app.close()
  })
})
