/**
 * Failures of the surroundings that the service names by code: their message is one line for the person at the
 * terminal, and the exit code is that of unusable input. By code, so that the service is not loaded to know them.
 */
const KNOWN_CODES: ReadonlySet<string> = new Set([
  'address_unavailable',
  'data_directory_exists',
  'key_ring',
  'not_permitted',
  'port_in_use',
  'project_choice',
  'store_open',
  'store_unavailable',
  'unavailable',
])

/** True for an error whose message says all that a person needs: one of ours, or what the operating system said. */
export function isKnownFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if ('syscall' in error) return true
  return 'code' in error && typeof error.code === 'string' && KNOWN_CODES.has(error.code)
}
