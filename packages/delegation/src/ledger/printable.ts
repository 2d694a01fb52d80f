/**
 * Prints values of untrusted documents so that they stay inside their line (delegation.md §6): a node named with a line
 * break must not be able to forge a line of output, nor a control sequence reach a terminal.
 */

const BARE = /^[!#-[\]-~]+$/

/**
 * A value as one token: bare when it is printable ASCII without space, `"` and `\`, or an integer; otherwise compact
 * JSON in which everything outside printable ASCII, spaces included, is escaped.
 *
 * @param value UNTRUSTED.
 */
export function printable(value: unknown): string {
  if (typeof value === 'string' && BARE.test(value)) return value
  return escapeToAscii(compactJson(value))
}

/** {@link printable}, cut to a length that suits a message. */
export function briefly(value: unknown, limit = 100): string {
  const text = printable(value)
  return text.length <= limit ? text : `${text.slice(0, limit)}…`
}

function compactJson(value: unknown): string {
  try {
    // Inside an array, what has no JSON text of its own is written as null.
    return JSON.stringify([value]).slice(1, -1)
  } catch {
    return '"<unprintable>"'
  }
}

function escapeToAscii(json: string): string {
  return json.replace(/[^!-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
