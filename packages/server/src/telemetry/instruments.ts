/** Metrics through the OpenTelemetry API alone; the same closed lists as at `/metrics`. Without an SDK there are none. */
import { createNoopMeter, metrics } from '@opentelemetry/api'
import type { AnnounceActionAnswer } from '@heron/evidence'
import type { WatchedFigures } from '../domain/watched-figures.js'

export type Instruments = {
  readonly countDecision: (answer: AnnounceActionAnswer) => void
  readonly countRefusal: (code: string) => void
  /** `route` is the pattern, never the address. */
  readonly observeRequest: (method: string, route: string, status: number, seconds: number) => void
}

const SCOPE = 'heron'

/** Null where nobody registered a meter provider. */
export function createInstruments(readFigures: () => Promise<WatchedFigures>): Instruments | null {
  const meter = metrics.getMeter(SCOPE)
  if (meter === createNoopMeter()) return null
  const decisions = meter.createCounter('heron.decisions', {
    description: 'Decisions made (replays not counted), by verdict and effect.',
  })
  const refusals = meter.createCounter('heron.refusals', {
    description: 'Requests answered with a problem, by code.',
  })
  const requests = meter.createHistogram('http.server.request.duration', {
    ...{ unit: 's', description: 'Time from the request’s first byte here to the end of its answer.' },
    advice: { explicitBucketBoundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2] },
  })
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description })
  const pending = gauge('heron.webhook.deliveries.pending', 'Webhook deliveries that are to be attempted.')
  const dead = gauge(
    'heron.webhook.dead_letters',
    'Webhook deliveries that were given up in the last 30 days.',
  )
  const findings = gauge('heron.findings.today', 'Findings raised since midnight UTC, by kind.')
  meter.addBatchObservableCallback(
    async (result) => {
      const figures = await readFigures()
      result.observe(pending, figures.webhookPending)
      result.observe(dead, figures.webhookDead)
      for (const [kind, count] of Object.entries(figures.findingsToday)) {
        result.observe(findings, count, { kind })
      }
    },
    [pending, dead, findings],
  )
  return {
    countDecision: ({ decision, replay }) => {
      if (replay !== true) decisions.add(1, { verdict: decision.verdict, effect: decision.effect })
    },
    countRefusal: (code) => {
      refusals.add(1, { code })
    },
    observeRequest: (method, route, status, seconds) => {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      }
      requests.record(seconds, attributes)
    },
  }
}
