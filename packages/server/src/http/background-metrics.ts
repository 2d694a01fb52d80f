/** Prometheus metrics of the background work: how far it is behind, and what this process did of it. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Backlog } from '../domain/service.js'
import type { WorkerTotals } from '../worker/worker.js'

export type BackgroundSource = {
  readonly readBacklog: () => Promise<Backlog>
  /** Where this process runs a worker. */
  readonly totals?: () => WorkerTotals
}

export function exposeBackground({ readBacklog, totals }: BackgroundSource, registry: Registry): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number): void => {
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        // A database that does not answer must not hide the other figures.
        this.set(await readBacklog().then(read, () => Number.NaN))
      },
    })
  }
  gauge(
    'heron_reconcile_queue',
    'Decisions that are due to be compared with their statements.',
    ({ queue }) => queue,
  )
  gauge(
    'heron_reconcile_lag_seconds',
    'How long the decision that waits longest to be compared with its statements is overdue.',
    ({ lagMs }) => lagMs / 1000,
  )
  if (totals === undefined) return
  const counter = (name: string, help: string, read: (totals: WorkerTotals) => number): void => {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset()
        this.inc(read(totals()))
      },
    })
  }
  new Counter({
    name: 'heron_reconciled_total',
    help: 'Visits to decisions by this process, by the state that they ended in.',
    labelNames: ['state'],
    registers,
    collect() {
      const { paired, pending, missing } = totals()
      this.reset()
      for (const [state, count] of Object.entries({ paired, pending, missing })) this.inc({ state }, count)
    },
  })
  counter(
    'heron_unanswered_ended_total',
    'STEP_UPs and DEFERs that this process ended unanswered.',
    ({ resolved }) => resolved,
  )
  counter(
    'heron_records_recomputed_total',
    'Records whose chain this process recomputed.',
    ({ recomputed }) => recomputed,
  )
  counter(
    'heron_redacted_expired_total',
    'Calls and sessions whose redacted text this process let expire.',
    ({ expired }) => expired,
  )
  counter(
    'heron_worker_failures_total',
    'Rounds of background work that ended early.',
    ({ failed }) => failed,
  )
}
