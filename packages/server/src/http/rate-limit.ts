/** At most so many in so long for each name, in this process's memory. Bounded: a flood of names costs no memory. */

/** Names remembered at once. */
const MAX_NAMES = 10_000

export class RateLimit {
  readonly #most: number
  readonly #perMs: number
  readonly #now: () => number
  readonly #windows = new Map<string, { readonly endsAt: number; taken: number }>()

  /** @param now milliseconds. */
  constructor({ most, perMs, now }: { most: number; perMs: number; now: () => number }) {
    this.#most = most
    this.#perMs = perMs
    this.#now = now
  }

  /** Takes one; false when there is none left. */
  take(name: string): boolean {
    const now = this.#now()
    const known = this.#windows.get(name)
    if (known === undefined || known.endsAt <= now) {
      this.#forgetOld(now)
      this.#windows.delete(name)
      this.#windows.set(name, { endsAt: now + this.#perMs, taken: 1 })
      return true
    }
    known.taken += 1
    return known.taken <= this.#most
  }

  /** Windows end in the order in which they were opened. */
  #forgetOld(now: number): void {
    for (const [name, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MAX_NAMES) return
      this.#windows.delete(name)
    }
  }
}
