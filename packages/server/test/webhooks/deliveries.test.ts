/** Webhooks (heron.md §14): what arrives, how it is signed, and what happens when it does not arrive. */
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS, RETRY_AFTER_MS } from '../../src/domain/webhooks/attempts.js'
import { replayDelivery } from '../../src/domain/webhooks/deliveries.js'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../src/domain/webhooks/manage-webhooks.js'
import { createSealer } from '../../src/keys/sealed-secret.js'
import { createSafeRequester } from '../../src/webhooks/safe-request/safe-request.js'
import { type LiveWebhooks, payloadOf, signaturesBy, startLiveWebhooks } from './live-webhooks.js'
import { type Receiver, startReceiver, status } from './receiver.js'

let live: LiveWebhooks
const receivers: Receiver[] = []
afterEach(async () => {
  await live.close()
  for (const each of receivers.splice(0)) await each.close()
})

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer)
  receivers.push(started)
  return started
}
const parts = () => live.heron.service.operatorParts
const project = () => live.heron.operation.project
const operation = () => live.heron.operation

describe('a delivery', () => {
  it('is signed over the bytes that are sent', async () => {
    live = await startLiveWebhooks({ now: () => new Date().toISOString() })
    const { url, received } = await receiver()
    const { secret } = await live.add({ url })
    const action = await live.announce('STEP_UP')
    await live.pass()
    expect(received).toHaveLength(1)
    const [one] = received
    expect(signaturesBy(secret, one!)).toEqual([true])
    // And by the library that most receivers use.
    expect(new Webhook(secret).verify(one!.body, one!.headers)).toMatchObject({ type: 'decision.step_up' })
    expect(one!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Heron' })
    expect(payloadOf(one!)).toMatchObject({
      type: 'decision.step_up',
      timestamp: '2026-11-30T12:00:00.000Z',
      data: { action: action.action_id, verdict: 'STEP_UP', tool: 'mail.send', session_external_id: 'run_1' },
    })
  })

  it('keeps its id through every attempt, each with a time and a signature of its own', async () => {
    live = await startLiveWebhooks()
    const { url, received } = await receiver((response, _request, number) => {
      response.writeHead(number < 3 ? 503 : 200).end()
    })
    const { id, secret } = await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    await live.pass(RETRY_AFTER_MS[0])
    await live.pass(RETRY_AFTER_MS[1])
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    for (const one of received) expect(signaturesBy(secret, one)).toEqual([true])
    expect(await live.deliveries(id)).toMatchObject([
      { state: 'delivered', attempts: 3, next_attempt_at: null, last: { status: 200, error: null } },
    ])
  })

  it('is a dead letter after a stated number of attempts, and can be replayed', async () => {
    live = await startLiveWebhooks()
    let up = false
    const { url, received } = await receiver((response) => response.writeHead(up ? 204 : 500).end())
    const { id } = await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    for (const wait of RETRY_AFTER_MS) {
      expect((await live.deliveries(id))[0]?.state).toBe('pending')
      await live.pass(wait - 1)
      await live.pass(1)
    }
    expect(received).toHaveLength(MAX_ATTEMPTS)
    const [dead] = await live.deliveries(id)
    expect(dead).toMatchObject({ state: 'dead', attempts: MAX_ATTEMPTS, next_attempt_at: null })
    expect(dead).toMatchObject({ last: { status: 500, error: 'refused' } })
    await live.pass(7 * 86_400_000)
    expect(received).toHaveLength(MAX_ATTEMPTS)

    up = true
    await replayDelivery(parts(), project(), id, dead!.id)
    await live.pass()
    expect(received).toHaveLength(MAX_ATTEMPTS + 1)
    expect(received.at(-1)?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
    expect(await live.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(await listWebhooks(parts(), project())).toMatchObject([
      { failing_since: null, last_delivery: { outcome: 'delivered', status: 204 } },
    ])
  })

  it('waits longer each time, by up to a fifth more or less', async () => {
    live = await startLiveWebhooks({ random: () => 0 })
    const { url } = await receiver(status(500))
    const { id } = await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    const [one] = await live.deliveries(id)
    expect(Date.parse(one!.next_attempt_at!) - Date.parse(one!.last!.at)).toBe(RETRY_AFTER_MS[0]! * 0.8)
    for (const [index, wait] of RETRY_AFTER_MS.entries()) {
      expect(wait).toBeGreaterThan(RETRY_AFTER_MS[index - 1] ?? 0)
    }
  })
})

describe('a receiver', () => {
  it.each([
    ['refuses', status(400), { status: 400, error: 'refused' }],
    ['redirects', status(301, { location: 'http://169.254.169.254/' }), { status: 301, error: 'redirected' }],
    ['is silent', () => undefined, { status: null, error: 'timed_out' }],
  ] as const)('that %s gets it again later', async (_name, answer, last) => {
    live = await startLiveWebhooks({ send: createSafeRequester({ withinMs: 2_000 }) })
    const { url } = await receiver(answer)
    const { id } = await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    expect(await live.deliveries(id)).toMatchObject([{ state: 'pending', attempts: 1, last }])
    expect(await listWebhooks(parts(), project())).toMatchObject([
      { enabled: true, failing_since: live.heron.clock.now(), last_delivery: { outcome: 'failed' } },
    ])
  })

  it('that is down gets it again later', async () => {
    live = await startLiveWebhooks()
    const { url, close } = await startReceiver()
    await close()
    const { id } = await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    const last = { status: null, error: 'connection_failed' }
    expect(await live.deliveries(id)).toMatchObject([{ state: 'pending', last }])
  })

  it('that answers garbage in a 200 has it', async () => {
    live = await startLiveWebhooks()
    const { url } = await receiver((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'.repeat(1_000_000))
    })
    const { id } = await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    expect(await live.deliveries(id)).toMatchObject([{ state: 'delivered' }])
  })

  it('that is gone for good is told nothing more until somebody enables it again', async () => {
    live = await startLiveWebhooks()
    const { url, received } = await receiver((response, _request, number) => {
      response.writeHead(number === 1 ? 410 : 204).end()
    })
    const { id } = await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    expect(await listWebhooks(parts(), project())).toMatchObject([
      { enabled: false, disabled_reason: 'gone' },
    ])
    expect(await live.deliveries(id)).toMatchObject([{ state: 'dead', last: { status: 410 } }])
    await live.announce('STEP_UP')
    await live.pass(86_400_000)
    expect(received).toHaveLength(1)
    await changeWebhook(parts(), operation(), id, { enabled: true })
    await live.announce('STEP_UP')
    await live.pass()
    expect(received).toHaveLength(2)
    expect(await listWebhooks(parts(), project())).toMatchObject([{ enabled: true, disabled_reason: null }])
  })

  it('that flaps gets every event at last', async () => {
    live = await startLiveWebhooks()
    const ids = new Set<string>()
    const { url } = await receiver((response, { headers }, number) => {
      const up = number % 3 === 0
      if (up) ids.add(headers['webhook-id']!)
      response.writeHead(up ? 200 : 502).end()
    })
    const { id } = await live.add({ url })
    for (let count = 0; count < 6; count += 1) await live.announce('STEP_UP')
    for (let round = 0; round < 8; round += 1) await live.pass(2 * 3_600_000)
    expect(ids.size).toBe(6)
    expect((await live.deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it('that is slow delays no other', async () => {
    // Time enough that the slow one is still being waited for when the quick one has everything, however slow this machine is.
    live = await startLiveWebhooks({ send: createSafeRequester({ withinMs: 50_000 }) })
    const held: ServerResponse[] = []
    const slow = await receiver((response) => void held.push(response))
    const quick = await receiver()
    await live.add({ url: slow.url })
    await live.add({ url: quick.url })
    for (let count = 0; count < 12; count += 1) await live.announce('STEP_UP')
    await live.heron.service.webhooks.expandOutbox(100)
    while (quick.received.length < 12) {
      await live.sender.tick()
      await setTimeout(1)
    }
    // No more than its share is under way, and once it has failed, one at a time.
    await slow.seen(4)
    expect(slow.received).toHaveLength(4)
    const release = async () => {
      for (const response of held.splice(0)) response.writeHead(503).end()
      await live.sender.idle()
    }
    await release()
    await live.sender.tick()
    await slow.seen(5)
    await release()
    expect(slow.received).toHaveLength(5)
  })
})

describe('a secret', () => {
  it('is shown once and stands nowhere in the database', async () => {
    live = await startLiveWebhooks()
    const { secret } = await live.add({ url: 'https://receiver.example/' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = JSON.stringify(await listWebhooks(parts(), project()))
    expect(listed).not.toContain(secret.slice(6))
    expect(listed).not.toContain('secret_sealed')
  })

  it('signs beside the new one for a day after it was rotated', async () => {
    live = await startLiveWebhooks()
    const { url, received } = await receiver()
    const { id, secret: old } = await live.add({ url })
    const { secret: fresh } = await rotateWebhookSecret(parts(), operation(), id)
    await testWebhook(parts(), project(), id)
    await live.pass()
    expect(signaturesBy(fresh, received[0]!)).toEqual([true, false])
    expect(signaturesBy(old, received[0]!)).toEqual([false, true])
    live.heron.clock.advance(86_400_000)
    await testWebhook(parts(), project(), id)
    await live.pass()
    expect(signaturesBy(fresh, received[1]!)).toEqual([true])
  })

  it('that does not open with this key ring sends nothing, and holds nobody up', async () => {
    live = await startLiveWebhooks()
    const { url, received } = await receiver()
    const strange = { ...parts(), sealer: createSealer(new Uint8Array(32)) }
    const { id } = await addWebhook(strange, operation(), { url, topics: ['decision.step_up'] })
    await live.add({ url })
    await live.announce('STEP_UP')
    await live.pass()
    expect(received).toHaveLength(1)
    const webhooks = await listWebhooks(parts(), project())
    expect(webhooks.find((each) => each.id === id)).toMatchObject({
      enabled: false,
      disabled_reason: 'secret_unreadable',
    })
  })
})

describe('a webhook', () => {
  it('is told of the topics it asked for, from when it was added on', async () => {
    live = await startLiveWebhooks()
    await live.announce('STEP_UP')
    const { url, received } = await receiver()
    await live.add({ url, topics: ['decision.defer'] })
    await live.announce('STEP_UP')
    const action = await live.announce('DEFER')
    await live.announce('ALLOW')
    await live.announce('DENY')
    await live.pass()
    expect(received.map(payloadOf)).toMatchObject([{ data: { action: action.action_id } }])
  })

  it('that was removed is told nothing more', async () => {
    live = await startLiveWebhooks()
    const { url, received } = await receiver()
    const { id } = await live.add({ url })
    await live.announce('STEP_UP')
    await removeWebhook(parts(), operation(), id)
    await live.pass()
    expect(received).toEqual([])
    expect(await listWebhooks(parts(), project())).toEqual([])
  })

  it.each([
    ['http://receiver.example/', '/url'],
    ['https://10.0.0.1/', '/url'],
    ['https://[fd00::1]/', '/url'],
    ['nonsense', '/url'],
  ])('to %s is refused where no private network is allowed', async (url, pointer) => {
    live = await startLiveWebhooks()
    const strict = { ...parts(), allowPrivate: false }
    await expect(addWebhook(strict, operation(), { url, topics: ['key.revoked'] })).rejects.toMatchObject({
      code: 'invalid_request',
      pointer,
    })
    const own = { url: 'https://receiver.example/', topics: ['key.revoked'], allow_private: true }
    await expect(addWebhook(strict, operation(), own)).rejects.toMatchObject({ pointer: '/allow_private' })
  })

  it('refuses topics that there are not, and none', async () => {
    live = await startLiveWebhooks()
    const url = 'https://receiver.example/'
    await expect(live.add({ url, topics: ['key.revoked', 'every'] })).rejects.toMatchObject({
      pointer: '/topics/1',
    })
    await expect(live.add({ url, topics: [] })).rejects.toMatchObject({ pointer: '/topics' })
  })
})
