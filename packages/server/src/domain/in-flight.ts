/** First uses of idempotency keys that are on their way; what is repeated meanwhile waits for them. */

/** Keys whose first use is being written in this process. */
export class InFlight {
  readonly #running = new Map<string, Promise<void>>()

  /** Runs the work; where the key is being written already, as soon as that has ended, well or badly. */
  async inTurn<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    if (key === null) return work()
    const running = this.#running.get(key)
    if (running !== undefined) {
      await running
      return work()
    }
    const first = work()
    const ended = first.then(
      () => undefined,
      () => undefined,
    )
    this.#running.set(key, ended)
    try {
      return await first
    } finally {
      this.#running.delete(key)
    }
  }
}
