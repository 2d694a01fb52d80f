/** Cursors: what was shown last, opaque to the reader, checked when it comes back. */
import { Refusal } from '../refusal.js'

export type PageRequest = { readonly cursor: string | null; readonly limit: number }

/** @param parts strings, as they are needed to go on. */
export function cursorOf(...parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * @param cursor UNTRUSTED.
 * @returns null at the start of a list.
 * @throws {Refusal} for what is no cursor of `length` parts.
 */
export function readCursor(cursor: string | null, length: number): readonly string[] | null {
  if (cursor === null) return null
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string'))
      return parts
  } catch {
    // No JSON: refused below.
  }
  throw new Refusal('invalid_request', 'the cursor is not one that this list gave')
}
