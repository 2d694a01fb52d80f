/** Vectors of checkpoints: RFC 6962 trees and proofs, signed notes and cosignatures (heron.md §11). */
import {
  checkpointText,
  consistencyProof,
  inclusionProof,
  leafHash,
  type NoteKey,
  noteKeyId,
  noteSignatureLine,
  noteSigningInput,
  publicKeyOfSeed,
  signEd25519,
  toBase64url,
  toHex,
  type TreeHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
  writeNote,
} from '../../src/index.js'
import { HERON_KEY, HERON_SEED } from '../support/keys.js'

const LEAVES = Array.from({ length: 9 }, (_, index) => `leaf ${index.toString()}`)
const HASHES = LEAVES.map((leaf) => leafHash(new TextEncoder().encode(leaf)))
const SIZES = Array.from({ length: HASHES.length + 1 }, (_, size) => size)

const hex = (hashes: readonly TreeHash[]): readonly string[] => hashes.map(toHex)

export function merkleVectors(): Readonly<Record<string, unknown>> {
  const roots = SIZES.map((size) => treeRoot(HASHES.slice(0, size)))
  return {
    spec: 'heron-merkle',
    version: 1,
    leaves: LEAVES,
    leaf_hashes: hex(HASHES),
    roots: hex(roots),
    inclusion: SIZES.flatMap((size) =>
      SIZES.slice(0, size).flatMap((index) => {
        const proof = inclusionProof(HASHES.slice(0, size), index)
        return variants(proof).map(([kind, changed]) => ({
          name: `${kind}_leaf_${index.toString()}_of_${size.toString()}`,
          index,
          size,
          proof: hex(changed),
          valid: verifyInclusion(HASHES[index]!, index, size, changed, roots[size]!),
        }))
      }),
    ),
    consistency: SIZES.flatMap((later) =>
      SIZES.slice(0, later + 1).flatMap((earlier) => {
        const proof = consistencyProof(HASHES.slice(0, later), earlier)
        const from = { size: earlier, root: roots[earlier]! }
        const to = { size: later, root: roots[later]! }
        return variants(proof).map(([kind, changed]) => ({
          name: `${kind}_${earlier.toString()}_to_${later.toString()}`,
          earlier,
          later,
          proof: hex(changed),
          valid: verifyConsistency(from, to, changed),
        }))
      }),
    ),
    notes: [note(roots[9]!)],
  }
}

/** The proof, and three that are none. */
function variants(proof: readonly TreeHash[]): readonly (readonly [string, readonly TreeHash[]])[] {
  const longer = [...proof, HASHES[0]!]
  if (proof.length === 0) {
    return [
      ['proof', proof],
      ['longer', longer],
    ]
  }
  const changed = proof.map((hash, index) => (index === 0 ? hash.map((byte) => byte ^ 1) : hash))
  return [
    ['proof', proof],
    ['longer', longer],
    ['shorter', proof.slice(1)],
    ['changed', changed],
  ]
}

function note(root: TreeHash): object {
  const witnessSeed = new Uint8Array(32).fill(3)
  const log: NoteKey = { name: 'heron.example/prj_test', type: 'ed25519', publicKey: HERON_KEY }
  const witness: NoteKey = {
    name: 'witness.example',
    type: 'cosignature',
    publicKey: publicKeyOfSeed(witnessSeed),
  }
  const text = checkpointText({ origin: log.name, size: 9, root })
  const seenAt = 1_783_944_000
  const line = (key: NoteKey, seed: Uint8Array, time = 0): string =>
    noteSignatureLine(key, signEd25519(seed, noteSigningInput(text, key.type, time)), time)
  return {
    name: 'checkpoint_with_witness',
    origin: log.name,
    size: 9,
    root: toHex(root),
    keys: [log, witness].map((key) => ({
      name: key.name,
      type: key.type,
      public_key: toBase64url(key.publicKey),
      key_id: toHex(noteKeyId(key)),
    })),
    witnessed_at: seenAt,
    text,
    note: writeNote(text, [line(log, HERON_SEED), line(witness, witnessSeed, seenAt)]),
  }
}
