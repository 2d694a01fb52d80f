/**
 * Which policy bundle was in force when, as the operator log tells it (heron.md §5, §8): every entry that changes the policy
 * names the bundle before and after it, and the first of a project the bundle that it began with.
 */
import { POLICY_GRACE_MS } from '../../log/governance-acts.js'
import type { LogFacts } from '../facts.js'

/** From and until in epoch milliseconds, widened by the grace at both ends. */
type Period = { readonly fromMs: number; readonly untilMs: number }

type Change = { readonly before: string | null; readonly after: string; readonly atMs: number }

/** `unknown` where the log does not reach back to what was in force then. */
export type InForce = 'yes' | 'no' | 'unknown'

export class PolicyPeriods {
  /** Periods that are over, of each bundle: in order, and apart from one another, so that a search can halve them. */
  readonly #over = new Map<string, Period[]>()
  /** What put the bundle in force that the log ends with so far. */
  #last: Change | null = null
  /** What was in force before is known from here on. */
  #knownFromMs = Number.NEGATIVE_INFINITY

  /**
   * Takes the next entry of the log; most say nothing of policy.
   *
   * @returns false where it replaces another bundle than the one that the log had put in force; null where it names none.
   */
  accept({ act, at, before, after }: Pick<LogFacts, 'act' | 'at' | 'before' | 'after'>): boolean | null {
    const put = bundleNamed(after)
    if (put === null) return null
    const replaced = bundleNamed(before)
    const last = this.#last
    // The log's order is the order of events: no entry takes effect before one that it follows.
    const atMs = Math.max(Date.parse(at), last?.atMs ?? Number.NEGATIVE_INFINITY)
    // Before a project's first bundle there was no other, so that a clock that was set back since accuses nobody.
    const begins = last === null && replaced === null && act === 'project.created'
    this.#last = { before: replaced, after: put, atMs: begins ? Number.NEGATIVE_INFINITY : atMs }
    if (last === null) {
      if (replaced !== null) this.#end(replaced, Number.NEGATIVE_INFINITY, atMs)
      if (replaced === null && !begins) this.#knownFromMs = atMs
      return true
    }
    this.#end(last.after, last.atMs, atMs)
    // Two settings changed at once make two entries with the same two bundles.
    const again = replaced === last.before && put === last.after
    return replaced === null || replaced === last.after || again
  }

  /** Whether that bundle was in force at that time, give or take the grace. */
  at(bundle: string, time: string): InForce {
    const timeMs = Date.parse(time)
    const last = this.#last
    if (last === null) return 'unknown'
    if (last.after === bundle && timeMs >= last.atMs - POLICY_GRACE_MS) return 'yes'
    if (isWithin(this.#over.get(bundle) ?? [], timeMs)) return 'yes'
    return timeMs < this.#knownFromMs + POLICY_GRACE_MS ? 'unknown' : 'no'
  }

  #end(bundle: string, sinceMs: number, endedMs: number): void {
    const period = { fromMs: sinceMs - POLICY_GRACE_MS, untilMs: endedMs + POLICY_GRACE_MS }
    const periods = this.#over.get(bundle)
    const newest = periods?.at(-1)
    if (periods === undefined) this.#over.set(bundle, [period])
    else if (newest === undefined || newest.untilMs < period.fromMs) periods.push(period)
    else periods[periods.length - 1] = { fromMs: newest.fromMs, untilMs: period.untilMs }
  }
}

/** A file may hold a million decisions and a rule that was switched a thousand times. */
function isWithin(periods: readonly Period[], timeMs: number): boolean {
  let low = 0
  let high = periods.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const period = periods[middle]
    if (period !== undefined && period.untilMs < timeMs) low = middle + 1
    else high = middle
  }
  const period = periods[low]
  return period !== undefined && period.fromMs <= timeMs && timeMs <= period.untilMs
}

function bundleNamed(end: LogFacts['after']): string | null {
  const bundle = end?.['policy_hash']
  return typeof bundle === 'string' ? bundle : null
}
