/**
 * Checks 11 to 13 of delegation.md §4.4: every authority is readable, every grant is narrower than what its parent
 * held, every gated allow lies inside the authority of its node.
 *
 * Reads the ledger strictly in order: what an entry may rely on stands before it. The relations are the algebra's own.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import { totalName } from '../authority/constraint.js'
import { narrower } from '../authority/narrower.js'
import { permits } from '../authority/permits.js'
import type { Profile } from '../authority/profile.js'
import { readAuthority } from '../authority/read.js'
import { briefly } from '../ledger/printable.js'
import { UNLISTED } from '../ledger/vocabulary.js'
import type { IndexedEntry } from './entries.js'
import { Findings } from './finding.js'

export type AuthorityCounts = {
  /** Authorities that could be read. */
  readonly nodes: number
  readonly actionsChecked: number
  /** Allows that say of themselves that nothing was checked. */
  readonly ungated: number
}

/** `authority` is null where it could not be read: the node exists, and permits nothing. */
type Node = { readonly authority: Authority | null }

type Walk = {
  readonly nodes: Map<string, Node>
  readonly revoked: Set<string>
}

export function checkAuthorities(
  all: readonly unknown[],
  entries: readonly IndexedEntry[],
  profile: Profile,
  found: Findings,
): AuthorityCounts {
  const unreadable = new Findings(all)
  const monotonicity = new Findings(all)
  const containment = new Findings(all)
  const walk: Walk = { nodes: new Map(), revoked: new Set() }
  let nodes = 0
  let actionsChecked = 0
  let ungated = 0

  for (const at of entries) {
    const { index, entry, event } = at
    if (event === 'root' || event === 'spawn') {
      const node = readNode(at, profile, unreadable)
      if (node !== null && node.authority !== null) nodes += 1
      if (event === 'spawn') {
        const defect = spawnDefect(entry, node, walk)
        if (defect !== null) monotonicity.onEntry('monotonicity', defect, index)
      }
      const id = ownMember(entry, 'node')
      if (node !== null && typeof id === 'string' && !walk.nodes.has(id)) walk.nodes.set(id, node)
    } else if (event === 'kill') {
      readKill(at, walk, unreadable)
    } else if (event === 'allow') {
      if (ownMember(entry, 'policy') === UNLISTED) {
        ungated += 1
        continue
      }
      actionsChecked += 1
      const defect = allowDefect(entry, walk)
      if (defect !== null) containment.onEntry('containment', defect, index)
    }
  }
  found.take(unreadable)
  found.take(monotonicity)
  found.take(containment)
  return { nodes, actionsChecked, ungated }
}

/** The node that a root or spawn defines; null when it has no name. */
function readNode({ index, entry, event }: IndexedEntry, profile: Profile, found: Findings): Node | null {
  const [reason, member] =
    event === 'root'
      ? (['unreadable_authority', 'authority'] as const)
      : (['unreadable_granted', 'granted'] as const)
  const id = ownMember(entry, 'node')
  if (typeof id !== 'string') {
    found.onEntry(reason, `the node it belongs to is no text: ${briefly(id)}`, index)
    return null
  }
  const read = readAuthority(ownMember(entry, member), profile)
  if (!read.ok) {
    found.onEntry(reason, `${member}${briefly(read.pointer)}: ${read.message}`, index)
    return { authority: null }
  }
  return { authority: read.authority }
}

/** One defect per spawn, the first in this order. */
function spawnDefect(entry: JsonObject, child: Node | null, { nodes, revoked }: Walk): string | null {
  const id = ownMember(entry, 'node')
  if (typeof id === 'string' && nodes.has(id)) return `node ${briefly(id)} is already defined`
  const parentId = ownMember(entry, 'parent')
  const parent = typeof parentId === 'string' ? nodes.get(parentId) : undefined
  if (typeof parentId !== 'string' || parent === undefined) {
    return `the parent ${briefly(parentId)} is not defined before this entry`
  }
  if (revoked.has(parentId)) return `the parent ${briefly(parentId)} was revoked before this entry`
  const granted = child?.authority ?? null
  if (granted === null) return null // Already told as unreadable.
  if (parent.authority === null) return `the authority of the parent ${briefly(parentId)} could not be read`
  const relation = narrower(granted, parent.authority)
  if (relation.ok) return null
  const dimension =
    relation.dimension === 'constraints' ? `ceiling ${briefly(relation.key)}` : relation.dimension
  return `the grant is not narrower than its parent's authority: ${dimension}`
}

/** The first kill of a node stands; items that are no text name nobody. */
function readKill({ index, entry }: IndexedEntry, { revoked }: Walk, found: Findings): void {
  const list = ownMember(entry, 'revoked')
  if (!Array.isArray(list)) {
    found.onEntry('unreadable_kill', `revoked is no list: ${briefly(list)}`, index)
    return
  }
  for (const id of list as readonly JsonValue[]) if (typeof id === 'string') revoked.add(id)
}

function allowDefect(entry: JsonObject, { nodes, revoked }: Walk): string | null {
  const id = ownMember(entry, 'node')
  const node = typeof id === 'string' ? nodes.get(id) : undefined
  if (typeof id !== 'string' || node === undefined)
    return `node ${briefly(id)} is not defined before this entry`
  if (revoked.has(id)) return `node ${briefly(id)} was revoked before this entry`
  if (node.authority === null) return `the authority of node ${briefly(id)} could not be read`
  const scope = ownMember(entry, 'scope')
  if (typeof scope !== 'string') return `scope is no text: ${briefly(scope)}`
  const context = loggedContext(ownMember(entry, 'context'))
  if (context === null) return 'context is no object'
  const { allowed, reasons } = permits(node.authority, scope, context, {
    totals: loggedTotals(node.authority, context),
  })
  if (allowed) return null
  const named = reasons.map(({ code, constraint }) =>
    constraint === null ? code : `${code} ${briefly(constraint)}`,
  )
  return `scope ${briefly(scope)} is outside the authority of node ${briefly(id)}: ${named.join(', ')}`
}

/** Absent, null, false, 0 and the empty text stand for no context at all (bundle-format §11). */
function loggedContext(context: JsonValue | undefined): JsonObject | null {
  if (isJsonObject(context)) return context
  return context ? null : {}
}

/** The guard logs the running totals that it judged by beside the quantities of the call (delegation.md §3.4). */
function loggedTotals(authority: Authority, context: JsonObject): JsonObject {
  const totals: Record<string, JsonValue> = {}
  for (const constraint of authority.constraints) {
    const name = totalName(constraint)
    const total = name === null ? undefined : ownMember(context, name)
    if (name !== null && total !== undefined) totals[name] = total
  }
  return totals
}
