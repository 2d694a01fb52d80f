/** OpenTelemetry through its API alone: spans from request to commit, traces in and out, and nothing personal (heron.md §14). */
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.js'
import { startServer } from '../../src/http/server.js'
import { isTraced } from '../../src/telemetry/spans.js'
import { tracedStore } from '../../src/telemetry/traced-store.js'
import { startWorker } from '../../src/worker/worker.js'
import { VENDOR_KEY } from '../http/live-heron.js'
import { VendorClient } from '../http/vendor-client.js'
import { startHeron } from '../support/heron.js'
import { startLiveWebhooks } from '../webhooks/live-webhooks.js'
import { startReceiver, status } from '../webhooks/receiver.js'
import { type RecordedSpan, startMemorySdk } from './memory-sdk.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function sdk(): ReturnType<typeof startMemorySdk> {
  const started = startMemorySdk()
  closing.push(started.stop)
  return started
}

async function service(): Promise<{ client: VendorClient; url: string; apiKey: string }> {
  const heron = await startHeron()
  const app = createApp({ service: heron.service, now: heron.clock.now })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  closing.push(heron.close, server.close)
  return {
    ...{ url: server.url, apiKey: heron.apiKey },
    client: new VendorClient(server.url, heron.apiKey, VENDOR_KEY),
  }
}

const named = (spans: readonly RecordedSpan[], name: string): RecordedSpan => {
  const found = spans.find((span) => span.name === name)
  if (found === undefined)
    throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}

describe('a decision', () => {
  it('is a span between its request and its commit', async () => {
    const { spans, measured } = sdk()
    const { client } = await service()
    await client.openSession('run_1')
    const answer = await client.announce('run_1', 1)
    const request = named(spans, 'POST /v1/actions')
    const decision = named(spans, 'heron.decide')
    const commit = spans.filter(({ name }) => name === 'heron.commit').at(-1)!
    expect(decision.parent?.spanId).toBe(request.spanContext().spanId)
    expect(commit.parent?.spanId).toBe(decision.spanContext().spanId)
    expect(request).toMatchObject({
      kind: SpanKind.SERVER,
      parent: undefined,
      attributes: { 'http.route': '/v1/actions', 'http.response.status_code': 200 },
    })
    expect(decision.attributes).toMatchObject({
      'heron.action.id': answer.body.action_id,
      'heron.verdict': 'ALLOW',
      'heron.effect': 'enforced',
    })
    expect(spans.every(({ ended }) => ended)).toBe(true)
    expect(measured).toContainEqual({
      ...{ name: 'heron.decisions', value: 1, attributes: { verdict: 'ALLOW', effect: 'enforced' } },
    })
    expect(measured.map(({ name }) => name)).toContain('http.server.request.duration')
  })

  it('goes on with the trace that its sender names, and with none where that is broken', async () => {
    const { spans } = sdk()
    const { url, apiKey } = await service()
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const ask = (traceparent: string) =>
      fetch(`${url}/v1/policy`, { headers: { authorization: `Bearer ${apiKey}`, traceparent } })
    await ask(`00-${traceId}-00f067aa0ba902b7-01`)
    await ask('00-rosa@acme.example-x-01')
    const [known, broken] = spans.filter(({ name }) => name === 'GET /v1/policy')
    expect(known?.parent).toMatchObject({ traceId, spanId: '00f067aa0ba902b7' })
    expect(broken?.parent).toBeUndefined()
  })
})

describe('a span', () => {
  it('carries nothing that a sender chose', async () => {
    const { spans, measured } = sdk()
    const { client, url, apiKey } = await service()
    const person = 'rosa.lopez@acme.example'
    await client.openSession('run_rosa', { agent: { external_id: 'agent_rosa', name: person } })
    await client.announce('run_rosa', 1, { args_redacted: { to: person }, signals: { note: person } })
    await client.announce('run_rosa', 2, { tool: { name: person } })
    const headers = { authorization: `Bearer ${apiKey}`, 'user-agent': person, baggage: `user=${person}` }
    await fetch(`${url}/v1/sessions/${encodeURIComponent(person)}`, { headers })
    await fetch(`${url}/nowhere/${person}?q=${person}`, { headers })
    const told = JSON.stringify([
      spans.map(({ name, attributes, status: s }) => [name, attributes, s]),
      measured,
    ])
    expect(spans.length).toBeGreaterThan(6)
    expect(told).not.toMatch(/rosa|acme|hrn_/)
    expect(spans.map(({ name }) => name)).toContain('GET unknown')
  })

  it('of something that failed says its code and not its message', async () => {
    const { spans } = sdk()
    const heron = await startHeron()
    const broken = {
      ...heron.service,
      readPolicy: () => Promise.reject(new Error('the database says rosa@acme.example')),
      closeUnanswered: () => Promise.reject(new Error('the database says rosa@acme.example')),
    }
    const app = createApp({ service: broken })
    closing.push(heron.close, () => app.close())
    await app.inject({ url: '/v1/policy', headers: { authorization: `Bearer ${heron.apiKey}` } })
    const worker = startWorker({ service: broken, intervalMs: 0 })
    await worker.tick().catch(() => undefined)
    expect(named(spans, 'GET /v1/policy').status).toEqual({ code: SpanStatusCode.ERROR })
    expect(named(spans, 'heron.worker.round')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'Error' },
    })
    expect(JSON.stringify(spans)).not.toContain('rosa')
  })
})

describe('a webhook attempt', () => {
  it('is a span, and hands its trace on to the receiver', async () => {
    const { spans } = sdk()
    const live = await startLiveWebhooks()
    const receiver = await startReceiver(status(503))
    closing.push(receiver.close, live.close)
    await live.add({ url: receiver.url })
    await live.announce('STEP_UP')
    await live.pass()
    const attempt = named(spans, 'heron.webhook.attempt')
    expect(attempt).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: {
        ...{ 'heron.topic': 'decision.step_up', 'heron.attempt': 1, 'heron.outcome': 'failed' },
        'http.response.status_code': 503,
      },
    })
    const { traceId, spanId } = attempt.spanContext()
    expect(receiver.received[0]?.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`)
    expect(JSON.stringify(spans)).not.toContain('127.0.0.1')
  })
})

describe('without an SDK', () => {
  it('nothing stands in the way of a decision, and nothing goes out', async () => {
    expect(isTraced()).toBe(false)
    const live = await startLiveWebhooks()
    const receiver = await startReceiver()
    closing.push(receiver.close, live.close)
    const { store } = live.heron.data
    expect(tracedStore(store)).toBe(store)
    expect(live.heron.service.operatorParts.store).toBe(store)
    await live.add({ url: receiver.url })
    await live.announce('STEP_UP')
    await live.pass()
    expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent')
  })
})
