/**
 * Idempotency keys that this process has met lately. A key that it has not met is nearly always new, and the database
 * keeps it to one row anyway: so the first attempt need not look it up, and only an old key that comes back from before a
 * restart, or from another process, is planned twice.
 */

/** Keys in each of the two generations: several seconds of the highest rate, some megabytes. */
const GENERATION = 20_000

export class SeenKeys {
  #young = new Set<string>()
  #old = new Set<string>()

  /** True when the key was met before; from now on it was. */
  meet(key: string): boolean {
    if (this.#young.has(key)) return true
    const met = this.#old.has(key)
    this.#young.add(key)
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young
      this.#young = new Set()
    }
    return met
  }
}
