/** The delegation graph of a ledger (delegation.md §4.5). A view for people: total over any input, and no verdict. */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { readableEntries } from './entries.js'

export type GraphNode = {
  readonly id: string
  readonly agent: string | null
  readonly task: string | null
  readonly parent: string | null
  readonly scopes: readonly string[]
  readonly allows: number
  /** By disposition; `none` where the entry states none. */
  readonly denies: Readonly<Record<string, number>>
  readonly revoked: boolean
  readonly complete: boolean
}

export type DelegationGraph = {
  /** In order of definition. */
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}

type Draft = { -readonly [Member in keyof GraphNode]: GraphNode[Member] } & { denies: Record<string, number> }

/** @param entries UNTRUSTED. */
export function delegationGraph(entries: readonly unknown[]): DelegationGraph {
  const drafts = new Map<string, Draft>()
  for (const { entry, event } of readableEntries(entries)) {
    const id = ownMember(entry, 'node')
    if (event === 'kill') {
      for (const fallen of texts(ownMember(entry, 'revoked'))) {
        const draft = drafts.get(fallen)
        if (draft !== undefined) draft.revoked = true
      }
      continue
    }
    if (typeof id !== 'string') continue
    if ((event === 'root' || event === 'spawn') && !drafts.has(id)) drafts.set(id, define(id, entry))
    const draft = drafts.get(id)
    if (draft === undefined) continue
    if (event === 'allow') draft.allows += 1
    if (event === 'done') draft.complete = true
    if (event === 'deny') {
      const disposition = text(ownMember(entry, 'disposition')) ?? 'none'
      draft.denies[disposition] = (draft.denies[disposition] ?? 0) + 1
    }
  }
  const nodes = [...drafts.values()]
  const edges = nodes.flatMap(({ id, parent }) => (parent === null ? [] : [{ from: parent, to: id }]))
  return { nodes, edges }
}

function define(id: string, entry: JsonObject): Draft {
  const authority = ownMember(entry, 'authority') ?? ownMember(entry, 'granted')
  return {
    id,
    agent: text(ownMember(entry, 'agent')),
    task: text(ownMember(entry, 'task')),
    parent: text(ownMember(entry, 'parent')),
    scopes: isJsonObject(authority) ? texts(ownMember(authority, 'scopes')) : [],
    allows: 0,
    // Without a prototype: a disposition is untrusted text.
    denies: Object.create(null) as Record<string, number>,
    revoked: false,
    complete: false,
  }
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
