/** The answer of the guard to one action (delegation.md §1.10). A denial is a returned value and always says why. */
import type { JsonObject, JsonValue } from '@heron/evidence'

/** Why an action was denied. Names are the contract's. */
export type DenialCode =
  | 'scope_not_granted'
  | 'ceiling_exceeded'
  | 'unknown_constraint'
  | 'expired'
  | 'revoked'
  | 'integrity'
  | 'unmetered'
  | 'node_finalized'
  | 'call_id_unavailable'
  /** A budget of the whole chain would be exceeded. */
  | 'chain_ceiling'
  /** Adapter level: no authority is known for the caller. */
  | 'no_authority'
  /** Adapter level: a hand-off was refused before it reached the chain. */
  | 'delegation_refused'

export type DecisionReason = {
  readonly code: DenialCode
  /** Key of the constraint or chain budget; null where none is meant. */
  readonly constraint: string | null
  readonly limit: JsonValue
  readonly requested: JsonValue
  readonly message: string
}

export type Decision = {
  readonly allowed: boolean
  /** Every failing reason, not only the first; empty exactly when allowed. */
  readonly reasons: readonly DecisionReason[]
  /** The node that denied: an ancestor where its revocation or budget did. Null when allowed. */
  readonly determiningNode: string | null
  /** On schema version 2 only, and only where the decision was recorded. Names the call for `recordOutcome`. */
  readonly callId?: string
}

/** One line: what was decided and why. */
export function explain({ allowed, reasons }: Decision): string {
  if (allowed) return 'allowed'
  return `denied: ${reasons.map(({ code, message }) => `${code} (${message})`).join('; ')}`
}

/** The published form of a decision. */
export function decisionToWire(decision: Decision): JsonObject {
  return {
    allowed: decision.allowed,
    reasons: decision.reasons,
    determining_node: decision.determiningNode,
    ...(decision.callId !== undefined && { call_id: decision.callId }),
  }
}

export function denied(node: string, reasons: readonly DecisionReason[]): Decision {
  return { allowed: false, reasons, determiningNode: node }
}

export function reason(
  code: DenialCode,
  message: string,
  details: Partial<DecisionReason> = {},
): DecisionReason {
  return { code, constraint: null, limit: null, requested: null, message, ...details }
}
