/**
 * Scrubbing one text (heron.md §12): every finding becomes `<redacted:kind>`. Anchor tokens, and markers that are
 * already there, stay as they are.
 */
import { SECRET_FINDERS, type TextFinder } from '@heron/evidence'
import { type FoldedText, foldForDetection } from './fold.js'
import { PERSONAL_FINDERS } from './patterns.js'

// Secrets first: a key may well contain what looks like a card number.
const FINDERS: readonly TextFinder[] = [...SECRET_FINDERS, ...PERSONAL_FINDERS]

/**
 * Tokens that survive: anchors, and our own markers. A closed list, since `<redacted:anything>` would be a place to
 * hide what should have been found.
 */
const KEPT =
  /(<(?:email|phone):[0-9a-f]{16}>|<redacted:(?:field|error_code|email|phone|ip|card|api_key|jwt|private_key|token)>)/

/** Most member names: no finder matches letters alone that are this few. */
const HARMLESS = /^[A-Za-z_]{0,19}$/

/** The marker that stands for a leaf outside the allowlist. */
export const REDACTED_FIELD = '<redacted:field>'

/**
 * A finding can uncover another one beside it, so the finders run until nothing is left. Text that still changes after
 * this many rounds was made to; it is replaced whole, which also bounds the work.
 */
const MAX_ROUNDS = 5

/**
 * Replaces e-mails, cards, tokens, API keys, JWTs, private keys, phones and IP addresses. Doing it again changes
 * nothing.
 *
 * @param text UNTRUSTED.
 */
export function redactText(text: string): string {
  if (HARMLESS.test(text)) return text
  let parts = splitKept(text)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = parts.length
    for (const finder of FINDERS) parts = replaceFindings(parts, finder)
    if (parts.length === before) return parts.join('')
  }
  return parts.map((part, index) => (isKept(index) || part === '' ? part : REDACTED_FIELD)).join('')
}

/** What a text keeps when its field is not on the allowlist: its anchor tokens and markers, nothing between them. */
export function redactOutside(text: string): string {
  if (text === '') return REDACTED_FIELD
  return splitKept(text)
    .map((part, index) => (isKept(index) || part === '' ? part : REDACTED_FIELD))
    .join('')
}

/**
 * True for a tool name that carries an e-mail, phone, card number or address. It stands in signed bytes and cannot be
 * altered, so it is refused instead.
 */
export function toolNameIsPersonal(name: string): boolean {
  const { text } = foldForDetection(name)
  return PERSONAL_FINDERS.some(({ find }) => find(text) !== null)
}

/** Plain text at the even positions, tokens that are kept at the odd ones. */
function splitKept(text: string): string[] {
  return text.includes('<') ? text.split(KEPT) : [text]
}

function isKept(index: number): boolean {
  return index % 2 === 1
}

function replaceFindings(parts: string[], finder: TextFinder): string[] {
  let replaced: string[] | null = null
  for (const [index, part] of parts.entries()) {
    const pieces = isKept(index) ? null : splitFindings(part, finder)
    if (pieces !== null) replaced ??= parts.slice(0, index)
    if (replaced !== null) for (const piece of pieces ?? [part]) replaced.push(piece)
  }
  return replaced ?? parts
}

/**
 * Plain text with a marker between each two pieces; null when nothing was found. After a finding the search goes on in
 * what follows it alone, as it will when the result is redacted again.
 */
function splitFindings(plain: string, { kind, find }: TextFinder): string[] | null {
  const folded = foldForDetection(plain)
  const pieces: string[] = []
  let at = 0
  let pieceStart = 0
  for (let span = find(folded.text); span !== null; span = find(folded.text.slice(at))) {
    const start = originalStart(folded, at + span[0])
    const end = originalEnd(folded, at + span[1])
    pieces.push(plain.slice(pieceStart, start), `<redacted:${kind}>`)
    at += span[1]
    pieceStart = end
  }
  if (pieces.length === 0) return null
  pieces.push(plain.slice(pieceStart))
  return pieces
}

function originalStart({ starts }: FoldedText, position: number): number {
  return starts === null ? position : (starts[position] ?? 0)
}

/** The end of the character that gave the last unit of the span: a character may fold to several. */
function originalEnd({ starts }: FoldedText, end: number): number {
  if (starts === null) return end
  const last = starts[end - 1] ?? 0
  let next = end
  while (next < starts.length && starts[next] === last) next += 1
  return starts[next] ?? last
}
