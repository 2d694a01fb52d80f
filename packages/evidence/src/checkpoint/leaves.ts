/**
 * What a project's checkpoint commits to (heron.md §11): statements of state, one leaf each, in a log that only grows.
 * A leaf's bytes are the canonical text of its statement, so that nothing but ids and hashes is in it. Formats:
 * docs/checkpoints.md.
 */
import { canonicalize } from '../json/canonical.js'
import { leafHash, type TreeHash } from './merkle.js'

/** Where a session's chain stood. */
export type SessionHeadLeaf = {
  readonly kind: 'session_head'
  readonly v: 1
  readonly session: string
  /** When it was opened, by Heron's clock: says in which windows it must be found. */
  readonly opened_at: string
  readonly head_hash: string
  /** Number of actions. */
  readonly actions: number
  readonly closed: boolean
}

/** Where an operator log stood. */
export type LogHeadLeaf = {
  readonly kind: 'log_head'
  readonly v: 1
  /** `project:<id>` or `organization:<id>`. */
  readonly chain: string
  readonly head_hash: string
  readonly entries: number
}

/** The last leaf of every checkpoint: what the leaves before it amount to. */
export type StatementLeaf = {
  readonly kind: 'checkpoint'
  readonly v: 1
  readonly org: string
  readonly project: string
  /** Dense, from 1. */
  readonly number: number
  /** Every head as it stood then, or later, is in the tree. RFC 3339 UTC. */
  readonly taken_at: string
}

export type CheckpointLeaf = SessionHeadLeaf | LogHeadLeaf | StatementLeaf

/** The exact text of a leaf, which is hashed and stored. */
export function checkpointLeafText(leaf: CheckpointLeaf): string {
  return canonicalize(leaf)
}

const encoder = new TextEncoder()

/** The leaf hash of a leaf's canonical text. */
export function checkpointLeafHash(text: string): TreeHash {
  return leafHash(encoder.encode(text))
}

/**
 * Names a project's log: origin of its checkpoints and name of Heron's keys on them. Made of ids alone, so that a
 * reader knows it from the record and a log cannot pass as another project's.
 */
export function checkpointOrigin(scope: { readonly organization: string; readonly project: string }): string {
  return `heron/${scope.organization}/${scope.project}`
}
