/**
 * Anchors: keyed tokens in place of e-mail addresses and phone numbers, so that request and arguments can be compared
 * without either leaving the vendor (heron.md §2).
 */
import { hmacSha256 } from '../crypto/digest.js'
import { toHex } from '../crypto/hex.js'
import { ANCHOR_TYPES, anchorPattern, type AnchorType } from './patterns.js'

/** The scope of tokens that a vendor makes. */
export const VENDOR_SCOPE = 'vendor'

export type AnchorKey = {
  /** The vendor's own secret; Heron never holds it. */
  readonly secret: string
  /** Default {@link VENDOR_SCOPE}. */
  readonly scope?: string
}

const TOKEN = /^<(?:email|phone):[0-9a-f]{16}>$/
const encoder = new TextEncoder()

/**
 * The token of one value: `<type:first-16-hex of HMAC-SHA256(secret, scope|type|lower(trim(value)))>`. The same
 * address written differently gives the same token.
 */
export function anchorToken(type: AnchorType, value: string, key: AnchorKey): string {
  const message = `${key.scope ?? VENDOR_SCOPE}|${type}|${value.trim().toLowerCase()}`
  const mac = hmacSha256(encoder.encode(key.secret), encoder.encode(message))
  return `<${type}:${toHex(mac).slice(0, 16)}>`
}

/** The tokens of every address and number in a text: e-mails first, then phones, each in order, duplicates once. */
export function extractAnchors(text: string, key: AnchorKey): string[] {
  const tokens = new Set<string>()
  for (const type of ANCHOR_TYPES) {
    for (const [value] of text.matchAll(anchorPattern(type))) tokens.add(anchorToken(type, value, key))
  }
  return [...tokens]
}

/** The type of a value that is, as a whole, an address or a number; null for anything else. */
export function anchorTypeOf(value: string): AnchorType | null {
  const trimmed = value.trim()
  for (const type of ANCHOR_TYPES) {
    if (anchorPattern(type).exec(trimmed)?.[0] === trimmed) return type
  }
  return null
}

/** True for a text that is exactly one token. */
export function isAnchorToken(text: string): boolean {
  return TOKEN.test(text)
}
