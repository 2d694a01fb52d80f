/** What a caller configures for one verification, checked before any token is looked at (delegation.md §2.7, §2.8). */
import type { JsonObject } from '@heron/evidence'
import type { ProfileName } from '../authority/profile.js'
import { CallerError } from '../caller-error.js'
import type { HolderCheck } from '../dpop/holder-check.js'
import type { StatusCheck } from '../status/source.js'
import { TOKEN_RULES } from './rules.js'
import { assertTrustSet, type TrustedKey } from './trusted-key.js'

/** One action to judge under a chain (step 8). */
export type ChainAction = {
  readonly scope: string
  /** UNTRUSTED: what the request says about itself. */
  readonly context?: JsonObject
  /** Running totals held by the enforcement point; see `permits`. */
  readonly totals?: JsonObject
}

export type VerifyOptions = {
  /** Chosen by configuration, never by looking at a token. */
  readonly profile: ProfileName
  readonly keys: readonly TrustedKey[]
  /** Seconds since the epoch. */
  readonly now: number
  /** Algorithms accepted at all; by default those of `keys`. */
  readonly acceptedAlgs?: readonly string[]
  /** Kids that may sign a root token; by default every trusted key may. */
  readonly rootKids?: readonly string[]
  /** Who this verifier is. Matched against the leaf. */
  readonly audience?: string
  /** Step 6; without it the presenter is not shown to hold the leaf's key. */
  readonly holder?: HolderCheck
  /** Step 7; without it nothing is known about revocation. */
  readonly status?: StatusCheck
  /** Step 8. */
  readonly action?: ChainAction
  /**
   * Whether each child must be signed by the key that its parent names in `cnf`. No revision of the draft asks for it;
   * off by default. A child signed otherwise is `signature_invalid`.
   */
  readonly delegatorBound?: boolean
}

/** @throws {CallerError} for a configuration that cannot be meant. */
export function assertVerifyOptions(options: VerifyOptions): void {
  // Callers without types reach this too: a wrong configuration must be loud, or it would fail as a verdict.
  const { profile, now, acceptedAlgs, rootKids, audience } = options as {
    readonly [Name in keyof VerifyOptions]: unknown
  }
  if (typeof profile !== 'string' || !Object.hasOwn(TOKEN_RULES, profile)) {
    throw new CallerError(
      'bad_option',
      `no profile of that name; there are ${Object.keys(TOKEN_RULES).join(', ')}`,
    )
  }
  if (typeof now !== 'number' || !Number.isFinite(now)) {
    throw new CallerError('bad_option', '`now` must be a finite number of seconds')
  }
  if (acceptedAlgs !== undefined && !isTextList(acceptedAlgs)) {
    throw new CallerError('bad_option', 'the accepted algorithms must be a list of texts')
  }
  if (rootKids !== undefined && !isTextList(rootKids)) {
    throw new CallerError('bad_option', 'the root kids must be a list of texts')
  }
  if (audience !== undefined && (typeof audience !== 'string' || audience === '')) {
    throw new CallerError('bad_option', 'the audience must be a text that is not empty')
  }
  assertTrustSet(options.keys)
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member === 'string')
}
