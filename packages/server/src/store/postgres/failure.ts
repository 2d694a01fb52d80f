/** What an error of PostgreSQL means for the steps that met it: SQLSTATE classes, nothing of its words. */
import { StoreUnavailableError } from '../store.js'
import type { ServerError } from './flight.js'

/**
 * `unmet`: the step found another state than it was written for. `refused`: a constraint or trigger, a defect of ours.
 * `again`: two transactions stood in each other's way, and the server asks for another attempt. `unavailable`: the
 * database cannot take it now. `lost`: so is the connection, or it must not be used any more.
 */
export type Failure = 'unmet' | 'refused' | 'again' | 'unavailable' | 'lost'

/** Raised on purpose by a step that did not change what it had to (`step-text.ts`). */
const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'
/** A standby, or a primary that became one. */
const READ_ONLY = '25006'

export function failureOf({ code }: ServerError): Failure {
  // Without a code it was the socket; 08 and 57P are the connection and the server going away.
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return 'lost'
  if (code === DIVISION_BY_ZERO || code === UNIQUE_VIOLATION) return 'unmet'
  if (code === READ_ONLY || code.startsWith('08') || code.startsWith('57P')) return 'lost'
  // A plan that a migration of another process made stale is made anew on another connection.
  if (code === '0A000' || code === '26000') return 'lost'
  if (code.startsWith('40')) return 'again'
  // The server's own trouble, XX included: a file that may not grow, a page that cannot be read. No statement is to blame.
  if (/^(53|55|57|58|XX)/.test(code)) return 'unavailable'
  return 'refused'
}

/** For people: what is known of the reason, never the statement or its values. */
export function unavailable(doing: string, error: ServerError | null): StoreUnavailableError {
  const reason = error === null ? 'the connection was lost' : reasonOf(error)
  return new StoreUnavailableError(`the database cannot be ${doing} now: ${reason}`, { cause: error })
}

/** One line; what the server adds (`detail`) may hold values, and is left out. */
export function reasonOf(error: ServerError): string {
  const { code, message } = error
  return code === undefined ? message : `${message} (${code})`
}
