/** Signatures and hashes by node:crypto, which answers as the pure implementation does and much faster. */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { type PublicKeyBytes, toBase64url, type VerifierTools } from '@heron/evidence'

const keys = new WeakMap<PublicKeyBytes, KeyObject>()

export const NODE_TOOLS: VerifierTools = {
  verifySignature: (publicKey, message, signature) => verify(null, message, keyOf(publicKey), signature),
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
}

function keyOf(publicKey: PublicKeyBytes): KeyObject {
  let key = keys.get(publicKey)
  if (key === undefined) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64url(publicKey) }
    key = createPublicKey({ key: jwk, format: 'jwk' })
    keys.set(publicKey, key)
  }
  return key
}
