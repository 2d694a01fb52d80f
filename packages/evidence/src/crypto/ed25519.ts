/**
 * Ed25519 (RFC 8032) under one criterion, so that server, browser and command line never disagree (heron.md §2):
 *
 * - the public key is a canonical encoding of a curve point that is not of small order (judged once, on import);
 * - S is below the group order;
 * - the cofactorless equation holds: the encoding of [S]B − [k]A equals the 32 bytes of R as sent.
 *
 * OpenSSL and BoringSSL (node:crypto, WebCrypto) compute the second and third; they do not refuse bad keys, which is
 * why a key always passes {@link importPublicKey} first. The pure implementation below serves where neither exists.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { decodeBase64url, toBase64url } from './base64url.js'

const { Point } = ed25519
const ORDER = Point.Fn.ORDER

/** 32 bytes that passed {@link importPublicKey}. */
export type PublicKeyBytes = Uint8Array & { readonly __brand: 'ed25519-public-key' }

/**
 * Checks a signature; may be backed by node:crypto, WebCrypto or {@link verifyEd25519}. Answers, never throws, on
 * signatures of any length.
 */
export type SignatureVerifier = (
  publicKey: PublicKeyBytes,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>

/**
 * Accepts a public key: 32 bytes, canonical, on the curve, not of small order.
 *
 * @param key UNTRUSTED: raw bytes or base64url text.
 * @returns `null` when it is not such a key.
 */
export function importPublicKey(key: Uint8Array | string): PublicKeyBytes | null {
  const bytes = typeof key === 'string' ? decodeBase64url(key) : key
  if (bytes?.length !== 32) return null
  try {
    // Strict decoding (RFC 8032 §5.1.3): refuses y ≥ p and a sign bit on x = 0.
    if (Point.fromBytes(bytes, false).isSmallOrder()) return null
  } catch {
    return null
  }
  return bytes as PublicKeyBytes
}

/** Verifies in plain JavaScript, under the criterion above. */
export function verifyEd25519(
  publicKey: PublicKeyBytes,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== 64) return false
  const rBytes = signature.subarray(0, 32)
  const s = littleEndian(signature.subarray(32))
  if (s >= ORDER) return false
  const a = Point.fromBytes(publicKey, false)
  const k = littleEndian(sha512(concatBytes(rBytes, publicKey, message))) % ORDER
  const product = k === 0n ? Point.ZERO : a.multiplyUnsafe(k)
  const expected = (s === 0n ? Point.ZERO : Point.BASE.multiplyUnsafe(s)).subtract(product).toBytes()
  return expected.every((byte, index) => byte === rBytes[index])
}

/** Signs with a 32-byte seed (RFC 8032 §5.1.6): 64 bytes. */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return ed25519.sign(message, seed)
}

/** The public key of a 32-byte seed. */
export function publicKeyOfSeed(seed: Uint8Array): PublicKeyBytes {
  return ed25519.getPublicKey(seed) as PublicKeyBytes
}

/** A public Ed25519 key as a JSON Web Key (RFC 8037), the way Heron publishes it. */
export type Ed25519Jwk = {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly kid: string
  readonly x: string
  readonly use: 'sig'
  readonly alg: 'EdDSA'
}

/** Writes a public key as a JWK. */
export function toJwk(kid: string, publicKey: PublicKeyBytes): Ed25519Jwk {
  return { kty: 'OKP', crv: 'Ed25519', kid, x: toBase64url(publicKey), use: 'sig', alg: 'EdDSA' }
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n
  for (let index = bytes.length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[index] ?? 0)
  return value
}
