/** Compact JWS (RFC 7515 §3.1), taken apart without reading what is inside: the bytes as received are what was signed. */
import { decodeBase64url } from '@heron/evidence'

export type CompactJws = {
  /** The whole text as received. */
  readonly text: string
  readonly header: Uint8Array
  readonly payload: Uint8Array
  /** ASCII of the first two parts and the dot between them. */
  readonly signingInput: Uint8Array
  /** `null` when spare bits make the text a second spelling of some bytes; such a signature never verifies. */
  readonly signature: Uint8Array | null
}

const BASE64URL = /^[A-Za-z0-9_-]*$/
const encoder = new TextEncoder()

/**
 * Splits a compact JWS.
 *
 * @param text UNTRUSTED.
 * @returns a sentence about what is wrong when it is none.
 */
export function splitCompact(text: string, maxChars: number): CompactJws | string {
  if (text.length > maxChars) return `longer than ${maxChars.toString()} characters`
  const parts = text.split('.', 4)
  const [headerText, payloadText, signatureText] = parts
  if (
    parts.length !== 3 ||
    headerText === undefined ||
    payloadText === undefined ||
    signatureText === undefined
  ) {
    return 'not three parts separated by dots'
  }
  const header = decodeBase64url(headerText)
  if (header === null) return 'the header is not base64url without padding'
  const payload = decodeBase64url(payloadText)
  if (payload === null) return 'the payload is not base64url without padding'
  const signature = decodeBase64url(signatureText)
  if (signature === null && !isBase64url(signatureText)) {
    return 'the signature is not base64url without padding'
  }
  return {
    text,
    header,
    payload,
    signingInput: encoder.encode(text.slice(0, headerText.length + 1 + payloadText.length)),
    signature,
  }
}

/** True for text over the unpadded alphabet that has a possible length. */
export function isBase64url(text: string): boolean {
  return BASE64URL.test(text) && text.length % 4 !== 1
}
