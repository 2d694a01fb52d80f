/**
 * Keys that a verifier trusts, each with the one algorithm it was configured for (delegation.md §2.2). The algorithm is
 * never chosen from a token, so that a public key cannot be turned into an HMAC secret.
 *
 * A key that cannot be used is the caller's error: thrown, naming its kid.
 */
import {
  detectSignatureVerifier,
  hmacSha256,
  importPublicKey,
  type JsonObject,
  ownMember,
  type PublicKeyBytes,
  type SignatureVerifier,
  toBase64url,
} from '@heron/evidence'
import { compactVerify, importJWK } from 'jose'
import { CallerError } from '../caller-error.js'
import { briefly } from '../ledger/printable.js'
import type { CompactJws } from './compact.js'
import { equalBytes } from './constant-time.js'
import { jwkThumbprint } from './thumbprint.js'

/**
 * `EdDSA` (the umbrella name) and `Ed25519` (RFC 9864) select the same signatures; a key is configured for one of the
 * two, and the other is another algorithm. HS256 is for vectors and tests: whoever verifies can forge.
 */
export type TokenAlg = 'HS256' | 'EdDSA' | 'Ed25519' | 'ES256'

export type TrustedKey = {
  /** `null` answers to any kid: one key for the whole chain. */
  readonly kid: string | null
  readonly alg: TokenAlg
  /** RFC 7638; `null` for a shared secret, which has no public half. */
  readonly thumbprint: string | null
  /** Answers whether the signature is this key's. @param jws UNTRUSTED. Never throws. */
  readonly verify: (jws: CompactJws) => boolean | Promise<boolean>
}

/** A shared secret, for vectors and tests. @throws {CallerError} `bad_key` */
export function hs256Key(secret: Uint8Array, kid: string | null = null): TrustedKey {
  if (secret.length === 0) throw badKey(kid, 'an HS256 secret must not be empty')
  return {
    kid,
    alg: 'HS256',
    thumbprint: null,
    verify: ({ signingInput, signature }) =>
      signature !== null && equalBytes(hmacSha256(secret, signingInput), signature),
  }
}

export type Ed25519KeyOptions = {
  readonly alg?: 'EdDSA' | 'Ed25519'
  /** Instead of the fastest one of this runtime. */
  readonly verifier?: SignatureVerifier
}

/**
 * An Ed25519 public key: 32 raw bytes or their base64url.
 *
 * @throws {CallerError} `bad_key` when it is none that the project accepts (small order, not on the curve).
 */
export function ed25519Key(
  publicKey: Uint8Array | string,
  kid: string | null = null,
  options: Ed25519KeyOptions = {},
): TrustedKey {
  const key = importPublicKey(publicKey)
  if (key === null) throw badKey(kid, 'not an Ed25519 public key')
  const { alg = 'EdDSA', verifier = runtimeVerifier } = options
  return {
    kid,
    alg,
    thumbprint: jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: toBase64url(key) }),
    verify: ({ signingInput, signature }) => signature !== null && verifier(key, signingInput, signature),
  }
}

/** A P-256 public key as a JWK. @throws {CallerError} `bad_key` */
export async function es256Key(jwk: JsonObject, kid: string | null = null): Promise<TrustedKey> {
  const thumbprint = jwkThumbprint(jwk)
  const [x, y] = [ownMember(jwk, 'x'), ownMember(jwk, 'y')]
  if (
    thumbprint === null ||
    ownMember(jwk, 'crv') !== 'P-256' ||
    typeof x !== 'string' ||
    typeof y !== 'string'
  ) {
    throw badKey(kid, 'not a P-256 public key')
  }
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256').catch(() => {
    throw badKey(kid, 'not a P-256 public key')
  })
  return {
    kid,
    alg: 'ES256',
    thumbprint,
    verify: ({ text, signature }) =>
      signature !== null &&
      compactVerify(text, key, { algorithms: ['ES256'] }).then(
        () => true,
        () => false,
      ),
  }
}

/**
 * Finds the key that a token's header points at. A kid is a hint for the look-up and no more.
 *
 * @param header UNTRUSTED.
 */
export function findKey(keys: readonly TrustedKey[], header: JsonObject): TrustedKey | undefined {
  const kid = ownMember(header, 'kid')
  if (kid === undefined) return keys.length === 1 ? keys[0] : undefined
  return (
    keys.find((key) => key.kid === kid) ??
    (typeof kid === 'string' ? keys.find((key) => key.kid === null) : undefined)
  )
}

/** Refuses a trust set that could not be meant. @throws {CallerError} `bad_key` */
export function assertTrustSet(keys: readonly TrustedKey[]): void {
  if (keys.length === 0) throw new CallerError('bad_key', 'no key was given to verify with')
  const kids = new Set<string | null>()
  for (const { kid } of keys) {
    if (kids.has(kid)) throw badKey(kid, 'two keys under one kid')
    kids.add(kid)
  }
}

export function badKey(kid: string | null, problem: string): CallerError {
  return new CallerError('bad_key', kid === null ? `the key: ${problem}` : `key ${briefly(kid)}: ${problem}`)
}

let found: SignatureVerifier | undefined

/** The runtime's fastest verifier, looked for on first use. */
function runtimeVerifier(
  key: PublicKeyBytes,
  message: Uint8Array,
  signature: Uint8Array,
): boolean | Promise<boolean> {
  if (found !== undefined) return found(key, message, signature)
  return detectSignatureVerifier().then((verifier) => {
    // Of several that were found at once one is kept, since each remembers the keys it imported.
    found ??= verifier
    return found(key, message, signature)
  })
}
