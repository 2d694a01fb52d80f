/** Delegation (delegation.md §3.2): a child gets what the parent holds and it asked for; nothing else, and never more. */
import type { Authority } from '../authority/authority.js'
import { meet } from '../authority/meet.js'
import { narrower } from '../authority/narrower.js'
import { toWire } from '../authority/read.js'
import { adopt, isExpired, isSealIntact, mintNode } from './chain.js'
import type { Chain, NodeState } from './state.js'
import { commit } from './commit.js'
import { DelegationRefused } from './errors.js'

/**
 * Mints a child and records it.
 *
 * @throws {DelegationRefused} for a structural failure, recorded as `spawn_denied`.
 * @throws {LedgerWriteError} when a sink failed after the commit; the child exists and is reached by `Guard.at`.
 */
export function delegate(
  chain: Chain,
  parent: NodeState,
  agent: string,
  requested: Authority,
  task: string | null,
): NodeState {
  const granted = structuralRefusal(chain, parent, agent) ?? grant(parent, requested)
  if (granted instanceof DelegationRefused) {
    chain.ledger.append('spawn_denied', {
      parent: parent.id,
      agent,
      task,
      requested: toWire(requested),
      reason: granted.code,
      detail: granted.message,
    })
    throw granted
  }
  const child = mintNode(chain, parent, agent, granted, task)
  const members = {
    parent: parent.id,
    node: child.id,
    agent,
    task,
    requested: toWire(requested),
    granted: toWire(granted),
  }
  commit(chain, 'spawn', members, () => {
    adopt(chain, child)
  })
  return child
}

/** The checks that do not depend on what is asked, in their order; nothing is written. */
export function structuralRefusal(chain: Chain, parent: NodeState, agent: string): DelegationRefused | null {
  const { maxDepth, maxFanout } = chain.settings
  if (!chain.nodes.has(parent.id))
    return new DelegationRefused('no_authority', 'the parent is no node of this chain')
  if (parent.revokedBy !== null)
    return new DelegationRefused('chain_revoked', 'the parent or an ancestor was revoked')
  if (chain.bannedAgents.has(agent))
    return new DelegationRefused('agent_banned', 'the agent was revoked by name')
  if (!isSealIntact(chain, parent)) {
    return new DelegationRefused('integrity', "the parent's authority is not the one it was given")
  }
  if (isExpired(chain, parent))
    return new DelegationRefused('ttl_expired', "the parent's lifetime has elapsed")
  if (parent.depth + 1 > maxDepth)
    return new DelegationRefused('max_depth', `no node may be deeper than ${maxDepth}`)
  if (parent.children.length + 1 > maxFanout) {
    return new DelegationRefused('max_fanout', `no node may ever have more than ${maxFanout} children`)
  }
  return null
}

function grant(parent: NodeState, requested: Authority): Authority | DelegationRefused {
  const met = meet(parent.authority, requested)
  if (!met.ok) return new DelegationRefused(met.reason, met.message)
  // Cheap beside a signature, and it turns a fault of the algebra into a refusal instead of a widening.
  return narrower(met.authority, parent.authority).ok
    ? met.authority
    : new DelegationRefused('integrity', 'the computed grant is wider than its parent')
}
