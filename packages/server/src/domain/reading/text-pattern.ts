/** What a person types into a search, as the pattern of a `like` whose escape sign is a backslash. */

/** @param text UNTRUSTED; its wildcards are letters like any other. Empty lets everything through. */
export function containing(text: string): string {
  return text === '' ? '' : `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
