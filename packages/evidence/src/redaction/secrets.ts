/**
 * What opens something: keys, tokens, passwords (heron.md §12), one finder per shape. The service scrubs by them before it
 * stores, the vendor's side warns by them before an agent writes.
 *
 * UNTRUSTED: every finder is linear in the length of the text. Finding too much is the safer error: hashes are over the
 * original, and a warning costs a look.
 */

/** Where something stands: start inclusive, end exclusive. */
export type TextSpan = readonly [start: number, end: number]

export type TextFinder = {
  /** The word in the marker `<redacted:kind>`. */
  readonly kind: string
  /** The first finding. */
  readonly find: (text: string) => TextSpan | null
}

/** In the order in which they are searched: what is certain comes before what is only likely. */
export const SECRET_FINDERS: readonly TextFinder[] = [
  {
    kind: 'private_key',
    find: byPattern(
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z0-9 ]{0,10}-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z0-9 ]{0,10}-----|$)/,
    ),
  },
  { kind: 'jwt', find: byPattern(/(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){1,4}/) },
  {
    kind: 'api_key',
    find: byPattern(
      /(?<![A-Za-z0-9])(?:hrn_(?:live|test)_|[srp]k[-_](?:live_|test_|proj-|ant-)?|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|npm_|pypi-|hf_|whsec_|SG\.|ya29\.|dop_v1_|shpat_|sq0[a-z]{3}-)(?=[\w.-]{0,60}[0-9])[\w.-]{12,}/,
    ),
  },
  {
    kind: 'api_key',
    find: byPattern(/(?<![A-Za-z0-9])(?:(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}|AIza[\w-]{30,})(?![A-Za-z0-9])/),
  },
  {
    kind: 'token',
    find: byPattern(/(?<![A-Za-z])(?:bearer|basic|digest|negotiate)[ \t]{1,8}[\w.~+/=-]{12,}/i),
  },
  {
    kind: 'token',
    find: byPattern(
      /(?<![A-Za-z])(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_ -]?key|access[_ -]?key|client[_ -]?secret|authorization|set-cookie|cookie|session[_ -]?id)["']?[ \t]{0,8}[=:][ \t]{0,8}["']?[^\s"'<>]+/i,
    ),
  },
  { kind: 'token', find: findOpaqueToken },
]

/** A finder that needs nothing but one expression. */
export function byPattern(pattern: RegExp): (text: string) => TextSpan | null {
  return (text) => {
    const match = pattern.exec(text)
    return match === null ? null : [match.index, match.index + match[0].length]
  }
}

const OPAQUE = /(?<![\w-])[\w-]{32,}/g

/** A long word without a prefix we know: 32 or more hex digits that are no stated digest, or a mix of cases and digits. */
function findOpaqueToken(text: string): TextSpan | null {
  for (const { 0: word, index } of text.matchAll(OPAQUE)) {
    if (/^[0-9A-Fa-f]+$/.test(word)) {
      if (!text.slice(0, index).endsWith('sha256:')) return [index, index + word.length]
      continue
    }
    const digits = word.replaceAll(/[^0-9]/g, '').length
    // Fewer digits than that, and it may be a long name in camel case.
    if (digits >= 4 && /[a-z]/.test(word) && /[A-Z]/.test(word)) return [index, index + word.length]
  }
  return null
}
