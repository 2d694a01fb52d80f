/**
 * Chain records: the exact shapes that are hashed (heron.md §2, the seed's `chain` cases).
 *
 * Formats are versioned on the row. New rows take the newest; every old row is recomputed under its own version, for
 * ever, so the old shapes stay here.
 */
import { type Digest, hashChained } from '../crypto/digest.js'
import { canonicalize } from '../json/canonical.js'

export type Principal = { readonly type: 'human' | 'service'; readonly ref: string }

/** Session genesis, format 1: no `v` member at all. */
export type SessionRecordV1 = {
  readonly kind: 'session'
  readonly org: string
  readonly session: string
  /** The agent's `external_id`. */
  readonly agent: string
  readonly principal: Principal
  readonly original_request_hash: string
  readonly started_at: string
}

/** Session genesis, format 2: adds the four commitments, null when not stated. */
export type SessionRecordV2 = SessionRecordV1 & {
  readonly v: 2
  readonly task_ref_hash: string | null
  readonly parent_session_ref_hash: string | null
  readonly grant_hash: string | null
  readonly grant_scope_hash: string | null
}

/** Action, format 1: `resource_ref` verbatim, neither `v` nor `signals_hash`. */
export type ActionRecordV1 = {
  readonly kind: 'action'
  readonly org: string
  readonly session: string
  readonly action: string
  readonly seq: number
  readonly tool: string
  readonly args_hash: string
  readonly requested_at: string
  readonly resource_ref: string | null
}

/** Action, format 2: adds `signals_hash`. */
export type ActionRecordV2 = ActionRecordV1 & { readonly v: 2; readonly signals_hash: string | null }

/** Action, format 3: `resource_ref_hash` in place of the reference itself, so that the record can be published. */
export type ActionRecordV3 = Omit<ActionRecordV1, 'resource_ref'> & {
  readonly v: 3
  readonly resource_ref_hash: string | null
  readonly signals_hash: string | null
}

export type SessionRecord = SessionRecordV1 | SessionRecordV2
export type ActionRecord = ActionRecordV1 | ActionRecordV2 | ActionRecordV3
export type ChainRecord = SessionRecord | ActionRecord

/** A record as it is stored: the text that was hashed, and the two ends of its link. */
export type ChainedRecord = {
  /** Canonical text of the record. */
  readonly recordText: string
  /** `null` for a genesis record. */
  readonly prevHash: Digest | null
  readonly recordHash: Digest
}

/**
 * Hashes a new record onto the head of its session (`null` opens the chain).
 *
 * @param hash the runtime's own SHA-256, where there is a faster one.
 */
export function chainRecord(
  record: ChainRecord,
  prevHash: Digest | null,
  hash?: (bytes: Uint8Array) => Uint8Array,
): ChainedRecord {
  const recordText = canonicalize(record)
  return { recordText, prevHash, recordHash: hashChained(recordText, prevHash, hash) }
}
