/**
 * Verifies observer envelopes against a ledger (delegation.md §5, bundle-format §13), in the order written there. An
 * envelope's failure lands on the entry it covers, or nowhere; it never becomes a failure of the chain.
 */
import {
  CanonicalizationError,
  decodeHex,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
  type PublicKeyBytes,
  toHex,
} from '@heron/evidence'
import type { Findings } from '../bundle/finding.js'
import type { BundleReason } from '../bundle/reasons.js'
import { ledgerText } from '../ledger/hash.js'
import { integerOf } from '../ledger/integer.js'
import { briefly } from '../ledger/printable.js'
import { entryKeys } from './entry-keys.js'
import { ENVELOPE_TYPE, envelopeSigningBytes, SUBJECT_MEMBERS } from './envelope.js'
import { type EnvelopeSummary, summarize, type WitnessedEntry } from './summary.js'
import type { TrustSet } from './trust-set.js'

export type EnvelopeInputs = {
  /** UNTRUSTED. */
  readonly entries: readonly unknown[]
  /** UNTRUSTED; empty when the bundle carries none. */
  readonly envelopes: readonly unknown[]
  /** UNTRUSTED: the bytes as received in hex, in the order of `envelopes`; null where they are not known. */
  readonly received: readonly unknown[]
  /** Hash of each entry, recomputed from the bundle; null where there is none. */
  readonly hashes: readonly (string | null)[]
  readonly trust: TrustSet
  readonly verifySignature: (key: PublicKeyBytes, message: Uint8Array, signature: Uint8Array) => boolean
}

/** Judges every envelope on its own and answers one state for every entry. */
export function verifyEnvelopes(inputs: EnvelopeInputs, found: Findings): EnvelopeSummary {
  const { entries, envelopes, received } = inputs
  const keys = entryKeys(entries)
  const witnessed = new Map<number, WitnessedEntry>()
  for (const [index, envelope] of envelopes.entries()) {
    judge(envelope, received[index] ?? null, inputs, keys.bySeq, witnessed, found)
  }
  return summarize(entries, keys, witnessed)
}

type Place =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'unknown'; readonly seq: number }
  | { readonly kind: 'entry'; readonly index: number }

function judge(
  envelope: unknown,
  received: unknown,
  inputs: EnvelopeInputs,
  bySeq: ReadonlyMap<number, number>,
  witnessed: Map<number, WitnessedEntry>,
  found: Findings,
): void {
  const place = locate(envelope, bySeq)
  const tell = (reason: BundleReason, message: string): void => {
    if (place.kind === 'entry') found.onEntry(reason, message, place.index)
    else if (place.kind === 'unknown') found.onNamedSeq(reason, message, place.seq)
    else found.onChain(reason, message)
  }
  if (!isJsonObject(envelope)) {
    tell('envelope_unknown_version', 'an envelope that is no object')
    return
  }
  const shape = shapeDefect(envelope)
  if (shape !== null) {
    tell(shape.reason, shape.message)
    return
  }
  const subject = ownMember(envelope, 'subject') as JsonObject
  if (place.kind !== 'entry') {
    tell('envelope_subject_mismatch', `no entry of this ledger has seq ${briefly(ownMember(subject, 'seq'))}`)
    return
  }
  const { index } = place
  const earlier = witnessed.get(index)
  if (earlier !== undefined) {
    // Claimed before it is judged: a second envelope cannot escape by being defective in another way as well.
    witnessed.set(index, { ...earlier, contested: true })
    tell('envelope_duplicate_subject', 'an earlier envelope already covers this entry')
    return
  }
  witnessed.set(index, { contested: false, signed: false, result: null, kid: null })

  const mismatch = subjectMismatch(subject, inputs.entries[index], inputs.hashes[index] ?? null)
  if (mismatch !== null) {
    tell('envelope_subject_mismatch', mismatch)
    return
  }
  const bytes = receivedDefect(envelope, received)
  if (bytes !== null) {
    tell('envelope_non_canonical', bytes.message)
    if (bytes.ends) return
  }
  const signature = signatureDefect(envelope, inputs)
  if (signature !== null) {
    tell(signature.reason, signature.message)
    return
  }
  const observed = ownMember(envelope, 'observed') as JsonObject
  const witness = ownMember(envelope, 'witness') as JsonObject
  witnessed.set(index, {
    contested: false,
    signed: bytes === null,
    result: ownMember(observed, 'result') ?? null,
    kid: ownMember(witness, 'kid') as string,
  })
}

function locate(envelope: unknown, bySeq: ReadonlyMap<number, number>): Place {
  const subject = isJsonObject(envelope) ? ownMember(envelope, 'subject') : null
  const seq = isJsonObject(subject) ? integerOf(ownMember(subject, 'seq')) : null
  if (seq === null) return { kind: 'nowhere' }
  const index = bySeq.get(seq)
  return index === undefined ? { kind: 'unknown', seq } : { kind: 'entry', index }
}

type Defect = { readonly reason: BundleReason; readonly message: string }

