/**
 * What a run has to remember between processes: numbers for its calls, and the calls that wait for a person. Heron keeps
 * the evidence; this is the vendor's own memory, and it holds the waiting calls' arguments in clear.
 */
import type { JsonObject, JsonValue } from '@heron/evidence'
import { HeronUsageError } from '../client/errors.js'

export type SessionStore = {
  /**
   * The next number for a call without an id of its own: never the same twice in one session, up to 2^31 - 1. Left out,
   * every process counts for itself, in a place of its own where it goes on with a session that another one opened.
   */
  readonly nextSeq?: (sessionExternalId: string) => number | Promise<number>
  /** Keeps a value for as long as a person may take to answer. */
  readonly save: (key: string, value: JsonObject) => Promise<void>
  /** Null where nothing of that key is kept. */
  readonly load: (key: string) => Promise<JsonValue | null>
}

/** In this process, and gone with it. @param capacity Waiting calls kept; the oldest are forgotten first. */
export function memorySessions(capacity = 1000): SessionStore {
  const values = new Map<string, JsonObject>()
  return {
    save: (key, value) => {
      values.delete(key)
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > capacity && oldest !== undefined) values.delete(oldest)
      return Promise.resolve()
    },
    load: (key) => Promise.resolve(values.get(key) ?? null),
  }
}

/**
 * Remembers nothing: every call carries an id, and its number is made from that, so that any process may announce it, once
 * or again. For functions that live for one call. A step-up is then answered with `session.resolveStepUp` and the call.
 */
export function derivedSessions(): SessionStore {
  return {
    nextSeq: () => {
      throw new HeronUsageError('/callId', 'sessions that are derived from call ids need one with every call')
    },
    save: () => Promise.resolve(),
    load: () => Promise.resolve(null),
  }
}
