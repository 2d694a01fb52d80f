/**
 * Observer envelopes, version 1 (delegation.md §5): a witness's signature over the identity of one ledger entry, never
 * over its contents, which the entry's own hash covers.
 */
import { type JsonObject, type JsonValue, signEd25519, toHex } from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { ledgerText } from '../ledger/hash.js'

export const ENVELOPE_TYPE = 'delegation-event-observation'

/** `not_matched` needs contradicting evidence; `indeterminate` is what remains, no evidence included. */
export const OBSERVATION_RESULTS = ['matched', 'not_matched', 'indeterminate'] as const
export type ObservationResult = (typeof OBSERVATION_RESULTS)[number]

/** Members of a subject by event: no other event has one. */
export const SUBJECT_MEMBERS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['spawn', ['chain_id', 'node', 'seq', 'entry_hash', 'event']],
  ['allow', ['chain_id', 'node', 'seq', 'entry_hash', 'event', 'call_id']],
])

export type Observation = {
  readonly result: ObservationResult
  /** RFC 3339. */
  readonly at: string
  /** Free text: how the witness observed. Signed and published; keep it free of personal data. */
  readonly method: string
}

export type Witness = { readonly kid: string; /** 32 bytes. */ readonly seed: Uint8Array }

const encoder = new TextEncoder()

/**
 * Signs what a witness observed of an entry. The witness vouches for `entry.hash` as it stands, so it must have
 * recomputed the ledger up to there.
 *
 * @param entry a committed `spawn` or `allow`.
 * @throws {CallerError} `bad_option` for another event: version 1 has no subject for it.
 */
export function signEnvelope(entry: JsonObject, observation: Observation, witness: Witness): JsonObject {
  const { chain_id, node, seq, hash, event, call_id } = entry as Record<string, JsonValue>
  if (!SUBJECT_MEMBERS.has(event)) {
    throw new CallerError('bad_option', 'only spawn and allow entries can be observed')
  }
  const subject = { chain_id, node, seq, entry_hash: hash, event }
  const { result, at, method } = observation
  const stated = {
    v: 1,
    typ: ENVELOPE_TYPE,
    subject: event === 'allow' ? { ...subject, call_id: call_id ?? null } : subject,
    observed: { result, at, method },
    witness: { kid: witness.kid, alg: 'EdDSA' },
  } as JsonObject
  return { ...stated, sig: toHex(signEd25519(witness.seed, envelopeSigningBytes(stated))) }
}

/**
 * The bytes that an envelope's signature covers: its canonical form without `sig`.
 *
 * @throws {CanonicalizationError}
 */
export function envelopeSigningBytes(envelope: JsonObject): Uint8Array {
  const { sig: _signature, ...stated } = envelope
  return encoder.encode(ledgerText(stated))
}
