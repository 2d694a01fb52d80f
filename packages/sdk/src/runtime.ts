/**
 * What the SDK needs of the world: HTTP, a clock, timers, chance. The web platform's by default; tests pass their own,
 * so that no test waits for time to pass.
 */

/**
 * Why a timer runs: `deadline` ends an attempt, `pause` stands between two attempts, `background` retries evidence and
 * never keeps a process alive.
 */
export type TimerPurpose = 'deadline' | 'pause' | 'background'

export type Runtime = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** From 0 up to, not including, 1. */
  readonly random: () => number
  /** Calls `run` once after `delayMs`; returns what cancels it. */
  readonly schedule: (delayMs: number, run: () => void, purpose: TimerPurpose) => () => void
}

export const webRuntime: Runtime = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  random: () => Math.random(),
  schedule: (delayMs, run, purpose) => {
    const timer: unknown = setTimeout(run, delayMs)
    // Node's timers are objects that can let the process end; a browser's are numbers.
    if (purpose === 'background') (timer as { unref?: () => void }).unref?.()
    return () => {
      clearTimeout(timer as number)
    }
  },
}

/** RFC 3339 UTC with milliseconds, the one form of time on the wire. */
export function timestamp(runtime: Runtime): string {
  return new Date(runtime.now()).toISOString()
}
