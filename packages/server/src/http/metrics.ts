/** Metrics of the HTTP side, for Prometheus and, where an SDK is registered, for OpenTelemetry. Counts by outcome and code, never by anything a sender chose. */
import type { AnnounceActionAnswer } from '@heron/evidence'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type BackgroundSource, exposeBackground } from './background-metrics.js'
import { createInstruments } from '../telemetry/instruments.js'
import { exposeWatched, type WatchedSource } from './watched-metrics.js'

export type HttpMetrics = {
  readonly countDecision: (answer: AnnounceActionAnswer) => void
  /** `code` is one of the closed list. */
  readonly countRefusal: (code: string) => void
  /** `route` is the pattern, never the address. */
  readonly observeRequest: (method: string, route: string, status: number, seconds: number) => void
  /** Runs a decision and counts it as waiting while it lasts. */
  readonly whileDeciding: <Answer>(decide: () => Promise<Answer>) => Promise<Answer>
  /** The exposition text and its content type. */
  readonly expose: () => Promise<{ readonly text: string; readonly contentType: string }>
}

/** From 1 ms to the 2 s in which every request is answered. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]

/** @param queueDepth writes that wait for the next commit, where the store can tell. */
export function createHttpMetrics(
  background: BackgroundSource & WatchedSource,
  queueDepth?: () => number,
): HttpMetrics {
  const registry = new Registry()
  const registers = [registry]
  const decisions = new Counter({
    name: 'heron_decisions_total',
    help: 'Decisions made (replays not counted), by verdict and effect.',
    labelNames: ['verdict', 'effect'],
    registers,
  })
  const refusals = new Counter({
    name: 'heron_refusals_total',
    help: 'Requests answered with a problem, by code.',
    labelNames: ['code'],
    registers,
  })
  const latency = new Histogram({
    name: 'heron_http_request_duration_seconds',
    help: 'Time from the request’s first byte here to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS,
    registers,
  })
  let deciding = 0
  new Gauge({
    name: 'heron_decisions_waiting',
    help: 'Announced actions that are not answered yet.',
    registers,
    collect() {
      this.set(deciding)
    },
  })
  if (queueDepth !== undefined) {
    new Gauge({
      name: 'heron_commit_queue_depth',
      help: 'Writes waiting for the next group commit.',
      registers,
      collect() {
        this.set(queueDepth())
      },
    })
  }
  exposeBackground(background, registry)
  const instruments = createInstruments(background.readFigures)
  const refreshWatched = exposeWatched(background, registry)
  return {
    countDecision: (answer) => {
      const { decision, replay } = answer
      if (replay !== true) decisions.inc({ verdict: decision.verdict, effect: decision.effect })
      instruments?.countDecision(answer)
    },
    countRefusal: (code) => {
      refusals.inc({ code })
      instruments?.countRefusal(code)
    },
    observeRequest: (method, route, status, seconds) => {
      latency.observe({ method, route, status }, seconds)
      instruments?.observeRequest(method, route, status, seconds)
    },
    whileDeciding: async (decide) => {
      deciding += 1
      try {
        return await decide()
      } finally {
        deciding -= 1
      }
    },
    expose: async () => {
      await refreshWatched()
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}
