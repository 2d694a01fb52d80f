/** A Heron with receivers on the loopback, a sender that ticks when it is told to, and its own check of signatures. */
import { createHmac } from 'node:crypto'
import type { AnnounceActionAnswer } from '@heron/evidence'
import { addWebhook, type NewWebhook } from '../../src/domain/webhooks/manage-webhooks.js'
import { type DeliveryView, listDeliveries } from '../../src/domain/webhooks/deliveries.js'
import { TOPICS } from '../../src/domain/webhooks/topics.js'
import { type Sender, type SenderOptions, startWebhookSender } from '../../src/webhooks/sender.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { CALLS } from '../worker/live-worker.js'
import type { Received } from './receiver.js'

export type LiveWebhooks = {
  readonly heron: Heron
  readonly sender: Sender
  readonly add: (webhook: Partial<NewWebhook> & { url: string }) => Promise<{ id: string; secret: string }>
  /** Announces a call with the verdict of that name, in a session of its own. */
  readonly announce: (verdict: keyof typeof CALLS) => Promise<AnnounceActionAnswer>
  /** Everything that is due by now, to its end. */
  readonly pass: (ms?: number) => Promise<void>
  readonly deliveries: (webhook: string) => Promise<readonly DeliveryView[]>
  readonly close: () => Promise<void>
}

export async function startLiveWebhooks(options: Partial<SenderOptions> = {}): Promise<LiveWebhooks> {
  const heron = await startHeron({ webhookAllowPrivate: true })
  const { project } = heron.operation
  const parts = heron.service.operatorParts
  const sender = startWebhookSender({
    ...{ service: heron.service, intervalMs: 0, now: heron.clock.now, random: () => 0.5 },
    ...options,
  })
  let sessions = 0
  return {
    ...{ heron, sender },
    add: (webhook) => addWebhook(parts, heron.operation, { topics: TOPICS, ...webhook }),
    announce: async (verdict) => {
      sessions += 1
      const name = `run_${sessions.toString()}`
      await heron.service.openSession(sessionRequest(name), heron.context())
      return heron.service.announceAction(actionRequest(name, 1, CALLS[verdict]), heron.context())
    },
    pass: async (ms = 0) => {
      heron.clock.advance(ms)
      do await sender.idle()
      while (await sender.tick())
      await sender.idle()
    },
    deliveries: async (webhook) => (await listDeliveries(parts, project, webhook, { limit: 200 })).items,
    close: async () => {
      await sender.stop()
      await heron.close()
    },
  }
}

/** By the words of the scheme, with nothing of its library: which of the signatures a secret made. */
export function signaturesBy(secret: string, { headers, body }: Received): boolean[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').map((signature) => signature === expected)
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as a receiver reads it
export function payloadOf({ body }: Received): any {
  return JSON.parse(body)
}
