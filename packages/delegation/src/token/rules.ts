/** What the revisions say differently about tokens (delegation.md §2.3, §2.4, §2.7, §2.8), as data. */
import { type Profile, type ProfileName, PROFILES } from '../authority/profile.js'

/** One check over the whole chain; the verifier stops at the first that fails. */
export type StepName =
  | 'parse'
  | 'claims'
  | 'authorities'
  | 'signatures'
  | 'linkage'
  | 'depth'
  | 'principal'
  | 'narrowing'
  | 'window'
  | 'holder'
  | 'status'
  | 'audience'
  | 'action'

export type TokenRules = {
  readonly authority: Profile
  readonly order: readonly StepName[]
  /** Whether a detail without `scopes` grants nothing, or is refused. */
  readonly scopesRequired: boolean
  /** Whether `constraints: null` reads as none, or is refused. */
  readonly nullConstraintsAllowed: boolean
  /** Whether narrowing also compares `exp − iat`; otherwise only the window step compares `exp`. */
  readonly narrowsLifetime: boolean
  /** Whether no action is permitted until the leaf's audience was matched. */
  readonly actionNeedsAudience: boolean
  /** Whether `sub` names one principal on every hop, or the agent of each. */
  readonly onePrincipal: boolean
}

export const TOKEN_RULES: Readonly<Record<ProfileName, TokenRules>> = {
  'draft-01': {
    authority: PROFILES['draft-01'],
    order: [
      'parse',
      'signatures',
      'linkage',
      'depth',
      'authorities',
      'narrowing',
      'window',
      'holder',
      'status',
      'audience',
      'action',
    ],
    scopesRequired: false,
    nullConstraintsAllowed: true,
    narrowsLifetime: true,
    actionNeedsAudience: false,
    onePrincipal: false,
  },
  'draft-02': {
    authority: PROFILES['draft-02'],
    order: [
      'parse',
      'claims',
      'authorities',
      'signatures',
      'linkage',
      'depth',
      'principal',
      'narrowing',
      'window',
      'holder',
      'status',
      'audience',
      'action',
    ],
    scopesRequired: true,
    nullConstraintsAllowed: false,
    narrowsLifetime: false,
    actionNeedsAudience: true,
    onePrincipal: true,
  },
}
