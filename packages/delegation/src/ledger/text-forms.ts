/** Text forms of ledger members (delegation.md §4.1): identifiers and digests are lower-case hex of a fixed length. */

/** 32 lower-case hex digits: call ids and salts. */
export function isHex32(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) && value.length === 32
}

/** 64 lower-case hex digits: hashes. */
export function isHex64(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) && value.length === 64
}

/** Text with something in it. */
export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
