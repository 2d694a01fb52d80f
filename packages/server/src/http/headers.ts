/** Headers that every answer carries. */

/** Nothing here may be cached, framed, sniffed or run: answers are data. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The API's description changes rarely and is the same for everyone. */
export const PUBLIC_CACHE = 'public, max-age=60'
