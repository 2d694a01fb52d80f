/** Closed vocabularies of the ledger (delegation.md §4.1): which members an entry may carry and which words they hold. */

/** The eight events. `outcome` exists on schema version 2 only. */
export const LEDGER_EVENTS = [
  'root',
  'spawn',
  'spawn_denied',
  'allow',
  'deny',
  'kill',
  'done',
  'outcome',
] as const
export type LedgerEvent = (typeof LEDGER_EVENTS)[number]

/** Members that only schema version 2 knows: the twelve of the contract. */
export const V2_ONLY_FIELDS = [
  'adapter',
  'authorized_params_hash',
  'body_state',
  'call_id',
  'capture',
  'duration_ms',
  'error_code',
  'invoked_params_hash',
  'params_hash_reason',
  'params_salt',
  'pending_at_kill',
  'receipt',
] as const

const V1_FIELDS = [
  'agent',
  'authority',
  'c14n',
  'chain_id',
  'context',
  'detail',
  'disposition',
  'event',
  'granted',
  'hash',
  'mode',
  'node',
  'parent',
  'policy',
  'prev_hash',
  'reason',
  'reasons',
  'requested',
  'revoked',
  'scope',
  'seq',
  'strikes',
  'target',
  'task',
  'tool',
  'ts',
  'v',
] as const

/** The one allow-list of 39 top-level members, whatever the event. */
export const LEDGER_FIELDS = [...V1_FIELDS, ...V2_ONLY_FIELDS] as const

/** How a call was hooked: a capability label. All but `pre_hook_only` promise an outcome. */
export const CAPTURES = ['wrapper_sync', 'wrapper_async', 'framework_post_hook', 'pre_hook_only'] as const
export type Capture = (typeof CAPTURES)[number]

/** How the body of a call ended. */
export const BODY_STATES = ['returned', 'raised', 'abandoned', 'deferred'] as const
export type BodyState = (typeof BODY_STATES)[number]

/** Why a scope was absent, as stated by the caller (delegation.md §1.10). */
export const DISPOSITIONS = [
  'held_pending_grant',
  'withheld_tier2',
  'unresolved',
  'out_of_authority',
] as const
export type Disposition = (typeof DISPOSITIONS)[number]

/** The only defined value of `policy`: the call ran without an authorization check. */
export const UNLISTED = 'unlisted'

export type SchemaVersion = 1 | 2
