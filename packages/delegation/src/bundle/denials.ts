/**
 * Denials of a ledger, grouped for whoever grants (delegation.md §4.5): by node, tool, scope and disposition; refused
 * delegations are laid to the node that asked, with what it asked for. A view: total over any input, and no verdict.
 */
import {
  canonicalize,
  CanonicalizationError,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '@heron/evidence'
import { readableEntries } from './entries.js'

export type DenialRow = {
  readonly node: JsonValue
  readonly tool: JsonValue
  readonly scope: JsonValue
  readonly disposition: JsonValue
  /** First reason of the first denial of the group. */
  readonly reason: JsonValue
  readonly count: number
  /** Refused delegations only: the authority that was asked for. */
  readonly requested?: JsonValue
}

/** @param entries UNTRUSTED. */
export function denials(entries: readonly unknown[]): readonly DenialRow[] {
  const rows = new Map<string, DenialRow>()
  for (const { entry, event, index } of readableEntries(entries)) {
    const row = event === 'deny' ? denyRow(entry) : event === 'spawn_denied' ? spawnRow(entry) : null
    if (row === null) continue
    const key = groupKey(row) ?? `entry ${index}`
    const earlier = rows.get(key)
    rows.set(key, earlier === undefined ? row : { ...earlier, count: earlier.count + 1 })
  }
  return [...rows.values()]
}

function denyRow(entry: JsonObject): DenialRow {
  const own = (name: string): JsonValue => ownMember(entry, name) ?? null
  return {
    node: own('node'),
    tool: own('tool'),
    scope: own('scope'),
    disposition: own('disposition'),
    reason: own('reason'),
    count: 1,
  }
}

function spawnRow(entry: JsonObject): DenialRow {
  const own = (name: string): JsonValue => ownMember(entry, name) ?? null
  return {
    node: own('parent'),
    tool: null,
    scope: null,
    disposition: null,
    reason: own('reason'),
    count: 1,
    requested: own('requested'),
  }
}

function groupKey({ node, tool, scope, disposition, requested, reason }: DenialRow): string | null {
  try {
    const asked = requested === undefined ? [] : [requested, reason]
    return canonicalize([node, tool, scope, disposition, ...asked])
  } catch (error) {
    if (error instanceof CanonicalizationError) return null
    throw error
  }
}
