/** Where each node of a version 2 ledger stands at its end (bundle-format §7). */
import { type JsonValue, ownMember } from '@heron/evidence'
import type { IndexedEntry } from './entries.js'

export type Lifecycle = 'finalized' | 'revoked_with_pending' | 'revoked' | 'in_progress'

/**
 * The state of every node that a root or spawn defines.
 *
 * A kill lists pending calls across all the nodes that it revoked. Each is laid to the node that it was allowed on; one
 * that no valid allow accounts for, to every node of that kill.
 */
export function nodeLifecycles(
  entries: readonly IndexedEntry[],
  calls: ReadonlyMap<string, { readonly allow: IndexedEntry }>,
): Readonly<Record<string, Lifecycle>> {
  // Without a prototype: node ids are untrusted text.
  const states = Object.create(null) as Record<string, Lifecycle>
  for (const { entry, event } of entries) {
    const node = ownMember(entry, 'node')
    if ((event === 'root' || event === 'spawn') && typeof node === 'string') states[node] ??= 'in_progress'
  }
  for (const { entry, event } of entries) {
    if (event !== 'kill') continue
    const pending = texts(ownMember(entry, 'pending_at_kill')).map((id) => {
      const call = calls.get(id)
      return call === undefined ? undefined : ownMember(call.allow.entry, 'node')
    })
    const pendingNodes = new Set<unknown>(pending)
    for (const node of texts(ownMember(entry, 'revoked'))) {
      if (states[node] !== 'in_progress') continue
      states[node] =
        pendingNodes.has(node) || pendingNodes.has(undefined) ? 'revoked_with_pending' : 'revoked'
    }
  }
  for (const { entry, event } of entries) {
    const node = ownMember(entry, 'node')
    if (event === 'done' && typeof node === 'string' && states[node] !== undefined) states[node] = 'finalized'
  }
  return states
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
