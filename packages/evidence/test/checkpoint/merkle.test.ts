import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  leafHash,
  nodeHash,
  TreeBuilder,
  treeRoot,
  type TreeHash,
  verifyConsistency,
  verifyInclusion,
} from '../../src/checkpoint/merkle.js'
import { decodeHex, toHex } from '../../src/crypto/hex.js'

// Leaves and roots of the test tree that RFC 6962 implementations share.
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const hashes = LEAVES.map((leaf) => leafHash(decodeHex(leaf)!))
const leavesOf = (count: number): TreeHash[] =>
  Array.from({ length: count }, (_, index) => leafHash(new Uint8Array([index & 255, index >> 8])))

/** The definition, read off RFC 6962 §2.1 and nothing else. */
function naiveRoot(leaves: readonly TreeHash[]): TreeHash {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

const sizes = fc.integer({ min: 0, max: 70 })

describe('Merkle tree', () => {
  it.each(ROOTS.map((root, index) => [index + 1, root] as const))(
    'of %i shared leaves has the shared root',
    (size, root) => {
      expect(toHex(treeRoot(hashes.slice(0, size)))).toBe(root)
    },
  )

  it('has the root that the definition gives, at every size', () => {
    for (let size = 0; size <= 70; size += 1)
      expect(treeRoot(leavesOf(size))).toEqual(naiveRoot(leavesOf(size)))
  })

  it('proves that each leaf is in it, and no other leaf at no other place', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, seed) => {
        fc.pre(size > 0)
        const leaves = leavesOf(size)
        const index = seed % size
        const proof = inclusionProof(leaves, index)
        const root = treeRoot(leaves)
        expect(verifyInclusion(leaves[index]!, index, size, proof, root)).toBe(true)
        expect(verifyInclusion(leafHash(new Uint8Array([9, 9, 9])), index, size, proof, root)).toBe(false)
        if (size > 1)
          expect(verifyInclusion(leaves[index]!, (index + 1) % size, size, proof, root)).toBe(false)
        expect(verifyInclusion(leaves[index]!, index, size, [...proof, root], root)).toBe(false)
        if (proof.length > 0)
          expect(verifyInclusion(leaves[index]!, index, size, proof.slice(1), root)).toBe(false)
      }),
    )
  })

  it('proves that an earlier tree is its beginning, and refuses one that was rewritten', () => {
    fc.assert(
      fc.property(sizes, sizes, (first, second) => {
        const [size, total] = [Math.min(first, second), Math.max(first, second)]
        const leaves = leavesOf(total)
        const later = { size: total, root: treeRoot(leaves) }
        const proof = consistencyProof(leaves, size)
        expect(verifyConsistency({ size, root: treeRoot(leaves.slice(0, size)) }, later, proof)).toBe(true)
        if (size === 0) return
        const rewritten = leaves.slice(0, size)
        rewritten[size - 1] = leafHash(new Uint8Array([7]))
        expect(verifyConsistency({ size, root: treeRoot(rewritten) }, later, proof)).toBe(false)
      }),
    )
  })

  it('answers false, never an exception, for sizes that make no sense', () => {
    const root = treeRoot(hashes)
    for (const size of [-1, 0.5, Number.NaN, Infinity, 2 ** 60]) {
      expect(verifyInclusion(hashes[0]!, size, 8, [], root)).toBe(false)
      expect(verifyInclusion(hashes[0]!, 0, size, [], root)).toBe(false)
      expect(verifyConsistency({ size, root }, { size: 8, root }, [])).toBe(false)
      expect(verifyConsistency({ size: 8, root }, { size, root }, [])).toBe(false)
    }
  })

  it('refuses to prove what is not there', () => {
    expect(() => inclusionProof(hashes, 8)).toThrow(RangeError)
    expect(() => consistencyProof(hashes, 9)).toThrow(RangeError)
  })
})

describe('a consistency proof of trees larger than anybody builds', () => {
  it('holds also beside a power of two', () => {
    const [left, first, second] = leavesOf(3) as [TreeHash, TreeHash, TreeHash]
    const earlier = { size: 2 ** 50 + 1, root: nodeHash(left, first) }
    const later = { size: 2 ** 50 + 2, root: nodeHash(left, nodeHash(first, second)) }
    expect(verifyConsistency(earlier, later, [first, second, left])).toBe(true)
    expect(verifyConsistency(earlier, later, [first, left, second])).toBe(false)
  })
})

describe('a tree that is gone on with', () => {
  it('has the root of the whole, wherever it was cut', () => {
    fc.assert(
      fc.property(sizes, sizes, (earlier, more) => {
        const leaves = leavesOf(earlier + more)
        const begun = new TreeBuilder()
        for (const leaf of leaves.slice(0, earlier)) begun.append(leaf)
        const resumed = TreeBuilder.resume(earlier, begun.nodes)!
        expect(resumed.root()).toEqual(treeRoot(leaves.slice(0, earlier)))
        for (const leaf of leaves.slice(earlier)) resumed.append(leaf)
        expect(resumed.root()).toEqual(treeRoot(leaves))
        expect(resumed.size).toBe(leaves.length)
      }),
    )
  })

  it('refuses a number of subtrees that no tree of its size has', () => {
    for (const size of [-1, 1.5, 6, Number.MAX_SAFE_INTEGER, Number.NaN])
      expect(TreeBuilder.resume(size, [EMPTY_ROOT])).toBeNull()
  })

  it('names each inner node once, with the leaves under it', () => {
    const leaves = leavesOf(9)
    const tree = new TreeBuilder()
    const nodes: (readonly [number, TreeHash])[] = []
    for (const leaf of leaves) tree.append(leaf, (count, hash) => nodes.push([count, hash]))
    expect(nodes.map(([count]) => count)).toEqual([2, 2, 4, 2, 2, 4, 8])
    expect(nodes.at(-1)?.[1]).toEqual(treeRoot(leaves.slice(0, 8)))
  })
})
