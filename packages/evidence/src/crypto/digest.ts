/** SHA-256 and HMAC-SHA-256 over bytes, and the digests of JSON values (heron.md §2). */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { canonicalize } from '../json/canonical.js'
import { decodeHex, toHex } from './hex.js'

/** `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`

const DIGEST = /^sha256:[0-9a-f]{64}$/
const encoder = new TextEncoder()

/** SHA-256 of bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return nobleSha256(bytes)
}

/** HMAC-SHA-256: 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(nobleSha256, key, message)
}

/** True for a well-formed digest text. */
export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && DIGEST.test(value)
}

/** Writes 32 hash bytes as a digest text. */
export function toDigest(hash: Uint8Array): Digest {
  return `sha256:${toHex(hash)}`
}

/**
 * The digest of a JSON value: SHA-256 over the UTF-8 of its canonical text. A string is hashed as a JSON string,
 * quotes included.
 *
 * @param hash the runtime's own SHA-256, where there is a faster one.
 * @throws {CanonicalizationError} when the value has no canonical form.
 */
export function hashJson(value: unknown, hash: (bytes: Uint8Array) => Uint8Array = sha256): Digest {
  return hashCanonicalText(canonicalize(value), hash)
}

/**
 * The digest of a text that is already canonical: what was signed or stored is hashed as it is, never written anew.
 *
 * @param hash the runtime's own SHA-256, where there is a faster one.
 */
export function hashCanonicalText(text: string, hash: (bytes: Uint8Array) => Uint8Array = sha256): Digest {
  return toDigest(hash(encoder.encode(text)))
}

/**
 * The chain step: SHA-256 over the canonical record followed by the 32 raw bytes of the previous head.
 *
 * @param recordText canonical text of the record.
 * @param previous `null` for a genesis record, which has no predecessor.
 * @param hash the runtime's own SHA-256, where there is a faster one.
 */
export function hashChained(
  recordText: string,
  previous: Digest | null,
  hash: (bytes: Uint8Array) => Uint8Array = sha256,
): Digest {
  if (previous === null) return toDigest(hash(encoder.encode(recordText)))
  const previousBytes = decodeHex(previous.slice('sha256:'.length))
  if (previousBytes?.length !== 32) throw new TypeError('the previous head is not a sha256 digest')
  return toDigest(hash(concatBytes(encoder.encode(recordText), previousBytes)))
}
