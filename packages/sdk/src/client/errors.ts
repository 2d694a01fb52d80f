/** Why a call to the service brought no answer that can be used. Never carries a key, a header or a body. */
import type { Problem } from '@heron/evidence'

/**
 * - `no_answer`: silence, a broken connection or a 5xx, after every attempt. Nothing is known; ask again later.
 * - `rate_limited`: 429 after every attempt, or a longer wait was asked for than a caller can be kept waiting.
 * - `breaker_open`: the last calls were all silent; not even tried. Ask again later.
 * - `unreadable_answer`: an answer, but not the promised JSON. Is `url` really Heron?
 * - `refused`: the service refused the request (4xx). `problem` says what to change; the same request fails again.
 */
export type CallFailureCode = 'no_answer' | 'rate_limited' | 'breaker_open' | 'unreadable_answer' | 'refused'

/** Thrown by {@link HeronClient}'s calls when there is no usable answer. `code` is what programs read. */
export class HeronCallError extends Error {
  readonly code: CallFailureCode
  /** HTTP status, where there was one. */
  readonly status: number | null
  /** What the service said, for `refused`. */
  readonly problem: Problem | null

  constructor(
    code: CallFailureCode,
    message: string,
    from: { status?: number | null; problem?: Problem | null } = {},
  ) {
    super(message)
    this.name = 'HeronCallError'
    this.code = code
    this.status = from.status ?? null
    this.problem = from.problem ?? null
  }
}

/** Thrown at once when the SDK is set up or called in a way that can never work. `pointer` names the option. */
export class HeronUsageError extends Error {
  readonly code = 'usage'
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(`${message} (at \`${pointer}\`)`)
    this.name = 'HeronUsageError'
    this.pointer = pointer
  }
}
