/** What Prometheus reads: the figures of the store and of the process, with labels of closed lists only (heron.md §14). */
import { PUBLISHED_FINDINGS, UNPUBLISHED_FINDINGS } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REFUSALS } from '../../src/domain/refusal.js'
import { RETRY_AFTER_MS } from '../../src/domain/webhooks/attempts.js'
import { addWebhook } from '../../src/domain/webhooks/manage-webhooks.js'
import { createApp } from '../../src/http/app.js'
import { startWorker, type Worker } from '../../src/worker/worker.js'
import { type LiveWebhooks, startLiveWebhooks } from '../webhooks/live-webhooks.js'
import { type Receiver, startReceiver, status } from '../webhooks/receiver.js'

let live: LiveWebhooks
let receiver: Receiver
let worker: Worker
beforeEach(async () => {
  live = await startLiveWebhooks()
  receiver = await startReceiver(status(500))
  worker = startWorker({ service: live.heron.service, intervalMs: 0 })
})
afterEach(async () => {
  await worker.stop()
  await live.close()
  await receiver.close()
})

type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

async function scrape(): Promise<Sample[]> {
  const { service, clock } = live.heron
  const app = createApp({ service, now: clock.now, worker, sender: live.sender })
  await app.inject('/v1/policy')
  await app.inject(`/nowhere/${'x'.repeat(50)}`)
  const { body, headers } = await app.inject('/metrics')
  await app.close()
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  return body
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text])
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
    })
}

const valueOf = (samples: readonly Sample[], name: string, labels = {}): number | undefined =>
  samples.find(
    (each) => each.name === name && Object.entries(labels).every(([key, text]) => each.labels[key] === text),
  )?.value

describe('the exposition', () => {
  it('says how much waits for receivers, and what was given up', async () => {
    await addWebhook(live.heron.service.operatorParts, live.heron.operation, {
      ...{ url: receiver.url, topics: ['decision.step_up'] },
    })
    await live.announce('STEP_UP')
    expect(valueOf(await scrape(), 'heron_webhook_outbox')).toBe(1)
    await live.pass()
    const waiting = await scrape()
    expect(valueOf(waiting, 'heron_webhook_outbox')).toBe(0)
    expect(valueOf(waiting, 'heron_webhook_deliveries_pending')).toBe(1)
    expect(valueOf(waiting, 'heron_webhook_attempts_total', { outcome: 'failed' })).toBe(1)
    for (const wait of RETRY_AFTER_MS) await live.pass(wait)
    const over = await scrape()
    expect(valueOf(over, 'heron_webhook_deliveries_pending')).toBe(0)
    expect(valueOf(over, 'heron_webhook_dead_letters')).toBe(1)
    expect(valueOf(over, 'heron_webhook_attempts_total', { outcome: 'dead' })).toBe(1)
  })

  it('says what was found today, by kind, and how far the recomputation of chains is behind', async () => {
    await live.announce('ALLOW')
    while (await worker.tick());
    live.heron.clock.advance(2 * 3_600_000)
    const behind = await scrape()
    expect(valueOf(behind, 'heron_chain_recompute_lag_seconds')).toBeGreaterThan(3600)
    while (await worker.tick());
    const samples = await scrape()
    expect(valueOf(samples, 'heron_findings_raised_today', { kind: 'MISSING_EXECUTION' })).toBe(1)
    expect(valueOf(samples, 'heron_findings_raised_today', { kind: 'BROKEN_CHAIN' })).toBe(0)
    expect(valueOf(samples, 'heron_chain_recompute_lag_seconds')).toBe(0)
  })

  it('has labels of closed lists only, whatever was sent', async () => {
    await live.announce('DENY')
    const app = createApp({
      service: live.heron.service,
      now: live.heron.clock.now,
      worker,
      sender: live.sender,
    })
    for (const path of ['/v1/sessions/zzza', '/v1/sessions/zzzb', '/v1/actions/zzzc', '/wp-login.php']) {
      await app.inject({ url: path, headers: { authorization: `Bearer ${live.heron.apiKey}` } })
    }
    await app.inject({ method: 'PROPFIND', url: '/v1/policy' })
    const { body } = await app.inject('/metrics')
    await app.close()
    const routes = new Set([...body.matchAll(/route="([^"]*)"/g)].map(([, route]) => route))
    for (const route of routes) expect(route === 'unknown' || /^\/[\w./:-]*$/.test(route!)).toBe(true)
    expect(body).not.toMatch(/zzz|wp-login|org_|prj_|hrn_/)
    const allowed: Readonly<Record<string, readonly string[]>> = {
      kind: Object.keys({ ...PUBLISHED_FINDINGS, ...UNPUBLISHED_FINDINGS }),
      code: Object.keys(REFUSALS),
      verdict: ['ALLOW', 'DENY', 'STEP_UP', 'MODIFY', 'DEFER'],
      effect: ['enforced', 'advisory', 'suspended'],
      state: ['paired', 'pending', 'missing'],
      outcome: ['delivered', 'failed', 'dead', 'gone', 'broken'],
    }
    for (const { labels } of await scrape()) {
      for (const [label, value] of Object.entries(labels)) {
        if (label in allowed) expect(allowed[label]).toContain(value)
        else expect(['method', 'route', 'status', 'le']).toContain(label)
      }
    }
  })

  it('goes on without a database that answers', async () => {
    const { service } = live.heron
    const broken = { ...service, readFigures: () => Promise.reject(new Error('gone')) }
    const app = createApp({ service: broken, worker })
    const { statusCode, body } = await app.inject('/metrics')
    await app.close()
    expect(statusCode).toBe(200)
    expect(body).toMatch(/^heron_webhook_outbox nan$/im)
    expect(body).toContain('heron_decisions_waiting 0')
  })
})
