/**
 * Execution binding (delegation.md §4.4 rows 14 to 18, bundle-format §7): every outcome belongs to exactly one allow, on
 * the same node, later, with the arguments that were authorized. Version 2 only.
 */
import { type JsonValue, ownMember } from '@heron/evidence'
import { integerOf } from '../ledger/integer.js'
import { briefly } from '../ledger/printable.js'
import { V2_ONLY_FIELDS, type SchemaVersion } from '../ledger/vocabulary.js'
import type { IndexedEntry } from './entries.js'
import { type FailureDetail, Findings } from './finding.js'
import { type Lifecycle, nodeLifecycles } from './lifecycle.js'
import {
  allowDefect,
  denyDefect,
  killDefect,
  outcomeDefect,
  type RecordCheck,
  rootDefect,
} from './records.js'

export type CallState = 'observed' | 'unobserved' | 'unaccounted'

export type ExecutionBinding =
  | { readonly status: 'not applicable' }
  | {
      readonly aggregate: 'clean' | 'incomplete' | 'failed'
      readonly params_coverage: 'complete' | 'partial' | 'none'
      readonly per_call: Readonly<Record<string, CallState>>
      readonly per_node_lifecycle: Readonly<Record<string, Lifecycle>>
      readonly failures: readonly FailureDetail[]
    }

type Call = {
  readonly allow: IndexedEntry
  /** The first valid outcome that names it, whether or not it binds well. */
  outcome: IndexedEntry | null
  bound: boolean
}

/** @param v null when a version check failed: nothing can be bound then. */
export function checkBinding(
  v: SchemaVersion | null,
  all: readonly unknown[],
  entries: readonly IndexedEntry[],
  found: Findings,
): ExecutionBinding {
  if (v === null) return { status: 'not applicable' }
  if (v === 1) {
    refuseV2Members(entries, found)
    return { status: 'not applicable' }
  }
  const own = new Findings(all)
  const { calls, outcomes } = readRecords(entries, own)
  bindOutcomes(calls, outcomes, own)
  found.take(own)

  const perCall: Record<string, CallState> = Object.create(null) as Record<string, CallState>
  for (const [id, call] of calls) perCall[id] = stateOf(call)
  const lifecycles = nodeLifecycles(entries, calls)
  return {
    aggregate: aggregate(own, calls, lifecycles),
    params_coverage: coverage(calls),
    per_call: perCall,
    per_node_lifecycle: lifecycles,
    failures: own.all.map(({ failure }) => failure),
  }
}

function refuseV2Members(entries: readonly IndexedEntry[], found: Findings): void {
  for (const { index, entry } of entries) {
    const stray = V2_ONLY_FIELDS.filter((name) => Object.hasOwn(entry, name))
    if (stray.length > 0) found.onEntry('v2_field_on_v1', `version 1 has no ${stray.join(', ')}`, index)
  }
}

type Records = { readonly calls: Map<string, Call>; readonly outcomes: Map<string, IndexedEntry> }

/** One pass in order: judges every record, keeps the valid allows (the last of one id) and outcomes (the first). */
function readRecords(entries: readonly IndexedEntry[], found: Findings): Records {
  const seen = new Set<string>()
  const calls = new Map<string, Call>()
  const outcomes = new Map<string, IndexedEntry>()
  const isValid = (
    at: IndexedEntry,
    reason: Parameters<Findings['onEntry']>[0],
    check: RecordCheck,
  ): boolean => {
    const defect = check(at.entry)
    if (defect !== null) found.onEntry(reason, defect, at.index)
    return defect === null
  }
  for (const at of entries) {
    const id = ownMember(at.entry, 'call_id')
    switch (at.event) {
      case 'root':
        isValid(at, 'invalid_root', rootDefect)
        break
      case 'kill':
        isValid(at, 'invalid_kill', killDefect)
        break
      case 'allow':
      case 'deny':
        if (typeof id === 'string') {
          if (seen.has(id))
            found.onEntry('duplicate_call_id', `call ${briefly(id)} was already decided`, at.index)
          seen.add(id)
        }
        if (at.event === 'deny') isValid(at, 'invalid_deny', denyDefect)
        else if (isValid(at, 'invalid_allow', allowDefect))
          calls.set(id as string, { allow: at, outcome: null, bound: false })
        break
      case 'outcome':
        if (!isValid(at, 'invalid_outcome', outcomeDefect)) break
        if (outcomes.has(id as string)) {
          found.onEntry('duplicate_outcome', `call ${briefly(id)} already reported how it ended`, at.index)
        } else {
          outcomes.set(id as string, at)
        }
        break
      default:
        break
    }
  }
  return { calls, outcomes }
}

