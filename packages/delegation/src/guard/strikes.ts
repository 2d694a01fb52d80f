/** Strikes (delegation.md §3.5): a node that keeps asking for what it may not do is revoked, with its subtree. */
import { CallerError } from '../caller-error.js'
import type { NodeState, StrikePolicy } from './state.js'

/** Fills in the defaults: enabled, 3, same_scope. @throws {CallerError} `bad_option` */
export function readStrikePolicy(policy: Partial<StrikePolicy> | undefined): StrikePolicy | null {
  if (policy === undefined) return null
  const { enabled = true, n = 3, mode = 'same_scope' } = policy
  if (!Number.isSafeInteger(n) || n < 1)
    throw new CallerError('bad_option', 'strikes: n must be an integer from 1')
  return { enabled, n, mode }
}

/** Counts one denial. Answers the count at which the node falls, otherwise null. */
export function strike(policy: StrikePolicy | null, node: NodeState, scope: string): number | null {
  if (policy === null || !policy.enabled || node.revokedBy !== null) return null
  const account = policy.mode === 'total' ? '' : scope
  const count = (node.strikes.get(account) ?? 0) + 1
  node.strikes.set(account, count)
  return count >= policy.n ? count : null
}
