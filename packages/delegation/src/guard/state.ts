/**
 * The state of one delegation chain (delegation.md §3.1). Only the modules of this folder see it.
 *
 * INVARIANT: every transition runs to its end without an await between evaluating and committing; in JavaScript that is
 * the lock.
 */
import type { Authority } from '../authority/authority.js'
import type { Constraint } from '../authority/constraint.js'
import type { Ledger } from '../ledger/ledger.js'

export type StrikePolicy = {
  readonly enabled: boolean
  /** Denials until the node falls. */
  readonly n: number
  /** Whether denials add up per scope or over all scopes. */
  readonly mode: 'same_scope' | 'total'
}

/** One ceiling that the guard keeps the count for. */
export type Meter = {
  readonly constraint: Constraint
  /** Under which name its count stands in context or totals. */
  readonly name: string
  /** `action` is draft-01's call count under `max`: it is read from the context, where the caller may state it. */
  readonly kind: 'action' | 'lifetime' | 'subtree'
  /** The context field whose quantity is added up; null where every allowed call counts as one. */
  readonly quantity: string | null
}

/** Time and randomness come from outside: this package is pure. */
export type GuardRuntime = {
  /** Monotonic seconds. */
  readonly clock: () => number
  readonly randomBytes: (length: number) => Uint8Array
  /** The `ts` of ledger entries; default a counter. */
  readonly timestamp?: () => number | string
  /** A faster SHA-256 of a text's UTF-8, in lower-case hex; default is the portable one. */
  readonly sha256Hex?: (text: string) => string
}

export type ChainSettings = {
  readonly chainId: string
  /** Deepest node; the root is 0. */
  readonly maxDepth: number
  /** Children ever minted by one node; revoking one frees nothing. */
  readonly maxFanout: number
  readonly strictMetering: boolean
  readonly strikes: StrikePolicy | null
  /** Budget of the whole chain by context field. */
  readonly chainCeilings: ReadonlyMap<string, number>
}

export type NodeState = {
  readonly id: string
  readonly parent: NodeState | null
  readonly agent: string
  readonly task: string | null
  readonly depth: number
  /** Seconds on the chain's clock; the earlier of this node's own end and its parent's. */
  readonly expiresAt: number
  authority: Authority
  /** HMAC of the authority's wire form, and the very object it was computed over. */
  readonly seal: string
  readonly sealed: Authority
  readonly meters: readonly Meter[]
  readonly children: NodeState[]
  /** The node whose revocation reached this one. */
  revokedBy: string | null
  complete: boolean
  /** Calls and quantities of allowed actions, by the name under which a ceiling reads them. */
  readonly lifetime: Map<string, number>
  readonly subtree: Map<string, number>
  /** Denials so far, by scope, or under `total`. */
  readonly strikes: Map<string, number>
}

type CallRecord = {
  readonly node: NodeState
  readonly startedAt: number
  /** True while an outcome is promised and has not come. */
  pending: boolean
  finished: boolean
}

export type Chain = {
  readonly settings: ChainSettings
  readonly runtime: GuardRuntime
  readonly ledger: Ledger
  readonly nodes: Map<string, NodeState>
  readonly bannedAgents: Set<string>
  readonly chainTotals: Map<string, number>
  /** Version 2: every allowed call. */
  readonly calls: Map<string, CallRecord>
  /** Version 2: 32 hex digits. */
  readonly paramsSalt: string | null
  readonly sealSecret: Uint8Array
}
