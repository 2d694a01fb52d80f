/** Signers for minting: the private halves of the keys in ./trusted-key. */
import { hmacSha256, signEd25519 } from '@heron/evidence'
import { p256 } from '@noble/curves/nist.js'
import type { TokenAlg } from './trusted-key.js'

export type TokenSigner = {
  readonly kid: string
  readonly alg: TokenAlg
  /** Signs the ASCII bytes of a token's first two parts. */
  readonly sign: (signingInput: Uint8Array) => Uint8Array | Promise<Uint8Array>
}

/** For vectors and tests: whoever verifies can forge. */
export function hs256Signer(secret: Uint8Array, kid: string): TokenSigner {
  return { kid, alg: 'HS256', sign: (input) => hmacSha256(secret, input) }
}

/** @param seed 32 bytes (RFC 8032 §5.1.5). */
export function ed25519Signer(
  seed: Uint8Array,
  kid: string,
  alg: 'EdDSA' | 'Ed25519' = 'EdDSA',
): TokenSigner {
  return { kid, alg, sign: (input) => signEd25519(seed, input) }
}

/** @param privateKey 32 bytes: the `d` of a P-256 JWK. The nonce is derived (RFC 6979), so that signing needs no randomness. */
export function es256Signer(privateKey: Uint8Array, kid: string): TokenSigner {
  return { kid, alg: 'ES256', sign: (input) => p256.sign(input, privateKey, { lowS: false }) }
}
