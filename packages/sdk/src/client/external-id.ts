/** The vendor's id of a session, as a path can carry it. */
import { HeronUsageError } from './errors.js'

/**
 * Refuses ids that cannot stand in a path: a URL parser takes `.` and `..` for steps, escaped or not.
 *
 * @throws {HeronUsageError}
 */
export function assertExternalId(pointer: string, externalId: string): void {
  if (externalId === '' || externalId === '.' || externalId === '..' || !externalId.isWellFormed()) {
    throw new HeronUsageError(pointer, 'must be a well-formed text other than `.` and `..`')
  }
}
