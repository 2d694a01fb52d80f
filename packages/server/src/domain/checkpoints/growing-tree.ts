/** A project's log of heads as it grows: new leaves, the nodes of its tiles, and the row that says how far it has come. */
import {
  type CheckpointLeaf,
  checkpointLeafHash,
  checkpointLeafText,
  decodeBase64,
  toBase64,
  TreeBuilder,
  type TreeHash,
} from '@heron/evidence'
import { insertLeaf, insertNode } from '../../store/queries/checkpoints.js'
import type { Schema } from '../../store/schema.js'
import { type Step, step } from '../../store/store.js'

export type Scope = { readonly organization_id: string; readonly project_id: string }

/** Where something stood: a session, or a log. */
export type CommittedState = Pick<Schema['checkpoint_leaves'], 'head_hash' | 'entries' | 'ended'>

/** Leaves under one node of the lowest tile above the leaves (C2SP tlog-tiles); each level has as many of the one below. */
const TILE_WIDTH = 256
const TILE_LEVELS = [TILE_WIDTH, TILE_WIDTH ** 2, TILE_WIDTH ** 3, TILE_WIDTH ** 4]

export class GrowingTree {
  /** What has to be written for the leaves appended so far. */
  readonly steps: Step[] = []
  readonly #scope: Scope
  readonly #tree: TreeBuilder
  readonly #states = new Map<string, CommittedState>()

  constructor(scope: Scope, row: Pick<Schema['checkpoint_trees'], 'size' | 'nodes_text'>) {
    this.#scope = scope
    const tree = TreeBuilder.resume(row.size, readNodes(row.nodes_text))
    if (tree === null) throw new Error('the log of heads cannot be gone on with: `heron fsck` says more')
    this.#tree = tree
  }

  get size(): number {
    return this.#tree.size
  }

  get root(): TreeHash {
    return this.#tree.root()
  }

  get nodesText(): string {
    return JSON.stringify(this.#tree.nodes.map(toBase64))
  }

  /** What was appended about a subject here, before it is written. */
  stateOf(subject: string): CommittedState | undefined {
    return this.#states.get(subject)
  }

  append(subject: string, state: CommittedState, leaf: CheckpointLeaf): void {
    const leaf_text = checkpointLeafText(leaf)
    const leaf_index = this.#tree.size
    this.steps.push(step(insertLeaf, { ...this.#scope, leaf_index, subject, ...state, leaf_text }))
    this.#states.set(subject, state)
    this.#tree.append(checkpointLeafHash(leaf_text), (leaves, hash) => {
      const level = TILE_LEVELS.indexOf(leaves) + 1
      if (level === 0) return
      const node_index = (leaf_index + 1) / leaves - 1
      this.steps.push(step(insertNode, { ...this.#scope, level, node_index, node_hash: toBase64(hash) }))
    })
  }
}

/** Hashes of subtrees as rows hold them; what is none becomes an empty hash, which no tree has. */
export function readNodes(text: string): TreeHash[] {
  const nodes: unknown = JSON.parse(text)
  if (!Array.isArray(nodes)) return []
  return nodes.map((node) => (typeof node === 'string' ? decodeBase64(node) : null) ?? new Uint8Array(0))
}
