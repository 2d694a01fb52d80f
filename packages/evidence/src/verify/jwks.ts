/** Heron's published keys as a reader pins them: a JSON Web Key Set (RFC 7517) with Ed25519 keys (RFC 8037). */
import { importPublicKey, type PublicKeyBytes } from '../crypto/ed25519.js'
import { decodeJson } from '../json/read.js'
import { isJsonObject, ownMember } from '../json/value.js'
import { quote } from './report.js'

export type JwksReading =
  | { readonly ok: true; readonly keys: ReadonlyMap<string, PublicKeyBytes> }
  | { readonly ok: false; readonly message: string }

/**
 * Reads a key set. Keys of other types are passed over; an Ed25519 key that is not sound, or a key id that stands twice,
 * spoils the whole set: what a reader pins must not be read generously.
 *
 * @param text UNTRUSTED.
 */
export function readJwks(text: string): JwksReading {
  const read = decodeJson(text)
  if (!read.ok) return refuse(`not JSON: ${read.error.message}`)
  const list = isJsonObject(read.value) ? ownMember(read.value, 'keys') : undefined
  if (!Array.isArray(list)) return refuse('not a JSON Web Key Set: `keys` must be an array')
  const keys = new Map<string, PublicKeyBytes>()
  for (const jwk of list as readonly unknown[]) {
    if (!isJsonObject(jwk)) return refuse('not a JSON Web Key Set: each key must be an object')
    if (ownMember(jwk, 'kty') !== 'OKP' || ownMember(jwk, 'crv') !== 'Ed25519') continue
    const kid = ownMember(jwk, 'kid')
    const x = ownMember(jwk, 'x')
    const key = typeof x === 'string' ? importPublicKey(x) : null
    if (typeof kid !== 'string' || key === null)
      return refuse('an Ed25519 key lacks its `kid` or is not sound')
    if (keys.has(kid)) return refuse(`key id ${quote(kid)} stands twice`)
    keys.set(kid, key)
  }
  return keys.size === 0 ? refuse('the set holds no Ed25519 key') : { ok: true, keys }
}

function refuse(message: string): JwksReading {
  return { ok: false, message }
}
