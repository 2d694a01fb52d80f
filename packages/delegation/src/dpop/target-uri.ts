/** The URI that a proof is for (RFC 9449 §4.3 (9)): no query, no fragment, scheme and host without case, no default port. */

/** @returns `null` for a text that is not an absolute http or https URI. */
export function normalizeTargetUri(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '') return null
  return url.origin + url.pathname
}
