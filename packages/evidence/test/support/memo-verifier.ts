/** A signature verifier that remembers: sweeps check the same signatures thousands of times. */
import { createPublicKey, verify } from 'node:crypto'
import { type SignatureVerifier, toBase64url } from '../../src/index.js'

export function rememberingVerifier(): SignatureVerifier {
  const known = new Map<string, boolean>()
  return (publicKey, message, signature) => {
    const id = `${toBase64url(publicKey)} ${toBase64url(signature)} ${Buffer.from(message).toString('latin1')}`
    let valid = known.get(id)
    if (valid === undefined) {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64url(publicKey) }
      valid = verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
      known.set(id, valid)
    }
    return valid
  }
}
