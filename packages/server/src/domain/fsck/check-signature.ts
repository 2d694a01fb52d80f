/** Heron's own signatures, checked with the public half of its key ring. */
import {
  importPublicKey,
  type PublicKeyBytes,
  type SignatureVerifier,
  verifyReceiptText,
} from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'

/** Whether a stored text is signed by a key of the ring. */
export type SignatureCheck = (text: string, kid: string, signature: string) => Promise<boolean>

export function signatureCheckOf(
  publishedKeys: readonly PublishedKey[],
  verify: SignatureVerifier,
): SignatureCheck {
  const keys = new Map<string, PublicKeyBytes>()
  for (const { jwk } of publishedKeys) {
    const key = importPublicKey(jwk.x)
    if (key !== null) keys.set(jwk.kid, key)
  }
  return async (text, kid, signature) => {
    const key = keys.get(kid)
    return key !== undefined && verifyReceiptText(text, signature, key, verify)
  }
}
