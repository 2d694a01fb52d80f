/**
 * Ed25519 by WebCrypto, which browsers and Node share. Its verdicts equal `verifyEd25519`'s for imported keys, and its
 * signatures are `signEd25519`'s to the byte, since Ed25519 signs without chance.
 */
import { type PublicKeyBytes, signEd25519, type SignatureVerifier, verifyEd25519 } from './ed25519.js'

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

/** Signs a message: 64 bytes. */
export type MessageSigner = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * Chooses the fastest signer of this runtime for a 32-byte seed: WebCrypto where it knows Ed25519, else plain JavaScript.
 * WebCrypto also works beside the thread that asks for it.
 */
export async function detectMessageSigner(seed: Uint8Array): Promise<MessageSigner> {
  const plain: MessageSigner = (message) => signEd25519(seed, message)
  const subtle = (globalThis as { crypto?: Crypto }).crypto?.subtle
  if (subtle === undefined) return plain
  try {
    const pkcs8 = new Uint8Array([...PKCS8_PREFIX, ...seed])
    const key = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
    return async (message) => new Uint8Array(await subtle.sign('Ed25519', key, copy(message)))
  } catch {
    return plain
  }
}

/** PKCS #8 around a 32-byte Ed25519 seed (RFC 8410 §7): WebCrypto imports no bare private key. */
const PKCS8_PREFIX = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]

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
