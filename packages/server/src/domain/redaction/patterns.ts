/**
 * What is scrubbed from text (heron.md §12), one finder per kind. Finders read folded text (./fold.ts).
 *
 * UNTRUSTED: every finder is linear, or bounded per position, in the length of the text. Finding too much is the safer
 * error: what is stored is only for people to read, the hashes are over the original.
 */

/** Where something stands: start inclusive, end exclusive. */
export type Span = readonly [start: number, end: number]

export type Finder = {
  /** The word in the marker `<redacted:kind>`. */
  readonly kind: string
  /** The first finding. */
  readonly find: (text: string) => Span | null
}

/** Kinds that point at a person or a machine of one. A tool name must not carry any. */
export const PERSONAL_FINDERS: readonly Finder[] = [
  { kind: 'email', find: findEmail },
  { kind: 'ip', find: byPattern(ipv4Pattern()) },
  { kind: 'ip', find: byPattern(ipv6Pattern()) },
  { kind: 'card', find: findCard },
  { kind: 'phone', find: byPattern(phonePattern()) },
]

/** Kinds that open something. Searched first: a key may well contain what looks like a card number. */
export const SECRET_FINDERS: readonly Finder[] = [
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

function byPattern(pattern: RegExp): (text: string) => Span | null {
  return (text) => {
    const match = pattern.exec(text)
    return match === null ? null : [match.index, match.index + match[0].length]
  }
}

// Neither %, & nor #: growing over an encoded at sign would visit the same characters again and again.
const LOCAL = /[\p{L}\p{M}\p{N}_.+'!$*/=?^`{|}~-]/u
const DOMAIN = /[\p{L}\p{M}\p{N}._-]/u
const AT = /@|%40|&#64;/g

/** An address, also in other scripts and URL-encoded: grown outwards from each at sign. */
function findEmail(text: string): Span | null {
  for (const at of text.matchAll(AT)) {
    const afterAt = at.index + at[0].length
    const start = growLeft(text, at.index)
    let end = growRight(text, afterAt)
    // A dot or dash at the end belongs to the sentence.
    while (end > afterAt && /[.-]/.test(text.charAt(end - 1))) end -= 1
    if (
      start < at.index &&
      /[^.]\.[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u.test(text.slice(Math.max(afterAt, end - 80), end))
    ) {
      return [start, end]
    }
  }
  return null
}

function growLeft(text: string, from: number): number {
  let at = from
  while (at > 0) {
    // Characters outside the basic plane take two units.
    const width = isLowSurrogate(text.charCodeAt(at - 1)) ? 2 : 1
    if (!LOCAL.test(text.slice(at - width, at))) break
    at -= width
  }
  return at
}

function growRight(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (!DOMAIN.test(character)) break
    at += character.length
  }
  return at
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

function ipv4Pattern(): RegExp {
  const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
  return new RegExp(`${octet}(?:\\.${octet}){3}`)
}

/** Eight groups, or fewer around one `::`. A tail of four octets was already found by the pattern before. */
function ipv6Pattern(): RegExp {
  const group = '[0-9A-Fa-f]{1,4}'
  const groups = `${group}(?::${group}){0,6}`
  return new RegExp(
    `(?<![0-9A-Za-z_])(?:(?:${group}:){7}${group}|${groups}::(?:${groups})?|::${groups})(?![0-9A-Za-z_])`,
  )
}

/** International after a plus or 00; North American and similar groups; a national number after a leading zero. */
function phonePattern(): RegExp {
  return new RegExp(
    [
      '\\+[ (]{0,2}[0-9][0-9 ()./-]{6,}[0-9]',
      '(?<![0-9A-Za-z])00[1-9][0-9 ()./-]{7,18}[0-9]',
      '(?<![0-9A-Za-z])\\(?[0-9]{3}\\)?[ ./-]{1,2}[0-9]{3}[ ./-][0-9]{4}(?![0-9A-Za-z])',
      '(?<![0-9A-Za-z.,])\\(?0[1-9][0-9]{1,4}\\)?[ /-]{1,3}[0-9]{2,4}[ -]?[0-9]{2,5}(?:[ -]?[0-9]{1,5})?(?![0-9A-Za-z])',
    ].join('|'),
  )
}

const DIGIT_RUN = /[0-9](?:[ .-]{0,2}[0-9]){12,}/g
const CARD_LENGTHS = [19, 18, 17, 16, 15, 14, 13]

/** A run of digits, separators allowed, that holds a card number: 13 to 19 digits that pass Luhn. */
function findCard(text: string): Span | null {
  for (const run of text.matchAll(DIGIT_RUN)) {
    const digits = run[0].replaceAll(/[^0-9]/g, '')
    const whole = digits.length <= 19
    // Inside a longer number only the two lengths that nearly every card has: one in ten of any others pass by chance.
    const found = whole ? passesLuhn(digits) : holdsCard(digits)
    if (found || holdsGroupedCard(run[0])) return [run.index, run.index + run[0].length]
  }
  return null
}

function holdsCard(digits: string): boolean {
  for (let start = 0; start + 15 <= digits.length; start += 1) {
    if (passesLuhn(digits.slice(start, start + 15))) return true
    if (start + 16 <= digits.length && passesLuhn(digits.slice(start, start + 16))) return true
  }
  return false
}

/** Two numbers side by side look like one run: the groups between separators are tried as well. */
function holdsGroupedCard(run: string): boolean {
  const groups = run.split(/[^0-9]+/)
  if (groups.length === 1) return false
  for (let first = 0; first < groups.length; first += 1) {
    let digits = ''
    for (let last = first; last < groups.length && digits.length < 19; last += 1) {
      digits += groups[last] ?? ''
      if (CARD_LENGTHS.includes(digits.length) && passesLuhn(digits)) return true
    }
  }
  return false
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    let digit = digits.charCodeAt(digits.length - 1 - index) - 48
    if (index % 2 === 1) {
      digit *= 2
      if (digit > 9) digit -= 9
    }
    sum += digit
  }
  // A row of zeros is a placeholder, not a card.
  return sum > 0 && sum % 10 === 0
}

const OPAQUE = /(?<![\w-])[\w-]{32,}/g

/** A long word without a prefix we know: 32 or more hex digits that are no stated digest, or a mix of cases and digits. */
function findOpaqueToken(text: string): Span | null {
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
