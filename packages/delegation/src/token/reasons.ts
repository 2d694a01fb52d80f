/** The closed vocabulary of token verification (delegation.md §2.13): one denial, one name, free detail beside it. */
import type { PermitReason } from '../authority/permits.js'
import type { ProfileName } from '../authority/profile.js'

export type TokenReason =
  | 'malformed'
  | 'non_finite'
  | 'duplicate_member'
  | 'non_canonical'
  | 'signature_invalid'
  | 'par_hash_mismatch'
  | 'depth_invalid'
  | 'not_narrower'
  | 'expired'
  | 'principal_altered'
  | 'holder_binding_failed'
  | 'revoked'
  | 'status_unknown'
  | 'audience_mismatch'
  | 'scope_not_granted'
  | 'ceiling_exceeded'
  | 'unknown_constraint'

const BOTH: readonly TokenReason[] = [
  'malformed',
  'non_finite',
  'duplicate_member',
  'non_canonical',
  'signature_invalid',
  'par_hash_mismatch',
  'depth_invalid',
  'not_narrower',
  'expired',
]

const ACTION: readonly TokenReason[] = ['scope_not_granted', 'ceiling_exceeded', 'unknown_constraint']

/**
 * The names each profile's own steps can answer. Where a caller asks a draft-01 verifier for a check that only draft-02
 * describes (holder, status, audience), the draft-02 name is used.
 */
export const TOKEN_REASONS: Readonly<Record<ProfileName, readonly TokenReason[]>> = {
  'draft-01': [...BOTH, ...ACTION],
  'draft-02': [
    ...BOTH,
    'principal_altered',
    'holder_binding_failed',
    'revoked',
    'status_unknown',
    'audience_mismatch',
    ...ACTION,
  ],
}

/** One failing part of step 8. */
export type ActionReason =
  PermitReason | (Omit<PermitReason, 'code'> & { readonly code: 'audience_mismatch' })

/** Why a chain is refused, and at which token (0 is the root; `null` the chain as a whole). */
export type TokenFinding = {
  readonly reason: TokenReason
  readonly hop: number | null
  readonly detail: string
  /** Every failing part, where step 8 denied. */
  readonly reasons?: readonly ActionReason[]
}
