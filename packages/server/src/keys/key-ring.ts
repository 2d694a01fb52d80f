/**
 * Heron's key ring (heron.md §13): the key that signs now, every public key that ever signed, with dates, and the
 * secret behind the pseudonyms of the operator logs. Kept in one file that only its owner may read, or in the
 * environment. Its text is a secret: it is never logged and never part of an error.
 */
import { randomBytes } from 'node:crypto'
import {
  decodeBase64url,
  type Ed25519Jwk,
  importPublicKey,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  publicKeyOfSeed,
  sha256,
  toBase64url,
  toHex,
  toJwk,
} from '@heron/evidence'

/** A public key that Heron signs or signed with. None is ever left out. */
export type PublishedKey = {
  readonly jwk: Ed25519Jwk
  readonly createdAt: string
  /** From here on it signs nothing; null for the key in use. */
  readonly retiredAt: string | null
}

export type KeyRing = {
  readonly active: { readonly kid: string; readonly seed: Uint8Array }
  /** Newest first. */
  readonly published: readonly PublishedKey[]
  /** 32 bytes. */
  readonly pseudonymSecret: Uint8Array
}

/** The ring cannot be used: one line for the person who starts the service. */
export class KeyRingError extends Error {
  readonly code = 'key_ring'

  constructor(message: string) {
    super(message)
    this.name = 'KeyRingError'
  }
}

/** A new ring with one key. */
export function createKeyRing(now: string): KeyRing {
  const { key, published } = createKey(now)
  return { active: key, published: [published], pseudonymSecret: randomBytes(32) }
}

/** A new key signs from now on; the old one is kept to be checked with, its private half is dropped. */
export function rotateKeyRing(ring: KeyRing, now: string): KeyRing {
  const { key, published } = createKey(now)
  const older = ring.published.map((each) =>
    each.jwk.kid === ring.active.kid ? { ...each, retiredAt: now } : each,
  )
  return { ...ring, active: key, published: [published, ...older] }
}

/** The ring as the text that is kept. SECRET. */
export function writeKeyRing(ring: KeyRing): string {
  return (
    JSON.stringify(
      {
        v: 1,
        active: { kid: ring.active.kid, seed: toBase64url(ring.active.seed) },
        pseudonym_secret: toBase64url(ring.pseudonymSecret),
        keys: ring.published.map(({ jwk, createdAt, retiredAt }) => ({
          kid: jwk.kid,
          x: jwk.x,
          created_at: createdAt,
          retired_at: retiredAt,
        })),
      },
      null,
      2,
    ) + '\n'
  )
}

/**
 * Reads a ring's text.
 *
 * @param source how to name it in an error, e.g. the path.
 * @throws {KeyRingError}
 */
export function readKeyRing(text: string, source: string): KeyRing {
  let value: JsonValue
  try {
    value = parseJson(text)
  } catch {
    throw new KeyRingError(`the key ring ${source} is not valid JSON`)
  }
  const damaged = (what: string): KeyRingError =>
    new KeyRingError(`the key ring ${source} is damaged: ${what}`)
  if (!isJsonObject(value)) throw damaged('it is no object')
  if (value['v'] !== 1) throw damaged('its version is not 1')
  const active = value['active']
  const seed = isJsonObject(active) ? bytesOf(active, 'seed') : null
  const pseudonymSecret = bytesOf(value, 'pseudonym_secret')
  if (!isJsonObject(active) || seed === null) throw damaged('`active` is no kid and 32-byte seed')
  if (pseudonymSecret === null) throw damaged('`pseudonym_secret` is not 32 bytes')
  const keys = value['keys']
  const published = Array.isArray(keys) ? keys.map((key: JsonValue) => readPublished(key)) : []
  if (published.some((key) => key === null)) throw damaged('a public key is malformed')
  const complete = published.filter((key) => key !== null)
  const own = complete.find(({ jwk }) => jwk.kid === active['kid'])
  if (own?.jwk.x !== toBase64url(publicKeyOfSeed(seed)) || own.retiredAt !== null) {
    throw damaged('the active key is not among its public keys')
  }
  return { active: { kid: own.jwk.kid, seed }, published: complete, pseudonymSecret }
}

function createKey(now: string): { key: KeyRing['active']; published: PublishedKey } {
  const seed = randomBytes(32)
  const publicKey = publicKeyOfSeed(seed)
  const kid = `heron-${toHex(sha256(publicKey)).slice(0, 16)}`
  return { key: { kid, seed }, published: { jwk: toJwk(kid, publicKey), createdAt: now, retiredAt: null } }
}

function readPublished(value: JsonValue): PublishedKey | null {
  if (!isJsonObject(value)) return null
  const { kid, x, created_at: createdAt, retired_at: retiredAt } = value
  if (typeof kid !== 'string' || typeof x !== 'string' || typeof createdAt !== 'string') return null
  if (typeof retiredAt !== 'string' && retiredAt !== null) return null
  const publicKey = importPublicKey(x)
  return publicKey === null ? null : { jwk: toJwk(kid, publicKey), createdAt, retiredAt }
}

function bytesOf(object: JsonObject, member: string): Uint8Array | null {
  const text = object[member]
  const bytes = typeof text === 'string' ? decodeBase64url(text) : null
  return bytes?.length === 32 ? bytes : null
}
