/**
 * What points at a person or a machine of one (heron.md §12), one finder per kind; what opens something is found by the
 * core's. Finders read folded text (./fold.ts).
 *
 * UNTRUSTED: every finder is linear, or bounded per position, in the length of the text. Finding too much is the safer
 * error: what is stored is only for people to read, the hashes are over the original.
 */
import { byPattern, type TextFinder, type TextSpan } from '@heron/evidence'

/** Kinds that point at a person or a machine of one. A tool name must not carry any. */
export const PERSONAL_FINDERS: readonly TextFinder[] = [
  { kind: 'email', find: findEmail },
  { kind: 'ip', find: byPattern(ipv4Pattern()) },
  { kind: 'ip', find: byPattern(ipv6Pattern()) },
  { kind: 'card', find: findCard },
  { kind: 'phone', find: byPattern(phonePattern()) },
]

// Neither %, & nor #: growing over an encoded at sign would visit the same characters again and again.
const LOCAL = /[\p{L}\p{M}\p{N}_.+'!$*/=?^`{|}~-]/u
const DOMAIN = /[\p{L}\p{M}\p{N}._-]/u
const AT = /@|%40|&#64;/g

/** An address, also in other scripts and URL-encoded: grown outwards from each at sign. */
function findEmail(text: string): TextSpan | null {
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
function findCard(text: string): TextSpan | null {
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
