/** A runtime whose time stands still until a test moves it: pauses pass at once, deadlines and background work on demand. */
import type { Runtime, TimerPurpose } from '../../src/runtime.js'

export class StandingTime {
  nowMs: number
  /** Every pause that was asked for, in order. */
  readonly pauses: number[] = []
  readonly runtime: Runtime
  readonly #held = new Map<TimerPurpose, Set<() => void>>()

  constructor(start = '2026-11-30T18:43:03.399Z') {
    this.nowMs = Date.parse(start)
    this.runtime = {
      fetch: (url, init) => fetch(url, init),
      now: () => this.nowMs,
      random: () => 0.5,
      schedule: (delayMs, run, purpose) => {
        if (purpose === 'pause') {
          this.pauses.push(delayMs)
          queueMicrotask(run)
          return () => undefined
        }
        const held = this.#of(purpose)
        held.add(run)
        return () => held.delete(run)
      },
    }
  }

  /** How many timers of that purpose are set. */
  held(purpose: TimerPurpose): number {
    return this.#of(purpose).size
  }

  /** Lets every timer of that purpose run out. */
  expire(purpose: TimerPurpose): void {
    const due = [...this.#of(purpose)]
    this.#of(purpose).clear()
    for (const run of due) run()
  }

  #of(purpose: TimerPurpose): Set<() => void> {
    let set = this.#held.get(purpose)
    if (set === undefined) this.#held.set(purpose, (set = new Set()))
    return set
  }
}
