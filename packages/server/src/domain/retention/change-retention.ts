/** A project's own retention (heron.md §8, §12): set by an operator, with a signed entry of both ends and the reason. */
import type { Operation } from '../operator-keys.js'
import type { OperatorParts } from '../operator-log.js'
import { changeSettings } from '../settings/change-settings.js'

/**
 * Sets how long a project keeps redacted text. What is older expires with the next sweep, which is due at once.
 *
 * @param retentionMs null goes back to what the service is started with.
 * @throws {Refusal} invalid_request; changed_meanwhile
 */
export function changeRetention(
  parts: OperatorParts,
  operation: Operation,
  retentionMs: number | null,
): Promise<void> {
  return changeSettings(parts, { ...operation, revision: null }, { retention_ms: retentionMs })
}