function bindOutcomes(calls: Map<string, Call>, outcomes: Map<string, IndexedEntry>, found: Findings): void {
  for (const [id, outcome] of outcomes) {
    const call = calls.get(id)
    if (call === undefined) {
      found.onEntry(
        'outcome_without_allow',
        `no allow of this chain issued call ${briefly(id)}`,
        outcome.index,
      )
      continue
    }
    call.outcome = outcome
    const sameNode = sameText(ownMember(call.allow.entry, 'node'), ownMember(outcome.entry, 'node'))
    const inOrder = isAfter(outcome, call.allow)
    call.bound = sameNode && inOrder
    if (!sameNode) {
      found.onEntry('cross_ref', `call ${briefly(id)} was allowed on another node`, outcome.index)
    }
    if (!inOrder) {
      found.onEntry('outcome_before_allow', `call ${briefly(id)} ended before it was allowed`, outcome.index)
    }
    const { authorized, invoked } = hashesOf(call)
    if (authorized !== undefined && invoked !== undefined && authorized !== invoked) {
      found.onEntry(
        'params_mismatch',
        `call ${briefly(id)} ran with other arguments than were authorized`,
        outcome.index,
      )
    }
  }
}

function sameText(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return typeof left === 'string' && left === right
}

/** By `seq`; by position where a forged `seq` is no integer. */
function isAfter(outcome: IndexedEntry, allow: IndexedEntry): boolean {
  const later = integerOf(ownMember(outcome.entry, 'seq'))
  const earlier = integerOf(ownMember(allow.entry, 'seq'))
  return later === null || earlier === null ? outcome.index > allow.index : later > earlier
}

function hashesOf({ allow, outcome }: Call): {
  authorized: JsonValue | undefined
  invoked: JsonValue | undefined
} {
  return {
    authorized: ownMember(allow.entry, 'authorized_params_hash'),
    invoked: outcome === null ? undefined : ownMember(outcome.entry, 'invoked_params_hash'),
  }
}

function stateOf({ allow, bound }: Call): CallState {
  if (bound) return 'observed'
  return ownMember(allow.entry, 'capture') === 'pre_hook_only' ? 'unobserved' : 'unaccounted'
}

function coverage(calls: Map<string, Call>): 'complete' | 'partial' | 'none' {
  let covered = 0
  for (const call of calls.values()) {
    const { authorized, invoked } = hashesOf(call)
    if (authorized !== undefined && invoked !== undefined) covered += 1
  }
  if (covered === 0) return 'none'
  return covered === calls.size ? 'complete' : 'partial'
}

function aggregate(
  found: Findings,
  calls: Map<string, Call>,
  lifecycles: Readonly<Record<string, Lifecycle>>,
): 'clean' | 'incomplete' | 'failed' {
  if (found.all.length > 0) return 'failed'
  let unobserved = false
  for (const call of calls.values()) {
    const state = stateOf(call)
    const node = ownMember(call.allow.entry, 'node')
    if (state === 'unaccounted' && typeof node === 'string' && lifecycles[node] === 'finalized')
      return 'failed'
    unobserved ||= state === 'unobserved'
  }
  const open = Object.values(lifecycles).some(
    (state) => state === 'in_progress' || state === 'revoked_with_pending',
  )
  return unobserved || open ? 'incomplete' : 'clean'
}
