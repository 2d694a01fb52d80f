/**
 * The guard (delegation.md §3): one agent's handle on its node of a delegation chain. It decides before a tool runs,
 * hands down narrower authority, and writes the ledger that an outsider re-checks with the same algebra.
 *
 * Handles are thin: two of one node are the same guard. State and rules live in the modules beside this file.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import { LEDGER_PROFILES, type Profile, type ProfileName } from '../authority/profile.js'
import { readAuthority, toWire } from '../authority/read.js'
import { type ExportOptions, exportLedger } from '../bundle/export.js'
import { CallerError } from '../caller-error.js'
import type { LedgerEntry, LedgerSink } from '../ledger/ledger.js'
import { isNonEmptyText } from '../ledger/text-forms.js'
import type { BodyState, SchemaVersion } from '../ledger/vocabulary.js'
import { adopt, mintNode, openChain } from './chain.js'
import type { Chain, GuardRuntime, NodeState, StrikePolicy } from './state.js'
import { check, wouldAllow } from './check.js'
import { commit } from './commit.js'
import type { Decision, DenialCode } from './decision.js'
import { delegate, structuralRefusal } from './delegate.js'
import { AuthorizationDenied, DelegationRefused, type RefusalCode } from './errors.js'
import type { CheckOptions } from './options.js'
import {
  type DenialOptions,
  type OutcomeOptions,
  type PassthroughOptions,
  recordDenial,
  recordOutcome,
  recordPassthrough,
} from './record.js'
import { pendingCalls, revokeNodes } from './revoke.js'
import { readStrikePolicy } from './strikes.js'

/** What an agent may do, as people write it: the wire form, with constraints and ttl optional. */
export type AuthorityInput = {
  readonly scopes: readonly string[]
  readonly constraints?: readonly JsonObject[]
  /** Seconds from the moment of issuance or delegation; null or absent is unbounded. */
  readonly ttl?: number | null
}

export type GuardOptions = GuardRuntime & {
  readonly chainId?: string
  readonly task?: string
  /** Default 6; the root is 0. */
  readonly maxDepth?: number
  /** Default 16 children ever minted by one node. */
  readonly maxFanout?: number
  /** Default 2, which binds every call to its outcome. */
  readonly schemaVersion?: SchemaVersion
  /** Rules of scopes and constraints; default `draft-01`. */
  readonly profile?: ProfileName
  /** Receive every committed entry, in this order: a ledger file first. */
  readonly sinks?: readonly LedgerSink[]
  /** Every call must declare what its metered ceilings read, unless it says `metered: false`. Default false. */
  readonly strictMetering?: boolean
  /** Absent: denials are never counted. */
  readonly strikes?: Partial<StrikePolicy>
  /** Budgets of the whole chain by context field (`calls` counts allowed calls), debited with each allow. */
  readonly chainCeilings?: Readonly<Record<string, number>>
}

export class Guard {
  readonly #chain: Chain
  readonly #node: NodeState

  private constructor(chain: Chain, node: NodeState) {
    this.#chain = chain
    this.#node = node
  }

  /**
   * Opens a chain and its root node.
   *
   * @throws {CallerError} `bad_option` for an authority that cannot be read or options outside their domain.
   */
  static issue(agent: string, authority: AuthorityInput | Authority, options: GuardOptions): Guard {
    const profile = LEDGER_PROFILES[options.profile ?? 'draft-01']
    const held = readInput(authority, profile)
    requireText(agent, 'agent')
    const v = options.schemaVersion ?? 2
    const chain = openChain(
      {
        chainId: options.chainId ?? 'chain',
        maxDepth: requireCount(options.maxDepth ?? 6, 'maxDepth'),
        maxFanout: requireCount(options.maxFanout ?? 16, 'maxFanout'),
        strictMetering: options.strictMetering ?? false,
        strikes: readStrikePolicy(options.strikes),
        chainCeilings: readCeilings(options.chainCeilings ?? {}),
      },
      options,
      v,
      options.sinks,
    )
    const node = mintNode(chain, null, agent, held, options.task ?? null)
    const members = {
      node: node.id,
      agent,
      authority: toWire(held),
      ...(chain.paramsSalt !== null && { params_salt: chain.paramsSalt }),
    }
    commit(chain, 'root', members, () => {
      adopt(chain, node)
    })
    return new Guard(chain, node)
  }

