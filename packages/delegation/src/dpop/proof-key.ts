/** The key inside a proof: a stranger's, so that anything wrong with it is an answer and nothing of it is kept. */
import { type JsonObject, ownMember, verifyEd25519 } from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { ed25519Key, es256Key, type TrustedKey } from '../token/trusted-key.js'

/**
 * Reads the `jwk` of a proof for the algorithm that its header names. HMAC and `none` select no key at all.
 *
 * @param jwk UNTRUSTED.
 */
export async function proofKey(jwk: JsonObject, alg: string): Promise<TrustedKey | null> {
  try {
    switch (alg) {
      case 'EdDSA':
      case 'Ed25519': {
        const x = ownMember(jwk, 'x')
        if (ownMember(jwk, 'kty') !== 'OKP' || ownMember(jwk, 'crv') !== 'Ed25519' || typeof x !== 'string') {
          return null
        }
        // Not the runtime's verifier, which keeps each key it ever saw.
        return ed25519Key(x, null, { alg, verifier: verifyEd25519 })
      }
      case 'ES256':
        return ownMember(jwk, 'kty') === 'EC' ? await es256Key(jwk) : null
      default:
        return null
    }
  } catch (error) {
    if (error instanceof CallerError) return null
    throw error
  }
}
