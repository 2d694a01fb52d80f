/** JWK thumbprints (RFC 7638) and the key that a `cnf` claim names (RFC 7800, RFC 9449 §6). */
import {
  canonicalBytes,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
  sha256,
  toBase64url,
} from '@heron/evidence'

/** Members that enter the thumbprint, by key type. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  OKP: ['crv', 'kty', 'x'],
  EC: ['crv', 'kty', 'x', 'y'],
  RSA: ['e', 'kty', 'n'],
}

/**
 * Base64url of SHA-256 over the key's required members.
 *
 * @param jwk UNTRUSTED.
 * @returns `null` for a key type without a public half, or with a member missing.
 */
export function jwkThumbprint(jwk: JsonObject): string | null {
  const kty = ownMember(jwk, 'kty')
  const names = typeof kty === 'string' && Object.hasOwn(REQUIRED, kty) ? REQUIRED[kty] : undefined
  if (names === undefined) return null
  const members: Record<string, JsonValue> = {}
  for (const name of names) {
    const value = ownMember(jwk, name)
    if (typeof value !== 'string' || !value.isWellFormed()) return null
    members[name] = value
  }
  // Canonical JSON of these members is exactly the thumbprint input: names in order, no spaces.
  return toBase64url(sha256(canonicalBytes(members)))
}

/**
 * The thumbprint of the key that a token is bound to.
 *
 * @param cnf UNTRUSTED: the value of the claim.
 * @returns `null` when it names none, or names two keys. `x5t#S256` belongs to mutual TLS and is not read.
 */
export function confirmedThumbprint(cnf: JsonValue | undefined): string | null {
  if (!isJsonObject(cnf)) return null
  const jkt = ownMember(cnf, 'jkt')
  const jwk = ownMember(cnf, 'jwk')
  if (jwk === undefined) return typeof jkt === 'string' ? jkt : null
  const own = isJsonObject(jwk) ? jwkThumbprint(jwk) : null
  return jkt === undefined || jkt === own ? own : null
}
