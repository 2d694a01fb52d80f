/** What stands in the store that an operator of the service watches: the same figures from whichever process is asked. */
import { PUBLISHED_FINDINGS, UNPUBLISHED_FINDINGS } from '@heron/evidence'
import { countFindingsOfDay, readSweepTimes } from '../store/queries/watched.js'
import { countWebhookWork } from '../store/queries/webhooks.js'
import type { Parts } from './parts.js'

export type WatchedFigures = {
  /** What happened and was not made into deliveries yet. */
  readonly webhookOutbox: number
  /** Deliveries that are to be attempted, now or later. */
  readonly webhookPending: number
  /** Deliveries that were given up in the last 30 days. */
  readonly webhookDead: number
  /** How long the project that waits longest for the recomputation of its chains is overdue. */
  readonly sweepLagMs: number
  /** How long ago the oldest lap of a recomputation began: what was altered before that has been found. */
  readonly sweepLapMs: number
  /** Findings raised since midnight UTC; every kind is there. */
  readonly findingsToday: Readonly<Record<string, number>>
}

const KINDS = Object.keys({ ...PUBLISHED_FINDINGS, ...UNPUBLISHED_FINDINGS })

export async function readWatchedFigures({
  store,
  now,
}: Pick<Parts, 'store' | 'now'>): Promise<WatchedFigures> {
  const at = now()
  const work = await store.first(countWebhookWork, {})
  const sweeps = await store.first(readSweepTimes, {})
  const counted = await store.all(countFindingsOfDay, { day: at.slice(0, 10) })
  const since = (time: string | null | undefined): number =>
    Math.max(0, Date.parse(at) - Date.parse(time ?? at))
  return {
    webhookOutbox: work?.outbox ?? 0,
    webhookPending: work?.pending ?? 0,
    webhookDead: work?.dead ?? 0,
    sweepLagMs: since(sweeps?.due_at),
    sweepLapMs: since(sweeps?.lap_began_at),
    findingsToday: {
      ...Object.fromEntries(KINDS.map((kind) => [kind, 0])),
      ...Object.fromEntries(counted.map(({ kind, n }) => [kind, n])),
    },
  }
}
