/** Cursors: what was shown last, opaque to the reader, checked when it comes back. */
import { Refusal } from '../refusal.js'

export type PageRequest = { readonly cursor: string | null; readonly limit: number }

/** The highest number of a row in both databases. */
export const HIGHEST_NUMBER = 2 ** 31 - 1

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
    if (Array.isArray(parts) && parts.length === length && parts.every(isPart)) return parts
  } catch {
    // No JSON: refused below.
  }
  throw noCursor()
}

/** PostgreSQL knows no text with a NUL in it. */
function isPart(part: unknown): part is string {
  return typeof part === 'string' && !part.includes('\0')
}

/**
 * The cursor of a list in the order of a number, from 0 to {@link HIGHEST_NUMBER}.
 *
 * @param cursor UNTRUSTED.
 * @returns null at the start of a list.
 * @throws {Refusal} for what is no such cursor.
 */
export function readNumberCursor(cursor: string | null): number | null {
  const [text] = readCursor(cursor, 1) ?? []
  if (text === undefined) return null
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number <= HIGHEST_NUMBER) return number
  throw noCursor()
}

function noCursor(): Refusal {
  return new Refusal('invalid_request', 'the cursor is not one that this list gave')
}
