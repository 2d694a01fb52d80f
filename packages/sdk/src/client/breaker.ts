/**
 * Circuit breaker: after several silent calls in a row the service is not asked for a while, so that an agent is told
 * "no" at once instead of after three deadlines. It never turns silence into a yes.
 */

export type BreakerOptions = {
  /** Silent calls in a row that open it. Default 5 (heron.md §3). */
  readonly silentCalls?: number
  /**
   * How long it stays open before one probe is let through. Default 10 s: longer delays recovery, shorter spends a
   * deadline of one agent more often.
   */
  readonly openMs?: number
}

/** `closed`: ask. `probe`: ask once, everybody else waits for what it brings. `open`: do not ask. */
export type Admission = 'closed' | 'probe' | 'open'

export class Breaker {
  readonly #now: () => number
  readonly #silentCalls: number
  readonly #openMs: number
  #silent = 0
  /** Null while closed. */
  #openedAt: number | null = null
  #probing = false

  constructor(now: () => number, options: BreakerOptions = {}) {
    this.#now = now
    this.#silentCalls = options.silentCalls ?? 5
    this.#openMs = options.openMs ?? 10_000
  }

  /** INVARIANT: whoever is admitted calls {@link spoke} or {@link stayedSilent} exactly once. */
  admit(): Admission {
    if (this.#openedAt === null) return 'closed'
    if (this.#probing || this.#now() - this.#openedAt < this.#openMs) return 'open'
    this.#probing = true
    return 'probe'
  }

  /** The service answered, whatever it said. */
  spoke(): void {
    this.#silent = 0
    this.#openedAt = null
    this.#probing = false
  }

  stayedSilent(admission: Admission): void {
    this.#silent += 1
    if (admission === 'probe') {
      this.#probing = false
      this.#openedAt = this.#now()
    } else if (this.#silent >= this.#silentCalls) {
      this.#openedAt ??= this.#now()
    }
  }
}
