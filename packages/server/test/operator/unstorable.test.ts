/** Texts and numbers that a database cannot hold: whoever sends one is told so, on every engine alike, and nothing breaks. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveOperator, startLiveOperator } from './live-operator.js'

const NUL = 'a\u0000b'

let live: LiveOperator
let revision: number
let slug: string
beforeAll(async () => {
  live = await startLiveOperator()
  const settings = await live.as.admin.get(`${live.project}/settings`)
  revision = settings.body.revision as number
  slug = settings.body.evidence.slug as string
  const open = { revision, reason: 'for everybody', public_overview: true }
  revision = (await live.as.admin.send('PATCH', `${live.project}/settings`, open)).body.revision as number
})
afterAll(() => live.close())

it('a NUL in a body', async () => {
  const { heron } = live
  const until = new Date(Date.parse(heron.clock.now()) + 3_600_000).toISOString()
  const sent: readonly (readonly [method: string, path: string, body: object, pointer: string])[] = [
    ['POST', '/shadow-window', { revision, reason: NUL, until }, '/reason'],
    ['PATCH', '/settings', { revision, reason: NUL, window_days: 8 }, '/reason'],
    ['POST', '/policy/rules/heron.execute.step_up/disable', { revision, reason: NUL }, '/reason'],
    ['POST', '/issues/EXECUTED_DESPITE_DENY/review', { decision: 'resolve', reason: NUL }, '/reason'],
    ['POST', '/reviewer-links', { label: NUL }, '/label'],
    ['POST', '/webhooks', { url: `https://a.example/${NUL}`, topics: ['policy.changed'] }, '/url'],
  ]
  for (const [method, path, body, pointer] of sent) {
    const { body: problem } = await live.as.admin.send(method, live.project + path, body)
    expect([path, problem]).toEqual([path, expect.objectContaining({ status: 400, pointer })])
  }
})

it('a NUL in what somebody who is not signed in writes', async () => {
  const form = { name: 'A reviewer', why: 'to see', email: 'a@b.example' }
  for (const member of Object.keys(form)) {
    const response = await fetch(`${live.url}/e/${slug}/api/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: live.url },
      body: JSON.stringify({ ...form, [member]: NUL }),
    })
    expect([member, response.status]).toEqual([member, 400])
  }
  const key = { authorization: `Bearer ${live.heron.apiKey}` }
  for (const path of [
    '/e/a%00b/api/overview',
    '/e/a%00b/api/summary',
    '/v1/sessions/a%00b',
    '/v1/actions/%00',
  ]) {
    const response = await fetch(live.url + path, { headers: key })
    expect([path, response.status]).toEqual([path, 404])
  }
  const token = await live.nobody.send('POST', '/invitations/accept', {
    ...{ token: NUL, name: NUL, password: 'a password of the tests' },
  })
  expect(token.status).toBeLessThan(500)
  const signIn = { email: `a${NUL}@b.example`, password: NUL }
  expect((await live.nobody.send('POST', '/auth/sign-in/email', signIn)).status).toBeLessThan(500)
})

it('a cursor that was never given', async () => {
  const webhook = await live.as.admin.send('POST', `${live.project}/webhooks`, {
    ...{ url: 'https://a.example/', topics: ['policy.changed'] },
  })
  const deliveries = `${live.project}/webhooks/${webhook.body.id as string}/deliveries`
  expect((await live.as.viewer.get(`${deliveries}?cursor=a%00b`)).status).toBe(400)
  const beyond = Buffer.from('1    999999999999999').toString('base64url')
  expect((await live.as.viewer.get(`${live.project}/events/ocsf?cursor=${beyond}`)).status).toBe(400)
})
