/** Secrets that are shown once and stored as SHA-256: API keys and reviewer tokens. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export type Environment = 'live' | 'test'

/** A new secret, what is stored of it, and what may be shown again. */
export type MintedSecret = { readonly secret: string; readonly hash: string; readonly prefix: string }

/** Letters of an API key that are kept readable: enough to tell one's keys apart, useless to guess the rest from. */
const SHOWN = 'hrn_live_'.length + 4

const API_KEY = /^hrn_(?:live|test)_[A-Za-z0-9_-]{32}$/

/** Mints an API key: 192 random bits. */
export function mintApiKey(environment: Environment): MintedSecret {
  return mint(`hrn_${environment}_${randomBytes(24).toString('base64url')}`)
}

/** Mints a reviewer's token: 256 random bits. */
export function mintReviewerToken(): MintedSecret {
  return mint(randomBytes(32).toString('base64url'))
}

/** True for a text that has the shape of an API key. */
export function looksLikeApiKey(text: string): boolean {
  return API_KEY.test(text)
}

/** What is stored and looked up: SHA-256 in hex. The secrets are random, so a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Compares two hashes in constant time. */
export function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

function mint(secret: string): MintedSecret {
  return { secret, hash: hashSecret(secret), prefix: secret.slice(0, SHOWN) }
}