const ENVELOPE_MEMBERS = ['v', 'typ', 'subject', 'observed', 'witness', 'sig']
const OBSERVED_MEMBERS = ['result', 'at', 'method']
const WITNESS_MEMBERS = ['kid', 'alg']

/** Rows 1 to 5 of the table: version, member sets, subject. */
function shapeDefect(envelope: JsonObject): Defect | null {
  if (integerOf(ownMember(envelope, 'v')) !== 1 || ownMember(envelope, 'typ') !== ENVELOPE_TYPE) {
    return { reason: 'envelope_unknown_version', message: 'v or typ is not known here' }
  }
  const parts = [
    ['the envelope', envelope, ENVELOPE_MEMBERS],
    ['observed', ownMember(envelope, 'observed'), OBSERVED_MEMBERS],
    ['witness', ownMember(envelope, 'witness'), WITNESS_MEMBERS],
  ] as const
  for (const [name, part, members] of parts) {
    if (!isJsonObject(part) || !hasExactly(part, members)) {
      return { reason: 'envelope_unknown_member', message: `${name} must have exactly ${members.join(', ')}` }
    }
  }
  return subjectDefect(ownMember(envelope, 'subject'))
}

function subjectDefect(subject: JsonValue | undefined): Defect | null {
  const mismatch = (message: string): Defect => ({ reason: 'envelope_subject_mismatch', message })
  if (!isJsonObject(subject)) return mismatch('the subject is no object')
  const event = ownMember(subject, 'event')
  const members = SUBJECT_MEMBERS.get(event)
  if (members === undefined) return mismatch(`version 1 has no subject for event ${briefly(event)}`)
  const added = Object.keys(subject).find((name) => !members.includes(name))
  if (added !== undefined) {
    return { reason: 'envelope_unknown_member', message: `the subject has no member ${briefly(added)}` }
  }
  const missing = members.find((name) => !Object.hasOwn(subject, name))
  if (missing !== undefined) return mismatch(`the subject lacks ${missing}`)
  const seq = ownMember(subject, 'seq')
  return integerOf(seq) === null ? mismatch(`the subject's seq is no integer: ${briefly(seq)}`) : null
}

function hasExactly(object: JsonObject, members: readonly string[]): boolean {
  const names = Object.keys(object)
  return names.length === members.length && members.every((name) => Object.hasOwn(object, name))
}

/** The hash binds; the other members only locate, and must agree with the entry found. */
function subjectMismatch(subject: JsonObject, entry: unknown, recomputed: string | null): string | null {
  if (recomputed === null || ownMember(subject, 'entry_hash') !== recomputed) {
    return 'entry_hash is not the hash recomputed for this entry'
  }
  if (!isJsonObject(entry)) return 'the entry is no object'
  const locators = ['chain_id', 'node', 'event', ...(Object.hasOwn(subject, 'call_id') ? ['call_id'] : [])]
  // A version 1 allow has no call id; its subject says null.
  const differing = locators.find((name) => ownMember(subject, name) !== (ownMember(entry, name) ?? null))
  return differing === undefined ? null : `${differing} disagrees with the entry`
}

function receivedDefect(envelope: JsonObject, received: unknown): { message: string; ends: boolean } | null {
  if (received === null) return null
  if (typeof received !== 'string' || decodeHex(received) === null) {
    return { message: 'the bytes as received are not given in lower-case hex', ends: true }
  }
  const canonical = canonicalOrNull(() => new TextEncoder().encode(ledgerText(envelope)))
  if (canonical === null) return { message: 'the envelope has no canonical form', ends: true }
  if (toHex(canonical) === received) return null
  return { message: 'the bytes as received are not the canonical form', ends: false }
}

function signatureDefect(envelope: JsonObject, { trust, verifySignature }: EnvelopeInputs): Defect | null {
  const witness = ownMember(envelope, 'witness') as JsonObject
  const kid = ownMember(witness, 'kid')
  const key = typeof kid === 'string' ? trust.get(kid) : undefined
  const unknown = (message: string): Defect => ({ reason: 'envelope_unknown_witness', message })
  if (ownMember(witness, 'alg') !== 'EdDSA')
    return unknown(`alg ${briefly(ownMember(witness, 'alg'))} is not EdDSA`)
  if (key === undefined) return unknown(`no trusted key has kid ${briefly(kid)}`)
  if (key.expired) return unknown(`the key with kid ${briefly(kid)} has expired`)
  const sig = ownMember(envelope, 'sig')
  const signature = typeof sig === 'string' ? decodeHex(sig) : null
  const bad = (message: string): Defect => ({ reason: 'envelope_bad_signature', message })
  if (signature === null) return bad('sig is not lower-case hex')
  const message = canonicalOrNull(() => envelopeSigningBytes(envelope))
  if (message === null)
    return { reason: 'envelope_non_canonical', message: 'the envelope has no canonical form' }
  return verifySignature(key.publicKey, message, signature)
    ? null
    : bad(`the signature does not verify under ${briefly(kid)}`)
}

function canonicalOrNull(write: () => Uint8Array): Uint8Array | null {
  try {
    return write()
  } catch (error) {
    if (error instanceof CanonicalizationError) return null
    throw error
  }
}
