/** The guard's clock, randomness and time stamps on Node. */
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { GuardRuntime } from '../guard/state.js'

/** Monotonic seconds, the system's random source, RFC 3339 time stamps. */
export function nodeRuntime(): GuardRuntime {
  return {
    clock: () => performance.now() / 1000,
    randomBytes: (length) => randomBytes(length),
    timestamp: () => new Date().toISOString(),
  }
}
