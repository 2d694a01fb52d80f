/** Why something was done to somebody's membership, where it is said: signed, so it names nobody. */
import { requireStatedReason } from '../settings/stated-reason.js'

/** @throws {Refusal} invalid_request */
export function optionalReason(reason: string | null): string | null {
  return reason === null || reason.trim() === '' ? null : requireStatedReason(reason)
}
