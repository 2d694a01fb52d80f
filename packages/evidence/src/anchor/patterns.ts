/**
 * What an e-mail address and a phone number are (heron.md §2). The patterns are part of the contract: two dialects
 * would give one address two tokens, and the comparison of request and arguments would silently stop working.
 */

export const ANCHOR_TYPES = ['email', 'phone'] as const
export type AnchorType = (typeof ANCHOR_TYPES)[number]

// The look-behind makes a search linear: without it, every position inside a long word is tried as a start.
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const PHONE = /\+\d[\d ()-]{7,}\d/g

/** The pattern of one anchor type, global, fresh for each use since it carries a position. */
export function anchorPattern(type: AnchorType): RegExp {
  return new RegExp(type === 'email' ? EMAIL : PHONE)
}

/** True when the text holds an e-mail address or a phone number: a person where a reference to one was expected. */
export function looksPersonal(text: string): boolean {
  return ANCHOR_TYPES.some((type) => anchorPattern(type).test(text))
}
