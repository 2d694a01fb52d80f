/** Opens chains and mints nodes; seals what a node holds against changes inside the process (delegation.md §3.1). */
import { canonicalBytes, hmacSha256, toHex } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import { toWire } from '../authority/read.js'
import { CallerError } from '../caller-error.js'
import { Ledger, type LedgerOptions } from '../ledger/ledger.js'
import type { SchemaVersion } from '../ledger/vocabulary.js'
import { metersOf } from './meters.js'
import type { Chain, ChainSettings, GuardRuntime, NodeState } from './state.js'

export function openChain(
  settings: ChainSettings,
  runtime: GuardRuntime,
  v: SchemaVersion,
  sinks: LedgerOptions['sinks'] = [],
): Chain {
  return {
    settings,
    runtime,
    ledger: new Ledger({
      v,
      chainId: settings.chainId,
      sinks,
      ...(runtime.timestamp !== undefined && { timestamp: runtime.timestamp }),
      ...(runtime.sha256Hex !== undefined && { sha256Hex: runtime.sha256Hex }),
    }),
    nodes: new Map(),
    bannedAgents: new Set(),
    chainTotals: new Map(),
    calls: new Map(),
    paramsSalt: v === 2 ? toHex(random(runtime, 16)) : null,
    sealSecret: random(runtime, 32),
  }
}

/** The node that the next committed root or spawn creates. It joins the chain by {@link adopt}. */
export function mintNode(
  chain: Chain,
  parent: NodeState | null,
  agent: string,
  authority: Authority,
  task: string | null,
): NodeState {
  const now = chain.runtime.clock()
  const ownEnd = authority.ttl === null ? Infinity : now + authority.ttl
  return {
    id: `${chain.settings.chainId}:n${chain.nodes.size}`,
    parent,
    agent,
    task,
    depth: parent === null ? 0 : parent.depth + 1,
    expiresAt: Math.min(ownEnd, parent?.expiresAt ?? Infinity),
    authority,
    seal: sealOf(chain, authority),
    sealed: authority,
    meters: metersOf(authority),
    children: [],
    revokedBy: null,
    complete: false,
    lifetime: new Map(),
    subtree: new Map(),
    strikes: new Map(),
  }
}

export function adopt(chain: Chain, node: NodeState): void {
  chain.nodes.set(node.id, node)
  node.parent?.children.push(node)
}

/**
 * True while the node holds the authority that it was minted with.
 *
 * The authority is private to this folder and nothing here changes it in place, so the very object that was sealed needs
 * no second HMAC; any other object is sealed anew and compared.
 */
export function isSealIntact(chain: Chain, node: NodeState): boolean {
  return node.authority === node.sealed || sealOf(chain, node.authority) === node.seal
}

export function isExpired(chain: Chain, node: NodeState): boolean {
  return chain.runtime.clock() > node.expiresAt
}

/** @throws {CallerError} when the runtime gives something else than so many bytes. */
export function random(runtime: GuardRuntime, length: number): Uint8Array {
  const bytes = runtime.randomBytes(length)
  if (!(bytes instanceof Uint8Array) || bytes.length !== length) {
    throw new CallerError('bad_option', `randomBytes must give ${length} bytes`)
  }
  return bytes
}

function sealOf(chain: Chain, authority: Authority): string {
  return toHex(hmacSha256(chain.sealSecret, canonicalBytes(toWire(authority))))
}
