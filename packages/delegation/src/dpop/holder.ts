/**
 * Step 6: the presenter of a chain holds the key that its leaf is bound to, shown by a DPoP proof for this very request
 * (delegation.md §2.10, RFC 9449 §4.3). Every check must hold; all failures are one reason.
 */
import {
  decodeJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
  sha256,
  toBase64url,
} from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { type ChainState, finding, leafOf, type StepAnswer } from '../token/chain.js'
import { splitCompact } from '../token/compact.js'
import { equalTexts } from '../token/constant-time.js'
import { hasPrivateMember } from '../token/jwks.js'
import { confirmedThumbprint, jwkThumbprint } from '../token/thumbprint.js'
import type { HolderCheck } from './holder-check.js'
import { proofKey } from './proof-key.js'
import { normalizeTargetUri } from './target-uri.js'

/** Long enough for clocks that are a little wrong, short enough to keep the replay cache small. */
const DEFAULT_WINDOW_SECONDS = 60
const DEFAULT_ALGS = ['EdDSA', 'Ed25519', 'ES256']
const MAX_PROOF_CHARS = 16_384
/** Bounds what one proof can make the cache remember. */
const MAX_JTI_CHARS = 256

const encoder = new TextEncoder()

export async function holder(chain: ChainState): Promise<StepAnswer> {
  const check = chain.options.holder
  if (check === undefined) return null
  const leaf = leafOf(chain)
  const problem = await proofProblem(check, {
    tokenText: leaf.jws.text,
    thumbprint: confirmedThumbprint(ownMember(leaf.payload, 'cnf')),
    now: chain.options.now,
  })
  return problem === null ? null : finding('holder_binding_failed', chain.decoded.length - 1, problem)
}

type Bound = { readonly tokenText: string; readonly thumbprint: string | null; readonly now: number }

async function proofProblem(check: HolderCheck, bound: Bound): Promise<string | null> {
  const target = normalizeTargetUri(check.uri)
  if (target === null)
    throw new CallerError('bad_option', 'the request URI of the holder check is not absolute')
  const [text] = check.proofs
  if (text === undefined || check.proofs.length !== 1) return 'exactly one proof must be presented'

  const jws = splitCompact(text, MAX_PROOF_CHARS)
  if (typeof jws === 'string') return `the proof is no compact JWS: ${jws}`
  const header = readObject(jws.header)
  const claims = readObject(jws.payload)
  if (header === null || claims === null) return 'the proof does not hold two JSON objects'
  if (Object.hasOwn(header, 'crit')) return 'the proof has a `crit` extension'
  if (ownMember(header, 'typ') !== 'dpop+jwt') return '`typ` must be `dpop+jwt`'
  const alg = ownMember(header, 'alg')
  const accepted: readonly unknown[] = check.acceptedAlgs ?? DEFAULT_ALGS
  if (typeof alg !== 'string' || !accepted.includes(alg)) return 'the proof’s algorithm is not accepted'

  const jwk = ownMember(header, 'jwk')
  if (!isJsonObject(jwk)) return 'the proof carries no `jwk`'
  if (hasPrivateMember(jwk)) return 'the proof’s `jwk` is not a public key alone'
  const key = await proofKey(jwk, alg)
  if (key === null) return 'the proof’s `jwk` does not fit its algorithm'
  if (!(await key.verify(jws))) return 'the proof’s signature does not verify'

  const window = check.windowSeconds ?? DEFAULT_WINDOW_SECONDS
  const claimProblem = problemOfClaims(claims, check, target, bound, window)
  if (claimProblem !== null) return claimProblem

  const thumbprint = jwkThumbprint(jwk)
  if (thumbprint === null || bound.thumbprint === null || !equalTexts(thumbprint, bound.thumbprint)) {
    return 'the proof’s key is not the one that the leaf is bound to'
  }
  // Last, so that only proofs good in every other way take room, and each is used up by the check itself.
  const [jti, iat] = [ownMember(claims, 'jti'), ownMember(claims, 'iat')] as [string, number]
  const fresh = await check.replay.remember(thumbprint, jti, iat + window, bound.now)
  return fresh ? null : 'the proof was used before'
}

function problemOfClaims(
  claims: JsonObject,
  check: HolderCheck,
  target: string,
  { tokenText, now }: Bound,
  window: number,
): string | null {
  const [jti, htm, htu, iat] = ['jti', 'htm', 'htu', 'iat'].map((name) => ownMember(claims, name))
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_CHARS) return '`jti` must be a short text'
  if (typeof htm !== 'string' || htm !== check.method) return '`htm` is not the request’s method'
  if (!isSameTarget(htu, target)) return '`htu` is not the request’s URI'
  if (typeof iat !== 'number' || Math.abs(now - iat) > window)
    return '`iat` is not within the window around now'
  if (check.nonce !== undefined && ownMember(claims, 'nonce') !== check.nonce)
    return '`nonce` is not the one issued'
  const ath = ownMember(claims, 'ath')
  if (typeof ath !== 'string' || !equalTexts(ath, toBase64url(sha256(encoder.encode(tokenText))))) {
    return '`ath` is not the hash of the leaf token'
  }
  return null
}

/** RFC 9449 §4.2: `htu` itself has neither query nor fragment. */
function isSameTarget(htu: JsonValue | undefined, target: string): boolean {
  return typeof htu === 'string' && !/[?#]/.test(htu) && normalizeTargetUri(htu) === target
}

function readObject(bytes: Uint8Array): JsonObject | null {
  const read = decodeJson(bytes)
  return read.ok && isJsonObject(read.value) ? read.value : null
}
