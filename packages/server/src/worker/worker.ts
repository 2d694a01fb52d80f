/**
 * The background work (architecture.md): unanswered questions, due decisions, recomputed chains, expiry, checkpoints.
 * Everything to do is a due row in the database and each unit is one transaction, so that any number of workers may run,
 * be stopped or be killed at any statement. `tick` does what is due now; the timer only calls it.
 */
import type { HeronService } from '../domain/service.js'
import { inSpan } from '../telemetry/spans.js'

export type WorkerOptions = {
  /** Not closed by the worker. */
  readonly service: HeronService
  /** How often due work is looked for; 0 never, and only `tick` does it. Default {@link TICK_EVERY_MS}. */
  readonly intervalMs?: number
}

/** Since this process began. */
export type WorkerTotals = {
  /** Visits to decisions, by what they ended with. */
  readonly paired: number
  readonly pending: number
  readonly missing: number
  /** Questions that ended unanswered. */
  readonly resolved: number
  /** Records whose chain was recomputed. */
  readonly recomputed: number
  /** Calls and sessions whose redacted text was past its retention. */
  readonly expired: number
  /** Ticks that ended early; what they left is still due. */
  readonly failed: number
}

export type Worker = {
  /** Does what is due now; true when there was more than one tick takes on. */
  readonly tick: () => Promise<boolean>
  readonly totals: () => WorkerTotals
  /** Begins no further tick and waits for the one under way. */
  readonly stop: () => Promise<void>
}

/** Windows are seconds and more; three point reads at this pace cost nothing. */
const TICK_EVERY_MS = 500

/** Decisions read at once: a megabyte, and enough for each commit to be shared by a hundred. */
const PER_ROUND = 256

/** After so many rounds the other work has its turn. */
const ROUNDS_PER_TICK = 16

/** Records recomputed in a tick: 10 ms of signature checks, a fiftieth of one core at the default pace. */
const RECOMPUTED_PER_TICK = 100

/** Rows whose text expires in a tick: a few milliseconds of the writer, for which decisions wait. */
const EXPIRED_PER_TICK = 200

/** Rows looked at for checkpoints in a tick: some point reads each, a few milliseconds between decisions. */
const LOOKED_AT_PER_TICK = 500

/** Projects whose new calls are counted by hour in a tick; and how many calls in all say that there may be more. */
const COUNTED_PROJECTS_PER_TICK = 20
const COUNTED_PER_TICK = 1000

/** Ticks after which new projects are taken into the recomputation of chains and the expiry. */
const ADOPT_EVERY_TICKS = 60

export function startWorker({ service, intervalMs = TICK_EVERY_MS }: WorkerOptions): Worker {
  const totals = { paired: 0, pending: 0, missing: 0, resolved: 0, recomputed: 0, expired: 0, failed: 0 }
  let ticks = 0
  let running: Promise<boolean> | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const work = async (): Promise<boolean> => {
    const resolved = await service.closeUnanswered()
    totals.resolved += resolved
    await service.endExpiredWindows()
    let due = 0
    for (let round = 0; round < ROUNDS_PER_TICK && !stopped; round += 1) {
      const result = await service.reconcileDue(PER_ROUND)
      totals.paired += result.moved.paired
      totals.pending += result.moved.pending
      totals.missing += result.moved.missing
      due = result.due
      if (due < PER_ROUND) break
      const { paired, pending, missing } = result.moved
      if ((paired + pending + missing) * 2 < due) {
        // A worker of another process is at the same rows: they are left to it, and looked for again later.
        due = 0
        break
      }
    }
    if (ticks % ADOPT_EVERY_TICKS === 0) await service.adoptProjects()
    ticks += 1
    totals.recomputed += await service.recomputeChains(RECOMPUTED_PER_TICK)
    const expired = await service.expireRedacted(EXPIRED_PER_TICK)
    totals.expired += expired
    const looked = await service.takeCheckpoints(LOOKED_AT_PER_TICK)
    const counted = await service.countArrived(COUNTED_PROJECTS_PER_TICK)
    return (
      due === PER_ROUND ||
      resolved > 0 ||
      expired >= EXPIRED_PER_TICK ||
      looked >= LOOKED_AT_PER_TICK ||
      counted >= COUNTED_PER_TICK
    )
  }
  const tick = (): Promise<boolean> => {
    running ??= inSpan('heron.worker.round', {}, work).finally(() => {
      running = null
    })
    return running
  }
  /** Not quite the same for all, so that workers of several processes fall out of step. */
  const pause = (): number => intervalMs * (0.75 + Math.random() / 2)
  const schedule = (afterMs: number): void => {
    if (stopped) return
    timer = setTimeout(() => {
      tick().then(
        (more) => {
          schedule(more ? 0 : pause())
        },
        () => {
          // The rows stay due: what failed now is tried again.
          totals.failed += 1
          schedule(pause())
        },
      )
    }, afterMs)
    timer.unref()
  }
  if (intervalMs > 0) schedule(pause())

  return {
    tick,
    totals: () => ({ ...totals }),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => false)
    },
  }
}