  /** `<chain>:n<k>`. */
  get id(): string {
    return this.#node.id
  }

  get agent(): string {
    return this.#node.agent
  }

  get task(): string | null {
    return this.#node.task
  }

  get depth(): number {
    return this.#node.depth
  }

  get chainId(): string {
    return this.#chain.settings.chainId
  }

  /** A copy of what this node holds, in wire form. Changing it changes nothing. */
  get authority(): JsonObject {
    return structuredClone(toWire(this.#node.authority))
  }

  get revoked(): boolean {
    return this.#node.revokedBy !== null
  }

  get completed(): boolean {
    return this.#node.complete
  }

  /** The ledger so far, parsed anew on each call. */
  entries(): LedgerEntry[] {
    return this.#chain.ledger.entries()
  }

  /** Hash of the last entry: what a cautious partner keeps, to detect a stripped tail later. */
  get head(): string {
    return this.#chain.ledger.head
  }

  /** The handle of another node of this chain. @throws {DelegationRefused} `no_authority` when there is none. */
  at(nodeId: string): Guard {
    const node = this.#chain.nodes.get(nodeId)
    if (node === undefined) throw new DelegationRefused('no_authority', 'no node of this chain has that id')
    return new Guard(this.#chain, node)
  }

  /**
   * Hands down part of this node's authority. What is asked too widely comes back narrowed, not refused.
   *
   * @throws {DelegationRefused} for a structural failure; it is recorded, and the sub-agent has no authority at all.
   */
  delegate(
    agent: string,
    request: AuthorityInput | Authority,
    options: { readonly task?: string } = {},
  ): Guard {
    requireText(agent, 'agent')
    const requested = readInput(request, this.#node.authority.profile)
    return new Guard(this.#chain, delegate(this.#chain, this.#node, agent, requested, options.task ?? null))
  }

  /** The structural checks of {@link delegate} alone. Writes nothing. */
  wouldDelegate(agent: string): { readonly allowed: boolean; readonly reason: RefusalCode | null } {
    const refusal = structuralRefusal(this.#chain, this.#node, agent)
    return { allowed: refusal === null, reason: refusal?.code ?? null }
  }

  /**
   * Decides one action and records the decision. Never throws for a denial.
   *
   * @throws {CallerError} for arguments that are wrong in themselves; nothing is written then.
   * @throws {DecisionWriteError} when a ledger sink failed after the commit: the decision stands, do not retry.
   */
  check(scope: string, options: CheckOptions = {}): Decision {
    return check(this.#chain, this.#node, scope, options)
  }

  /** {@link check}, with the denial thrown. @throws {AuthorizationDenied} */
  enforce(scope: string, options: CheckOptions = {}): Decision {
    const decision = this.check(scope, options)
    if (!decision.allowed) throw new AuthorizationDenied(decision)
    return decision
  }

  /** What {@link check} would answer. Reads the meters, consumes nothing, writes nothing. */
  wouldAllow(scope: string, options: CheckOptions = {}): Decision {
    return wouldAllow(this.#chain, this.#node, scope, options)
  }

  /** Records a refusal that an adapter made without asking. Nothing is evaluated. */
  recordDenial(reason: DenialCode, options: DenialOptions = {}): Decision {
    return recordDenial(this.#chain, this.#node, reason, options)
  }

  /** Records a call that ran unchecked. Nothing is evaluated, no meter moves. @returns its call id on version 2. */
  recordPassthrough(tool: string, options: PassthroughOptions = {}): string | undefined {
    requireText(tool, 'tool')
    return recordPassthrough(this.#chain, this.#node, tool, options)
  }

  /** Records how a call ended: once per call, version 2 only. */
  recordOutcome(callId: string, state: BodyState, options: OutcomeOptions = {}): void {
    recordOutcome(this.#chain, callId, state, options)
  }

  /**
   * Marks this node as done. It keeps its authority; on version 2 further checks answer `node_finalized`.
   *
   * @returns the ids of calls that still owe an outcome: while there are any (version 2), the node is not done.
   */
  complete(): readonly string[] {
    const node = this.#node
    if (node.complete) return []
    const pending = pendingCalls(this.#chain, (owner) => owner === node)
    if (pending.length > 0) return pending
    commit(this.#chain, 'done', { node: node.id, agent: node.agent }, () => {
      node.complete = true
    })
    return []
  }

  /**
   * Revokes a node of this one's subtree, itself by default, with everything below it. Cannot be undone.
   *
   * @returns the ids revoked by this call.
   * @throws {CallerError} `bad_option` when the node is not in this subtree.
   */
  revoke(node: Guard | string = this, reason?: string): readonly string[] {
    const id = typeof node === 'string' ? node : node.id
    const target = this.#chain.nodes.get(id)
    if (target === undefined || !isWithin(target, this.#node)) {
      throw new CallerError('bad_option', 'a guard revokes nodes of its own subtree only')
    }
    return revokeNodes(this.#chain, id, [target], reason === undefined ? {} : { reason })
  }

  /** Revokes every node of an agent in this chain, with their subtrees, and bans further delegation to it. */
  revokeAgent(agent: string, reason?: string): readonly string[] {
    requireText(agent, 'agent')
    // First of all: the ban must hold even if the entry cannot be written.
    this.#chain.bannedAgents.add(agent)
    const nodes = [...this.#chain.nodes.values()].filter((node) => node.agent === agent)
    return revokeNodes(this.#chain, agent, nodes, { agent, ...(reason !== undefined && { reason }) })
  }

  /**
   * Charges a quantity to the budget of the whole chain outside of any check.
   *
   * @throws {DelegationRefused} `chain_ceiling` when it would be exceeded; nothing is charged then.
   */
  chargeChain(field: string, amount: number): void {
    const { chainTotals, settings } = this.#chain
    const limit = settings.chainCeilings.get(field)
    if (limit === undefined) throw new CallerError('bad_option', `the chain has no budget for ${field}`)
    if (!(Number.isFinite(amount) && amount >= 0))
      throw new CallerError('bad_option', 'amount must be a number from 0')
    const total = (chainTotals.get(field) ?? 0) + amount
    if (total > limit)
      throw new DelegationRefused('chain_ceiling', `the chain's budget for ${field} would be exceeded`)
    chainTotals.set(field, total)
  }

  /** The evidence bundle of the whole chain so far. */
  exportBundle(options: ExportOptions): JsonObject {
    const { ledger, settings } = this.#chain
    return exportLedger({ v: ledger.v, chainId: settings.chainId, entries: ledger.entries() }, options)
  }
}

/** Reads what people write. A copy is read, so that nobody outside holds the object that is sealed. */
function readInput(input: AuthorityInput | Authority, profile: Profile): Authority {
  let wire: JsonValue = input as JsonObject
  if (isJsonObject(input) && 'profile' in input) {
    wire = toWire(input as Authority)
  } else if (isJsonObject(input)) {
    wire = { constraints: [], ttl: null, ...structuredClone(input) }
  }
  const read = readAuthority(wire, profile)
  if (!read.ok)
    throw new CallerError('bad_option', `unreadable authority at \`${read.pointer}\`: ${read.message}`)
  return read.authority
}

function readCeilings(ceilings: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  for (const [field, limit] of Object.entries(ceilings)) {
    if (!(Number.isFinite(limit) && limit >= 0)) {
      throw new CallerError('bad_option', `chainCeilings.${field} must be a number from 0`)
    }
  }
  return new Map(Object.entries(ceilings))
}

function requireText(value: unknown, name: string): void {
  if (!isNonEmptyText(value))
    throw new CallerError('bad_option', `${name} must be a text with something in it`)
}

function requireCount(value: number, name: string): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new CallerError('bad_option', `${name} must be an integer from 0`)
  return value
}

function isWithin(node: NodeState, top: NodeState): boolean {
  for (let at: NodeState | null = node; at !== null; at = at.parent) if (at === top) return true
  return false
}
