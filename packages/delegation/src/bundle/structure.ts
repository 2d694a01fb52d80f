/** Checks 1 to 8 of delegation.md §4.4: versions, root, members, events, nodes, retained references, chain id. */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { EMPTY_HEAD } from '../ledger/hash.js'
import { integerOf, sameVersion } from '../ledger/integer.js'
import { briefly } from '../ledger/printable.js'
import { LEDGER_EVENTS, LEDGER_FIELDS, UNLISTED, type SchemaVersion } from '../ledger/vocabulary.js'
import type { IndexedEntry } from './entries.js'
import type { Findings } from './finding.js'

const FIELDS: ReadonlySet<string> = new Set(LEDGER_FIELDS)
const EVENTS: ReadonlySet<unknown> = new Set(LEDGER_EVENTS)

/** A reference that the caller kept from an earlier, trusted look at the ledger. */
export type RetainedReference = {
  readonly head: string
  readonly seq?: number
  /** With these two it is a whole retained anchor. */
  readonly chain_id?: string
  readonly v?: number
}

/** The schema version by value, or null when it is none we know. */
export function schemaVersion(v: JsonValue | undefined): SchemaVersion | null {
  const integer = integerOf(v)
  return integer === 1 || integer === 2 ? integer : null
}

export function checkVersions(bundle: JsonObject, entries: readonly IndexedEntry[], found: Findings): void {
  const v = ownMember(bundle, 'v')
  if (schemaVersion(v) === null) {
    found.onChain('unsupported_version', `the bundle declares version ${briefly(v)}; 1 and 2 are known`)
  }
  const anchor = ownMember(bundle, 'anchor')
  if (isJsonObject(anchor) && Object.keys(anchor).length > 0 && !sameVersion(ownMember(anchor, 'v'), v)) {
    found.onChain(
      'anchor_version_mismatch',
      `the anchor declares version ${briefly(ownMember(anchor, 'v'))}, the bundle ${briefly(v)}`,
    )
  }
  const roots = entries.filter(({ event }) => event === 'root')
  if (roots.length !== 1)
    found.onChain('missing_root', `${roots.length} root entries; there must be exactly one`)
  for (const { index, entry } of roots) {
    const declared = ownMember(entry, 'v')
    if (!sameVersion(declared, v)) {
      found.onEntry(
        'root_version_mismatch',
        `the root declares version ${briefly(declared)}, the bundle ${briefly(v)}`,
        index,
      )
    }
  }
  const foreign = entries.filter(({ entry }) => !sameVersion(ownMember(entry, 'v'), v))
  const [first] = foreign
  if (first !== undefined) {
    const versions = new Set(foreign.map(({ entry }) => briefly(ownMember(entry, 'v'), 20)))
    const listed = [...versions].slice(0, MOST_LISTED).join(', ')
    found.onEntry(
      'mixed_entry_versions',
      `${foreign.length} entries declare another version than the bundle's ${briefly(v)}: ${listed}`,
      first.index,
    )
  }
}

/** Bounds what one message repeats from a hostile bundle. */
const MOST_LISTED = 10

export function checkMembers(
  all: readonly unknown[],
  entries: readonly IndexedEntry[],
  found: Findings,
): void {
  for (const { index, entry } of entries) {
    const unknown = Object.keys(entry).filter((name) => !FIELDS.has(name))
    if (unknown.length > 0) {
      const listed = unknown.slice(0, MOST_LISTED).map((name) => briefly(name, 40))
      found.onEntry('unknown_ledger_fields', `members that no ledger entry has: ${listed.join(', ')}`, index)
    }
  }
  for (const [index, entry] of all.entries()) {
    if (!isJsonObject(entry))
      found.onChain('invalid_ledger_entry', `entry ${index} of the array is no object`)
  }
}

export function checkEvents(
  v: SchemaVersion | null,
  entries: readonly IndexedEntry[],
  found: Findings,
): void {
  for (const { index, event } of entries) {
    if (!EVENTS.has(event)) {
      found.onEntry('unknown_ledger_event', `no such event: ${briefly(event)}`, index)
    } else if (event === 'outcome' && v === 1) {
      found.onEntry('unknown_ledger_event', 'version 1 has no outcome entries', index)
    }
  }
}

/** Root, spawn and gated allow entries are left to the checks that need their node. */
export function checkNodes(entries: readonly IndexedEntry[], found: Findings): void {
  for (const { index, entry, event } of entries) {
    if (event === 'root' || event === 'spawn') continue
    if (event === 'allow' && ownMember(entry, 'policy') !== UNLISTED) continue
    const node = ownMember(entry, 'node') ?? null
    if (node !== null && typeof node !== 'string') {
      found.onEntry('invalid_node', `node is no text: ${briefly(node)}`, index)
    }
  }
}

/** Compares the ledger's actual end with references that the caller kept, not with what the bundle says of itself. */
export function checkRetained(
  bundle: JsonObject,
  entries: readonly unknown[],
  retained: { readonly head: RetainedReference | null; readonly anchor: RetainedReference | null },
  found: Findings,
): void {
  const last = entries.at(-1)
  const head = isJsonObject(last) ? (ownMember(last, 'hash') ?? null) : EMPTY_HEAD
  const seq = isJsonObject(last) ? integerOf(ownMember(last, 'seq')) : -1
  const differs = (expected: RetainedReference): boolean =>
    head !== expected.head || (expected.seq !== undefined && seq !== expected.seq)
  if (retained.head !== null && differs(retained.head)) {
    found.onChain('expected_head_mismatch', `the ledger ends at ${briefly(head)}, not at the retained head`)
  }
  const { anchor } = retained
  if (anchor !== null) {
    const sameChain = ownMember(bundle, 'chain_id') === anchor.chain_id
    if (differs(anchor) || !sameChain || !sameVersion(ownMember(bundle, 'v'), anchor.v)) {
      found.onChain('expected_anchor_mismatch', 'seq, head, chain_id or v differ from the retained anchor')
    }
  }
}

export function checkChainIds(bundle: JsonObject, entries: readonly IndexedEntry[], found: Findings): void {
  const chainId = ownMember(bundle, 'chain_id')
  const isOurs = (value: JsonValue | undefined): boolean => typeof chainId === 'string' && value === chainId
  const foreign = entries.find(({ entry }) => !isOurs(ownMember(entry, 'chain_id')))
  if (foreign !== undefined) {
    found.onEntry(
      'chain_id_mismatch',
      `the entry belongs to chain ${briefly(ownMember(foreign.entry, 'chain_id'))}, the bundle is ${briefly(chainId)}`,
      foreign.index,
    )
  }
  const anchor = ownMember(bundle, 'anchor')
  if (isJsonObject(anchor) && Object.keys(anchor).length > 0 && !isOurs(ownMember(anchor, 'chain_id'))) {
    found.onChain(
      'chain_id_mismatch',
      `the anchor belongs to chain ${briefly(ownMember(anchor, 'chain_id'))}, the bundle is ${briefly(chainId)}`,
    )
  }
}
