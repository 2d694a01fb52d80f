/** The operator's routes of webhooks: who may what, and what they answer. */
import { type AuditPayload, hashJson } from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOPICS } from '../../src/domain/webhooks/topics.js'
import { exportLines } from '../governance/exported.js'
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

  it('are entries of the organization’s own log: who let what be sent where, and never a secret', async () => {
    const { as } = live
    const secretPath = 'https://receiver.example/hook/s3cr3t'
    const { body } = await as.admin.send('POST', path, { ...wanted, url: secretPath })
    const one = `${path}/${String(body.id)}`
    await as.admin.send('PATCH', one, { url: 'https://other.example/', enabled: false })
    // What stands that way already gets no entry.
    await as.admin.send('PATCH', one, { enabled: false })
    await as.admin.send('POST', `${one}/rotate`, {})
    await as.admin.send('POST', `${one}/test`, {})
    await as.admin.send('DELETE', one)
    const log = await as.owner.get('/organization/log')
    const entries = (log.body.items as { actor: string; receipt: { payload: AuditPayload } }[])
      .filter(({ receipt }) => receipt.payload.subject === `webhook:${String(body.id)}`)
      .map(({ actor, receipt: { payload } }) => ({ by: actor, ...payload }))
      .toReversed()
    const { projectId: project } = live.heron.operation.project
    const first = {
      ...{ project, host: 'receiver.example', url_hash: hashJson(secretPath) },
      ...{ topics: 'finding.raised, key.revoked', allow_private: false, enabled: true },
    }
    const second = {
      ...first,
      ...{ host: 'other.example', url_hash: hashJson('https://other.example/'), enabled: false },
    }
    const until = { old_secret_until: expect.any(String) }
    expect(entries.map(({ act, before, after }) => [act, before, after])).toEqual([
      ['webhook.added', null, first],
      ['webhook.changed', first, second],
      ['webhook.secret_rotated', { old_secret_until: null }, until],
      ['webhook.removed', second, null],
    ])
    expect(new Set(entries.map(({ by }) => by))).toEqual(new Set([as.admin.member!.name]))
    expect(log.text).not.toContain('s3cr3t')
    expect(log.text).not.toContain('whsec_')
    expect(JSON.stringify(await exportLines(live.heron))).not.toContain('webhook')
  })

  it('that two people change at once have one entry: the other is told to look again', async () => {
    const one = await added()
    const acts = ['https://a.example/', 'https://b.example/'].map((url) =>
      live.as.admin.send('PATCH', one, { url }),
    )
    acts.push(live.as.admin.send('DELETE', one))
    const statuses = (await Promise.all(acts)).map(({ status }) => status)
    const { body } = await live.as.owner.get('/organization/log')
    const subject = one.replace(`${path}/`, 'webhook:')
    const entries = (body.items as { receipt: { payload: AuditPayload } }[]).filter(
      ({ receipt }) => receipt.payload.subject === subject,
    )
    expect(entries).toHaveLength(1 + statuses.filter((status) => status < 300).length)
    expect(statuses.every((status) => [200, 204, 404, 409].includes(status))).toBe(true)
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
