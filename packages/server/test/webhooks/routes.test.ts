/** The operator's routes of webhooks: who may what, and what they answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOPICS } from '../../src/domain/webhooks/topics.js'
import { type LiveOperator, startLiveOperator } from '../operator/live-operator.js'

let live: LiveOperator
let path: string
beforeAll(async () => {
  live = await startLiveOperator()
  path = `${live.project}/webhooks`
})
afterAll(() => live.close())

const wanted = { url: 'https://receiver.example/hook', topics: ['finding.raised', 'key.revoked'] }
async function added(changes = {}): Promise<string> {
  const answer = await live.as.admin.send('POST', path, { ...wanted, ...changes })
  expect(answer.status, answer.text).toBe(201)
  return `${path}/${String(answer.body.id)}`
}

describe('webhooks', () => {
  it('are added with a secret that is shown once, listed, changed and removed', async () => {
    const { as } = live
    const one = await as.admin.send('POST', path, wanted)
    expect(one.status).toBe(201)
    expect(one.body.secret).toMatch(/^whsec_/)
    const listed = await as.viewer.get(path)
    expect(listed.body.items[0]).toMatchObject({ ...wanted, enabled: true, last_delivery: null })
    expect(listed.text).not.toContain('whsec_')

    const changed = await as.admin.send('PATCH', `${path}/${String(one.body.id)}`, {
      ...{ topics: ['key.revoked'], enabled: false, url: 'https://other.example/' },
    })
    expect(changed.body).toMatchObject({
      topics: ['key.revoked'],
      enabled: false,
      url: 'https://other.example/',
    })

    const rotated = await as.admin.send('POST', `${path}/${String(one.body.id)}/rotate`, {})
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(one.body.secret)

    expect((await as.admin.send('DELETE', `${path}/${String(one.body.id)}`)).status).toBe(204)
    expect((await as.viewer.get(path)).body.items).toEqual([])
    expect((await as.admin.send('DELETE', `${path}/${String(one.body.id)}`)).status).toBe(404)
  })

  it('take what can be a receiver only', async () => {
    const refused = async (body: object): Promise<unknown> => {
      const answer = await live.as.admin.send('POST', path, body)
      expect(answer.status, answer.text).toBe(400)
      return answer.body.pointer
    }
    expect(await refused({ ...wanted, url: 'http://receiver.example/' })).toBe('/url')
    expect(await refused({ ...wanted, url: 'https://169.254.169.254/latest' })).toBe('/url')
    expect(await refused({ ...wanted, url: 7 })).toBe('/url')
    expect(await refused({ ...wanted, topics: ['nothing'] })).toBe('/topics/0')
    expect(await refused({ ...wanted, topics: [] })).toBe('/topics')
    expect(await refused({ ...wanted, allow_private: true })).toBe('/allow_private')
    expect(await refused({ topics: TOPICS })).toBe('/url')
  })

  it('are tried, and what was sent is listed and sent again', async () => {
    const { as } = live
    const webhook = await added()
    const test = await as.operator.send('POST', `${webhook}/test`, {})
    expect(test.body).toMatchObject({ delivery: expect.stringMatching(/^dlv_/), event: expect.any(String) })
    const second = await as.operator.send('POST', `${webhook}/test`, {})
    const page = await as.viewer.get(`${webhook}/deliveries?limit=1`)
    expect(page.body).toMatchObject({
      items: [{ id: second.body.delivery, event: { type: 'webhook.test' }, state: 'pending', attempts: 0 }],
      next_cursor: second.body.delivery,
    })
    const rest = await as.viewer.get(
      `${webhook}/deliveries?state=pending&cursor=${String(page.body.next_cursor)}`,
    )
    expect(rest.body).toMatchObject({ items: [{ id: test.body.delivery }], next_cursor: null })
    expect((await as.viewer.get(`${webhook}/deliveries?state=dead`)).body.items).toEqual([])
    expect((await as.viewer.get(`${webhook}/deliveries?state=lost`)).status).toBe(400)
    const replay = `${webhook}/deliveries/${String(test.body.delivery)}/replay`
    expect((await as.operator.send('POST', replay, {})).status).toBe(204)
    expect((await as.operator.send('POST', `${webhook}/deliveries/dlv_none/replay`, {})).status).toBe(404)
  })

  it('are kept to the roles that may', async () => {
    const { as, nobody, neighbour } = live
    const webhook = await added()
    const admins = [
      ['POST', path, wanted],
      ['PATCH', webhook, { enabled: false }],
      ['POST', `${webhook}/rotate`, {}],
      ['DELETE', webhook, undefined],
    ] as const
    for (const [method, address, body] of admins) {
      expect((await as.operator.send(method, address, body)).status).toBe(403)
      expect((await nobody.send(method, address, body)).status).toBe(401)
      expect((await neighbour.send(method, address, body)).status).toBe(404)
    }
    expect((await as.viewer.send('POST', `${webhook}/test`, {})).status).toBe(403)
    expect((await neighbour.get(`${webhook}/deliveries`)).status).toBe(404)
    expect((await nobody.get(path)).status).toBe(401)
    const theirs = webhook.replace(live.project, live.neighbourProject)
    expect((await neighbour.get(`${theirs}/deliveries`)).status).toBe(404)
  })

  it('are 20 a project at most', async () => {
    const { body } = await live.as.viewer.get(path)
    for (let count = body.items.length as number; count < 20; count += 1) await added()
    const more = await live.as.admin.send('POST', path, wanted)
    expect([more.status, more.body.code]).toEqual([409, 'in_use'])
  })
})
