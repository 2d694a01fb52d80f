/** Signing input and checking of receipts (heron.md §6): JCS of the payload exactly as shown, nothing looked up. */
import { decodeBase64url } from '../crypto/base64url.js'
import type { PublicKeyBytes, SignatureVerifier } from '../crypto/ed25519.js'
import { canonicalize } from '../json/canonical.js'

/** The text that is signed and stored. */
export function receiptText(payload: object): string {
  return canonicalize(payload)
}

/** The newest version of each payload; older ones keep verifying, newer ones are "unknown version". */
export const RECEIPT_VERSIONS = {
  decision: 4,
  evaluation: 4,
  audit: 2,
  close: 1,
  resolution: 1,
  snapshot: 1,
} as const

const encoder = new TextEncoder()

/**
 * Checks the signature over a receipt's payload text.
 *
 * @param signature UNTRUSTED, base64url.
 */
export async function verifyReceiptText(
  payloadText: string,
  signature: string,
  publicKey: PublicKeyBytes,
  verify: SignatureVerifier,
): Promise<boolean> {
  const bytes = decodeBase64url(signature)
  return bytes?.length === 64 && (await verify(publicKey, encoder.encode(payloadText), bytes))
}
