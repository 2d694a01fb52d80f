/** The guard's clock, randomness, time stamps and hashing on Node. */
import { createHash, randomFillSync } from 'node:crypto'
import type { GuardRuntime } from '../guard/state.js'

/** Monotonic seconds, the system's random source, RFC 3339 time stamps, and OpenSSL's SHA-256. */
export function nodeRuntime(): GuardRuntime {
  return {
    clock: () => performance.now() / 1000,
    randomBytes: pooledRandom(),
    timestamp: () => new Date().toISOString(),
    sha256Hex: (text) => createHash('sha256').update(text).digest('hex'),
  }
}

/** 256 call ids a refill: a system call for each would cost as much as the rest of a check (bench/src/delegation-guard.ts). */
const POOL_BYTES = 4096

/** Every byte is handed out once, as a copy, and wiped from the pool. */
function pooledRandom(): (length: number) => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return (length) => {
    if (length > POOL_BYTES) return randomFillSync(new Uint8Array(length))
    if (used + length > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + length)
    pool.fill(0, used, used + length)
    used += length
    return bytes
  }
}
