/**
 * Merkle tree of RFC 6962 §2.1 / RFC 9162 §2.1 over SHA-256: roots, inclusion and consistency proofs.
 *
 * What a checkpoint commits to can be extended and never rewritten: a consistency proof shows that the tree of an
 * earlier checkpoint is the beginning of a later one, an inclusion proof that a leaf is in it (heron.md §11).
 */
import { sha256 } from '../crypto/digest.js'

/** A 32-byte node or leaf hash. */
export type TreeHash = Uint8Array

const LEAF_PREFIX = 0
const NODE_PREFIX = 1

/** Root of the tree without leaves. */
export const EMPTY_ROOT: TreeHash = sha256(new Uint8Array(0))

/** Hash of one leaf's bytes. */
export function leafHash(leaf: Uint8Array): TreeHash {
  const input = new Uint8Array(leaf.length + 1)
  input[0] = LEAF_PREFIX
  input.set(leaf, 1)
  return sha256(input)
}

/** Hash of an inner node. */
export function nodeHash(left: TreeHash, right: TreeHash): TreeHash {
  const input = new Uint8Array(65)
  input[0] = NODE_PREFIX
  input.set(left, 1)
  input.set(right, 33)
  return sha256(input)
}

/**
 * A tree that grows at its right edge and knows its root at any time: one hash per level is kept, so that a million
 * leaves cost twenty hashes of memory.
 */
export class TreeBuilder {
  readonly #edge: { size: number; hash: TreeHash }[] = []
  #size = 0

  /** Number of leaves. */
  get size(): number {
    return this.#size
  }

  /**
   * Goes on from a tree of which only the complete subtrees are known.
   *
   * @param nodes UNTRUSTED: what {@link nodes} gave for a tree of that size. Only a root that is known otherwise shows
   * that they are right.
   * @returns `null` when a tree of that size has another number of them.
   */
  static resume(size: number, nodes: readonly TreeHash[]): TreeBuilder | null {
    const sizes = isSize(size) ? completeSubtrees(size) : []
    if (sizes.length !== nodes.length || !isSize(size)) return null
    const builder = new TreeBuilder()
    nodes.forEach((hash, index) => builder.#edge.push({ size: sizes[index] ?? 0, hash }))
    builder.#size = size
    return builder
  }

  /** The complete subtrees that make up the tree, largest first: enough to go on from here. */
  get nodes(): readonly TreeHash[] {
    return this.#edge.map(({ hash }) => hash)
  }

  /**
   * Appends the hash of a leaf, see {@link leafHash}.
   *
   * @param completed told each inner node that this leaf completes, with the number of leaves under it.
   */
  append(leaf: TreeHash, completed?: (leaves: number, hash: TreeHash) => void): void {
    let node = { size: 1, hash: leaf }
    for (let last = this.#edge.at(-1); last?.size === node.size; last = this.#edge.at(-1)) {
      this.#edge.pop()
      node = { size: node.size * 2, hash: nodeHash(last.hash, node.hash) }
      completed?.(node.size, node.hash)
    }
    this.#edge.push(node)
    this.#size += 1
  }

  root(): TreeHash {
    return this.#edge.map(({ hash }) => hash).reduceRight<TreeHash | null>(joinRight, null) ?? EMPTY_ROOT
  }
}

function joinRight(right: TreeHash | null, left: TreeHash): TreeHash {
  return right === null ? left : nodeHash(left, right)
}

/** Root of the tree over leaf hashes. */
export function treeRoot(leaves: readonly TreeHash[]): TreeHash {
  const builder = new TreeBuilder()
  for (const leaf of leaves) builder.append(leaf)
  return builder.root()
}

/**
 * Proof that leaf `index` is in the tree over `leaves` (RFC 9162 §2.1.3.1).
 *
 * @throws {RangeError} when there is no such leaf.
 */
export function inclusionProof(leaves: readonly TreeHash[], index: number): TreeHash[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length)
    throw new RangeError('no leaf at that index')
  if (leaves.length === 1) return []
  const split = largestPowerBelow(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...inclusionProof(left, index), treeRoot(right)]
    : [...inclusionProof(right, index - split), treeRoot(left)]
}

/**
 * Proof that the first `size` leaves are the beginning of the tree over `leaves` (RFC 9162 §2.1.4.1).
 *
 * @throws {RangeError} when the earlier tree is larger.
 */
export function consistencyProof(leaves: readonly TreeHash[], size: number): TreeHash[] {
  if (!Number.isInteger(size) || size < 0 || size > leaves.length)
    throw new RangeError('the earlier tree is larger')
  return size === 0 || size === leaves.length ? [] : subProof(leaves, size, true)
}

function subProof(leaves: readonly TreeHash[], size: number, whole: boolean): TreeHash[] {
  if (size === leaves.length) return whole ? [] : [treeRoot(leaves)]
  const split = largestPowerBelow(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return size <= split
    ? [...subProof(left, size, whole), treeRoot(right)]
    : [...subProof(right, size - split, false), treeRoot(left)]
}

/** Checks an inclusion proof (RFC 9162 §2.1.3.2). Every argument but `root` is UNTRUSTED. */
export function verifyInclusion(
  leaf: TreeHash,
  index: number,
  size: number,
  proof: readonly TreeHash[],
  root: TreeHash,
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false
  let position = index
  let last = size - 1
  let hash = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash)
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2)
        last = Math.floor(last / 2)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && sameTreeHash(hash, root)
}

/** Checks a consistency proof between two roots (RFC 9162 §2.1.4.2). Sizes and proof are UNTRUSTED. */
export function verifyConsistency(
  earlier: { readonly size: number; readonly root: TreeHash },
  later: { readonly size: number; readonly root: TreeHash },
  proof: readonly TreeHash[],
): boolean {
  if (!isSize(earlier.size) || !isSize(later.size) || earlier.size > later.size) return false
  if (earlier.size === later.size) return proof.length === 0 && sameTreeHash(earlier.root, later.root)
  if (earlier.size === 0) return proof.length === 0 && sameTreeHash(earlier.root, EMPTY_ROOT)
  const path = isPowerOfTwo(earlier.size) ? [earlier.root, ...proof] : [...proof]
  const [seed, ...rest] = path
  if (seed === undefined) return false
  let position = earlier.size - 1
  let last = later.size - 1
  while (position % 2 === 1) {
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  let before = seed
  let after = seed
  for (const sibling of rest) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      before = nodeHash(sibling, before)
      after = nodeHash(sibling, after)
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2)
        last = Math.floor(last / 2)
      }
    } else {
      after = nodeHash(after, sibling)
    }
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && sameTreeHash(before, earlier.root) && sameTreeHash(after, later.root)
}

/** Sizes of the complete subtrees of a tree: the powers of two that add up to its size, largest first. */
function completeSubtrees(size: number): number[] {
  const sizes: number[] = []
  for (let power = 1, rest = size; rest > 0; power *= 2, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) sizes.unshift(power)
  }
  return sizes
}

function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

/** By counting up: the logarithm of a large number that is none rounds to that of its neighbour that is one. */
function isPowerOfTwo(count: number): boolean {
  return largestPowerBelow(count + 1) === count
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** Whether two hashes are the same; public values, so time does not matter. */
export function sameTreeHash(left: TreeHash, right: TreeHash): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}
