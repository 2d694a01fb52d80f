/** Thrown by the guard: structural refusals and failed writes. Policy denials are returned, never thrown (§1.10). */
import { type LedgerEntry, LedgerWriteError } from '../ledger/ledger.js'
import { type Decision, explain } from './decision.js'

/** Why a delegation was refused; the `reason` of its `spawn_denied` entry. */
export type RefusalCode =
  | 'no_authority'
  | 'chain_revoked'
  | 'agent_banned'
  | 'integrity'
  | 'ttl_expired'
  | 'max_depth'
  | 'max_fanout'
  | 'not_narrower'
  | 'chain_ceiling'

/** The chain's state does not allow what was asked. The sub-agent of a refused delegation has no authority at all. */
export class DelegationRefused extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(`${code}: ${message}`)
    this.name = 'DelegationRefused'
    this.code = code
  }
}

/** Thrown by `enforce` in place of a denial. */
export class AuthorizationDenied extends Error {
  readonly code = 'authorization_denied'
  readonly decision: Decision

  constructor(decision: Decision) {
    super(explain(decision))
    this.name = 'AuthorizationDenied'
    this.decision = decision
  }
}

/** A decision that is committed and metered, though a ledger sink failed to take it. Do not retry. */
export class DecisionWriteError extends LedgerWriteError {
  readonly decision: Decision

  constructor(entry: LedgerEntry, decision: Decision, cause: unknown) {
    super(entry, cause)
    this.name = 'DecisionWriteError'
    this.decision = decision
  }
}
