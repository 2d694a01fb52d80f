/**
 * Anchors: a signature over the head of a ledger (delegation.md §4.3, bundle-format §2). HS256 is for vectors and tests
 * (whoever verifies can forge), Ed25519 for use.
 */
import {
  canonicalBytes,
  CanonicalizationError,
  decodeHex,
  hmacSha256,
  importPublicKey,
  signEd25519,
  toHex,
  verifyEd25519,
  type JsonObject,
  type PublicKeyBytes,
} from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { briefly } from './printable.js'
import type { SchemaVersion } from './vocabulary.js'

export type AnchorSigner =
  | { readonly alg: 'HS256'; readonly kid: string; readonly secret: Uint8Array }
  | { readonly alg: 'EdDSA'; readonly kid: string; /** 32 bytes. */ readonly seed: Uint8Array }

/** What a verifier trusts. `kid`, where given, must be the one the anchor names. */
export type AnchorKey =
  | { readonly alg: 'HS256'; readonly kid?: string; readonly secret: Uint8Array }
  | { readonly alg: 'EdDSA'; readonly kid?: string; readonly publicKey: Uint8Array }

/** A key that was judged usable, by {@link openAnchorKey}. */
export type TrustedAnchorKey = {
  readonly kid: string | undefined
  readonly verify: (message: Uint8Array, signature: Uint8Array) => boolean
}

/** The head an anchor commits to. `seq` is −1 and `head` the word GENESIS for a ledger without entries. */
export type AnchoredHead = {
  readonly v: SchemaVersion
  readonly chainId: string
  readonly seq: number
  readonly head: string
  /** Integer counter or RFC 3339 text; part of the signed bytes. */
  readonly ts: number | string
}

/** Signs a head: the `anchor` member of a bundle. */
export function signAnchor(head: AnchoredHead, signer: AnchorSigner): JsonObject {
  const body = { v: head.v, c14n: 'JCS', chain_id: head.chainId, seq: head.seq, head: head.head, ts: head.ts }
  const message = canonicalBytes(body)
  const signature =
    signer.alg === 'HS256' ? hmacSha256(signer.secret, message) : signEd25519(signer.seed, message)
  return { ...body, kid: signer.kid, sig: toHex(signature), verified: true }
}

/**
 * Turns a trusted key into its check.
 *
 * @throws {CallerError} `bad_key`, naming the kid: nothing was verified, so this is no finding about a bundle.
 */
export function openAnchorKey(key: AnchorKey): TrustedAnchorKey {
  if (key.alg === 'HS256') {
    if (key.secret.length === 0) throw badKey(key.kid, 'the HS256 secret is empty')
    return {
      kid: key.kid,
      verify: (message, signature) => equalBytes(hmacSha256(key.secret, message), signature),
    }
  }
  const publicKey: PublicKeyBytes | null = importPublicKey(key.publicKey)
  if (publicKey === null) throw badKey(key.kid, 'not a 32-byte Ed25519 public key, or one of small order')
  return { kid: key.kid, verify: (message, signature) => verifyEd25519(publicKey, message, signature) }
}

/**
 * Checks an anchor's signature. Its own `verified` is the producer's claim about itself and is never read.
 *
 * @param anchor UNTRUSTED.
 * @returns what is wrong, or `null`.
 */
export function anchorSignatureDefect(anchor: JsonObject, key: TrustedAnchorKey): string | null {
  const { kid, sig, verified: _claim, ...stated } = anchor
  const signature = typeof sig === 'string' ? decodeHex(sig) : null
  if (signature === null) return 'sig is not lower-case hex of whole bytes'
  if (key.kid !== undefined && kid !== key.kid) return 'the anchor names another kid than the trusted key'
  let message: Uint8Array
  try {
    // A member the producer left out was signed as null.
    message = canonicalBytes({ v: null, chain_id: null, seq: null, head: null, ts: null, ...stated })
  } catch (error) {
    if (error instanceof CanonicalizationError) return 'the anchor has no canonical form'
    throw error
  }
  return key.verify(message, signature) ? null : 'the signature does not verify'
}

function badKey(kid: string | undefined, problem: string): CallerError {
  return new CallerError(
    'bad_key',
    `anchor key ${kid === undefined ? 'without kid' : briefly(kid)}: ${problem}`,
  )
}

/** Compares without leaving early, so that timing tells nothing about how much of a forged MAC was right. */
function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index += 1) {
    difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  }
  return difference === 0
}
