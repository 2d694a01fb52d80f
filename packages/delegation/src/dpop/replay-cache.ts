/** Remembering which proofs were used (RFC 9449 §11.1). A cache that forgets too early, or answers twice, is a replay. */

/** Shared by everything that accepts proofs for one resource; may be backed by a database. */
export type ReplayCache = {
  /**
   * Remembers one use, atomically: of two concurrent calls with equal names one answers true.
   *
   * @param jkt thumbprint of the key, so that two holders cannot collide.
   * @param jti UNTRUSTED, bounded in length by the caller.
   * @param untilSeconds until when the proof would otherwise be accepted.
   * @returns false when it was used before, or when it cannot be remembered.
   */
  readonly remember: (
    jkt: string,
    jti: string,
    untilSeconds: number,
    nowSeconds: number,
  ) => boolean | Promise<boolean>
}

/**
 * A cache for one process, bounded in size.
 *
 * Only what has expired makes room. When all entries are alive the answer is "no": forgetting one would let its proof
 * pass again, and refusing an honest holder for a minute is the safer mistake.
 */
export function memoryReplayCache(maxEntries = 100_000): ReplayCache {
  const used = new Map<string, number>()
  return {
    remember: (jkt, jti, untilSeconds, nowSeconds) => {
      const name = `${jkt}\n${jti}`
      const known = used.get(name)
      if (known !== undefined && known >= nowSeconds) return false
      if (used.size >= maxEntries) {
        for (const [entry, until] of used) if (until < nowSeconds) used.delete(entry)
        if (used.size >= maxEntries) return false
      }
      used.set(name, untilSeconds)
      return true
    },
  }
}
