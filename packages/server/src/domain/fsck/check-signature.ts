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
  // Looked for when it is first needed: keys may be added to the ring while the service runs.
  const find = (kid: string): PublicKeyBytes | null => {
    const known = keys.get(kid)
    if (known !== undefined) return known
    const published = publishedKeys.find(({ jwk }) => jwk.kid === kid)
    const key = published === undefined ? null : importPublicKey(published.jwk.x)
    if (key !== null) keys.set(kid, key)
    return key
  }
  return async (text, kid, signature) => {
    const key = find(kid)
    return key !== null && verifyReceiptText(text, signature, key, verify)
  }
}
