/** Several senders share the work, and one that dies leaves it to be done again (heron.md §14; architecture.md, "Storage"). */
import { afterEach, describe, expect, it } from 'vitest'
import { createSafeRequester, type SafeRequester } from '../../src/webhooks/safe-request/safe-request.js'
import { startWebhookSender } from '../../src/webhooks/sender.js'
import { type LiveWebhooks, startLiveWebhooks } from './live-webhooks.js'
import { type Receiver, startReceiver } from './receiver.js'

let live: LiveWebhooks
let receiver: Receiver
afterEach(async () => {
  await live.close()
  await receiver.close()
})

describe('two senders', () => {
  it('send each event once', async () => {
    live = await startLiveWebhooks()
    receiver = await startReceiver()
    const { id } = await live.add({ url: receiver.url })
    const second = startWebhookSender({
      service: live.heron.service,
      intervalMs: 0,
      now: live.heron.clock.now,
    })
    for (let count = 0; count < 30; count += 1) await live.announce('STEP_UP')
    let more = true
    while (more) {
      const both = await Promise.all([live.sender.tick(), second.tick()])
      await Promise.all([live.sender.idle(), second.idle()])
      more = both.some(Boolean)
    }
    expect(receiver.received).toHaveLength(30)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
    expect(await live.deliveries(id)).toHaveLength(30)
    expect(live.sender.totals().delivered + second.totals().delivered).toBe(30)
    await second.stop()
  })

  it('send again, under the same id, what one of them died with', async () => {
    // Killed between the answer and its note: the receiver has it, the database does not know.
    const dies: SafeRequester = async (request) => {
      await createSafeRequester()(request)
      throw new Error('killed')
    }
    live = await startLiveWebhooks({ send: dies })
    receiver = await startReceiver()
    const { id } = await live.add({ url: receiver.url })
    await live.announce('STEP_UP')
    await live.pass()
    expect(receiver.received).toHaveLength(1)

    const second = startWebhookSender({
      service: live.heron.service,
      intervalMs: 0,
      now: live.heron.clock.now,
    })
    await second.tick()
    await second.idle()
    // Still claimed: it might be under way.
    expect(receiver.received).toHaveLength(1)
    live.heron.clock.advance(30_000)
    await second.tick()
    await second.idle()
    expect(receiver.received).toHaveLength(2)
    const [first, again] = receiver.received
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(again?.body).toBe(first?.body)
    expect(await live.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    await second.stop()
  })

  it('one that is stopped cuts off what does not end, and leaves it due', async () => {
    live = await startLiveWebhooks()
    receiver = await startReceiver(() => undefined)
    const { id } = await live.add({ url: receiver.url })
    await live.announce('STEP_UP')
    await live.sender.tick()
    await receiver.seen(1)
    await live.sender.stop()
    expect(await live.deliveries(id)).toMatchObject([{ state: 'pending', attempts: 1, last: null }])
  })
})
