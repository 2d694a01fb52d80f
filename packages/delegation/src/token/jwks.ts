/** A JWK set as trust set (RFC 7517): the caller's own configuration, so that anything odd in it is thrown. */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { assertTrustSet, badKey, ed25519Key, es256Key, type TrustedKey } from './trusted-key.js'

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/**
 * Reads `{"keys": […]}`: Ed25519 (`alg` `EdDSA`, the default, or `Ed25519`) and P-256 (`ES256`) public keys.
 *
 * @throws {CallerError} `bad_key`, naming the kid.
 */
export async function readTrustedJwks(jwks: JsonValue): Promise<readonly TrustedKey[]> {
  const list = isJsonObject(jwks) ? ownMember(jwks, 'keys') : undefined
  if (!Array.isArray(list)) throw new CallerError('bad_key', 'a JWK set must be an object with a list `keys`')
  const keys = await Promise.all((list as readonly JsonValue[]).map(readJwk))
  assertTrustSet(keys)
  return keys
}

async function readJwk(jwk: JsonValue): Promise<TrustedKey> {
  if (!isJsonObject(jwk)) throw badKey(null, 'a key must be a JSON object')
  const kid = ownMember(jwk, 'kid') ?? null
  if (kid !== null && typeof kid !== 'string') throw badKey(null, '`kid` must be a text')
  if (hasPrivateMember(jwk))
    throw badKey(kid, 'a trust set holds public keys; this one has a private or secret member')
  const use = ownMember(jwk, 'use')
  if (use !== undefined && use !== 'sig') throw badKey(kid, '`use` must be `sig`')
  const alg = ownMember(jwk, 'alg')
  const kty = ownMember(jwk, 'kty')
  if (kty === 'OKP' && ownMember(jwk, 'crv') === 'Ed25519') {
    if (alg !== undefined && alg !== 'EdDSA' && alg !== 'Ed25519')
      throw badKey(kid, 'an Ed25519 key with another `alg`')
    const x = ownMember(jwk, 'x')
    if (typeof x !== 'string') throw badKey(kid, '`x` must be a text')
    return ed25519Key(x, kid, alg === undefined ? {} : { alg })
  }
  if (kty === 'EC' && ownMember(jwk, 'crv') === 'P-256') {
    if (alg !== undefined && alg !== 'ES256') throw badKey(kid, 'a P-256 key with another `alg`')
    return es256Key(jwk, kid)
  }
  throw badKey(kid, 'neither an Ed25519 nor a P-256 key')
}

/** True for a JWK that carries more than a public key. */
export function hasPrivateMember(jwk: JsonObject): boolean {
  return PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name))
}
