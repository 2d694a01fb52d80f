/**
 * Reason names of bundle verification (delegation.md §4.4, §5). The first two lists are the closed vocabulary of the
 * contract; a test holds them against the findings the verifier can make, both ways.
 */

/** Of the ledger and its anchor. */
export const BUNDLE_REASONS = [
  'unsupported_version',
  'anchor_version_mismatch',
  'missing_root',
  'root_version_mismatch',
  'mixed_entry_versions',
  'unknown_ledger_fields',
  'expected_head_mismatch',
  'expected_anchor_mismatch',
  'chain_id_mismatch',
  'integrity',
  'integrity(anchor)',
  'unreadable_authority',
  'unreadable_granted',
  'monotonicity',
  'containment',
  'v2_field_on_v1',
  'invalid_root',
  'invalid_kill',
  'invalid_allow',
  'invalid_deny',
  'invalid_outcome',
  'duplicate_call_id',
  'duplicate_outcome',
  'outcome_without_allow',
  'cross_ref',
  'outcome_before_allow',
  'params_mismatch',
  'invalid_policy',
  'policy_on_non_allow',
] as const

/** Of observer envelopes, version 1. */
export const ENVELOPE_REASONS = [
  'envelope_unknown_version',
  'envelope_unknown_member',
  'envelope_subject_mismatch',
  'envelope_duplicate_subject',
  'envelope_non_canonical',
  'envelope_unknown_witness',
  'envelope_bad_signature',
] as const

/** Rules that the contract does not name; reported under words of our own, and marked so in their detail. */
export const OUTSIDE_CONTRACT_REASONS = [
  /** The bundle, or its entries, anchor or envelopes, is of the wrong kind. Reported alone. */
  'invalid_bundle',
  /** An entry that is no object. */
  'invalid_ledger_entry',
  /** An event outside the eight names, or `outcome` on a version 1 chain. */
  'unknown_ledger_event',
  /** A `node` that is neither text nor null nor absent. */
  'invalid_node',
  /** A `kill` whose `revoked` is no list: whom it stopped cannot be told. */
  'unreadable_kill',
] as const

export type BundleReason =
  | (typeof BUNDLE_REASONS)[number]
  | (typeof ENVELOPE_REASONS)[number]
  | (typeof OUTSIDE_CONTRACT_REASONS)[number]

const OUTSIDE: ReadonlySet<string> = new Set(OUTSIDE_CONTRACT_REASONS)

/** True for a reason that the published contract does not know. */
export function isOutsideContract(reason: BundleReason): boolean {
  return OUTSIDE.has(reason)
}
