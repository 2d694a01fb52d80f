/** Ed25519 by WebCrypto, which browsers and Node share. Its answers equal `verifyEd25519`'s for imported keys. */
import { type PublicKeyBytes, type SignatureVerifier, verifyEd25519 } from './ed25519.js'

/**
 * Chooses the fastest verifier of this runtime: WebCrypto where it knows Ed25519, else plain JavaScript.
 * Keys are imported once each and kept for the life of the returned function.
 */
export async function detectSignatureVerifier(): Promise<SignatureVerifier> {
  const subtle = (globalThis as { crypto?: Crypto }).crypto?.subtle
  if (subtle === undefined) return verifyEd25519
  try {
    await importKey(subtle, BASE_POINT)
  } catch {
    return verifyEd25519
  }
  const keys = new Map<PublicKeyBytes, Promise<CryptoKey>>()
  return async (publicKey, message, signature) => {
    let key = keys.get(publicKey)
    if (key === undefined) {
      key = importKey(subtle, publicKey)
      keys.set(publicKey, key)
    }
    return subtle.verify('Ed25519', await key, copy(signature), copy(message))
  }
}

/** The encoded base point: a valid key to probe with. */
const BASE_POINT = new Uint8Array(32).fill(0x66)
BASE_POINT[0] = 0x58

function importKey(subtle: SubtleCrypto, key: Uint8Array): Promise<CryptoKey> {
  return subtle.importKey('raw', copy(key), 'Ed25519', false, ['verify'])
}

/** WebCrypto's types refuse views that may sit on shared memory. */
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
