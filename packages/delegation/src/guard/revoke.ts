/** Revocation (delegation.md §3.2): whole subtrees, and only ever more of them. */
import type { Chain, NodeState } from './state.js'
import { commit } from './commit.js'

/** What a `kill` entry says beyond its target and the nodes that fell. */
export type KillDetails = {
  readonly agent?: string
  readonly reason?: string
  readonly scope?: string
  readonly strikes?: number
  readonly mode?: string
}

/**
 * Revokes nodes with their subtrees and writes one `kill`, even when nothing was left to revoke.
 *
 * @returns the ids revoked by this call, in the order of their minting.
 */
export function revokeNodes(
  chain: Chain,
  target: string,
  nodes: readonly NodeState[],
  details: KillDetails = {},
): readonly string[] {
  const fallen = new Set<NodeState>()
  for (const node of nodes) collectAlive(node, fallen)
  const ids = [...chain.nodes.values()].filter((node) => fallen.has(node)).map(({ id }) => id)
  const members = {
    target,
    revoked: ids,
    ...details,
    ...(chain.ledger.v === 2 && { pending_at_kill: pendingCalls(chain, (node) => fallen.has(node)) }),
  }
  commit(chain, 'kill', members, () => {
    for (const node of fallen) node.revokedBy = topmost(node, nodes)
  })
  return ids
}

/** Ids of calls that still owe an outcome, sorted. */
export function pendingCalls(chain: Chain, isMeant: (node: NodeState) => boolean): string[] {
  const ids: string[] = []
  for (const [id, call] of chain.calls) if (call.pending && isMeant(call.node)) ids.push(id)
  return ids.sort()
}

function collectAlive(node: NodeState, fallen: Set<NodeState>): void {
  if (node.revokedBy === null) fallen.add(node)
  // Below a node that fell earlier nothing is alive, but the walk is cheap and needs no such proof.
  for (const child of node.children) collectAlive(child, fallen)
}

/** The named node through which a fallen one was reached. */
function topmost(node: NodeState, named: readonly NodeState[]): string {
  let through = node
  for (let at: NodeState | null = node; at !== null; at = at.parent) if (named.includes(at)) through = at
  return through.id
}
