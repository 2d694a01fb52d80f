/**
 * Prometheus metrics of what stands in the store: read once for each scrape, the same from every process, so that a query
 * takes their maximum and not their sum. The label `kind` is a closed list.
 */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { WatchedFigures } from '../domain/watched-figures.js'
import type { SenderTotals } from '../webhooks/sender.js'

export type WatchedSource = {
  readonly readFigures: () => Promise<WatchedFigures>
  /** Where this process sends webhooks. */
  readonly senderTotals?: () => SenderTotals
}

/** @returns what brings the figures up to date; a database that does not answer makes them NaN and hides no other metric. */
export function exposeWatched(
  { readFigures, senderTotals }: WatchedSource,
  registry: Registry,
): () => Promise<void> {
  const registers = [registry]
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers })
  const figures: readonly (readonly [Gauge, (figures: WatchedFigures) => number])[] = [
    [
      gauge('heron_webhook_outbox', 'What happened and was not made into webhook deliveries yet.'),
      ({ webhookOutbox }) => webhookOutbox,
    ],
    [
      gauge('heron_webhook_deliveries_pending', 'Webhook deliveries that are to be attempted, now or later.'),
      ({ webhookPending }) => webhookPending,
    ],
    [
      gauge('heron_webhook_dead_letters', 'Webhook deliveries that were given up in the last 30 days.'),
      ({ webhookDead }) => webhookDead,
    ],
    [
      gauge(
        'heron_chain_recompute_lag_seconds',
        'How long the project that waits longest for the recomputation of its chains is overdue.',
      ),
      ({ sweepLagMs }) => sweepLagMs / 1000,
    ],
    [
      gauge(
        'heron_chain_recompute_lap_seconds',
        'How long ago the oldest lap of the recomputation of chains began.',
      ),
      ({ sweepLapMs }) => sweepLapMs / 1000,
    ],
  ]
  const findings = new Gauge({
    name: 'heron_findings_raised_today',
    help: 'Findings raised since midnight UTC, by kind.',
    labelNames: ['kind'],
    registers,
  })
  if (senderTotals !== undefined) exposeSender(senderTotals, registers)
  return async () => {
    const read = await readFigures().catch(() => null)
    for (const [each, figure] of figures) each.set(read === null ? Number.NaN : figure(read))
    for (const [kind, count] of Object.entries(read?.findingsToday ?? {})) findings.set({ kind }, count)
  }
}

function exposeSender(senderTotals: () => SenderTotals, registers: Registry[]): void {
  new Counter({
    name: 'heron_webhook_attempts_total',
    help: 'Attempts to deliver a webhook by this process, by how they ended.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(senderTotals())) this.inc({ outcome }, count)
    },
  })
}
