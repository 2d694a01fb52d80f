/** What a setting may be. The bounds catch a mistyped unit, which nobody would notice otherwise. */
import { checkBundle, isJsonObject, type PolicyBundle, type Thresholds } from '@heron/evidence'
import { Refusal } from '../refusal.js'
import { isPersonal } from './stated-reason.js'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

/** In milliseconds; null goes back to what the service is started with. */
const BOUNDS = {
  /** Below a second nothing would have been stated yet; beyond a day lateness means nothing. */
  reconcile_window_ms: [SECOND, DAY],
  missing_horizon_ms: [SECOND, 30 * DAY],
  approval_timeout_ms: [SECOND, 30 * DAY],
  context_timeout_ms: [SECOND, 30 * DAY],
  /** Below an hour the arguments would be gone before the call is compared with its request. */
  retention_ms: [HOUR, 3653 * DAY],
} as const

export type TimeSetting = keyof typeof BOUNDS

/** Ten years: further back there is no Heron. */
export const MAX_WINDOW_DAYS = 3650

const MAX_FIELDS = 200
const MAX_FIELD_LENGTH = 128

/** @throws {Refusal} invalid_request */
export function requireTimeSetting(name: TimeSetting, value: number | null): number | null {
  const [least, most] = BOUNDS[name]
  if (value === null || (Number.isSafeInteger(value) && value >= least && value <= most)) return value
  const detail = `must be a whole number of milliseconds from ${least} to ${most}, or null`
  throw new Refusal('invalid_request', detail, `/${name}`)
}

/** @throws {Refusal} invalid_request */
export function requireDays(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_WINDOW_DAYS) return days
  const detail = `must be a whole number of days from 1 to ${MAX_WINDOW_DAYS}`
  throw new Refusal('invalid_request', detail, '/window_days')
}

/**
 * Names of argument fields whose values are kept, sorted and each once, so that the same list is no change.
 *
 * @throws {Refusal} invalid_request
 */
export function requireAllowlist(fields: readonly string[]): readonly string[] {
  if (fields.length > MAX_FIELDS) {
    throw new Refusal('invalid_request', `must have at most ${MAX_FIELDS} names`, '/allowlist')
  }
  for (const [index, field] of fields.entries()) {
    const fits = field.trim() === field && field !== '' && field.length <= MAX_FIELD_LENGTH
    if (!fits || isPersonal(field)) {
      const detail = `must be the name of an argument, 1 to ${MAX_FIELD_LENGTH} characters, and nobody’s data`
      throw new Refusal('invalid_request', detail, `/allowlist/${index.toString()}`)
    }
  }
  return [...new Set(fields)].sort()
}

/** @throws {Refusal} invalid_request, with the member. */
export function requireThresholds(bundle: PolicyBundle, thresholds: Thresholds): Thresholds {
  const [finding] = checkBundle({ ...bundle, thresholds })
  if (finding !== undefined || !isJsonObject(thresholds)) {
    throw new Refusal('invalid_request', finding?.message ?? 'must be an object', finding?.pointer)
  }
  return thresholds
}
