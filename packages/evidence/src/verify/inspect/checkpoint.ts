/** One checkpoint and one leaf of the log of heads (heron.md §11): the note and who signed it, the leaf and its hash. */
import { checkpointLeafHash, checkpointOrigin } from '../../checkpoint/leaves.js'
import type { TreeHash } from '../../checkpoint/merkle.js'
import { type Note, type NoteKey, parseCheckpoint, parseNote, verifyNote } from '../../checkpoint/note.js'
import { decodeBase64 } from '../../crypto/base64.js'
import type { PublicKeyBytes, SignatureVerifier } from '../../crypto/ed25519.js'
import type { CheckpointEntry, CheckpointLeafEntry } from '../../export/format.js'
import type { CheckpointFacts, CheckpointLeafFacts } from '../facts.js'
import { quote } from '../report.js'
import type { InspectionContext } from './context.js'

export async function inspectCheckpoint(
  { note: text, nodes }: CheckpointEntry,
  { material, tools, recorder }: InspectionContext,
): Promise<CheckpointFacts> {
  const fail = (code: string, message: string, pointer: string): void => {
    recorder.fail('checkpoints.signatures', code, message, pointer)
  }
  recorder.checked('checkpoints.signatures')
  const note = parseNote(text)
  const checkpoint = note === null ? null : parseCheckpoint(note.text)
  const witnessedBy: string[] = []
  if (note === null || checkpoint === null) {
    fail('CHECKPOINT_MALFORMED', 'the note is no signed checkpoint', '/note')
    return { type: 'checkpoint', checkpoint: null, nodes: null, witnessedBy }
  }
  const origin = material.scope === null ? null : checkpointOrigin(material.scope)
  if (checkpoint.origin !== origin) {
    const message = `the checkpoint is of the log ${quote(checkpoint.origin)}, not of this project's`
    fail('ORIGIN_DIFFERS', message, '/note')
  } else if (!(await isSignedByHeron(note, origin, material.heronKeys, tools.verifySignature))) {
    fail('CHECKPOINT_SIGNATURE_INVALID', "none of Heron's keys has signed this checkpoint", '/note')
  }
  for (const witness of material.witnesses) {
    const held = await verifyNote(note, [witness], tools.verifySignature)
    if (held === null) {
      const message = `the cosignature of ${quote(witness.name)} does not verify`
      recorder.checked('checkpoints.witnesses')
      recorder.fail('checkpoints.witnesses', 'COSIGNATURE_INVALID', message, '/note')
    } else if (held.length > 0) witnessedBy.push(witness.name)
  }
  const hashes = nodes?.map(decodeBase64) ?? null
  const sound = hashes === null || hashes.every((hash): hash is TreeHash => hash?.length === 32)
  if (!sound) fail('CHECKPOINT_MALFORMED', 'a node is no base64 of 32 bytes', '/nodes')
  return { type: 'checkpoint', checkpoint, nodes: sound ? hashes : [], witnessedBy }
}

/** Whether one of Heron's keys signed a note, and none that it names did not. */
export async function isSignedByHeron(
  note: Note,
  origin: string,
  heronKeys: ReadonlyMap<string, PublicKeyBytes>,
  verify: SignatureVerifier,
): Promise<boolean> {
  const keys = [...heronKeys.values()].map((publicKey): NoteKey => ({
    name: origin,
    type: 'ed25519',
    publicKey,
  }))
  const held = await verifyNote(note, keys, verify)
  return held !== null && held.length > 0
}

export function inspectCheckpointLeaf(
  { index, leaf }: CheckpointLeafEntry,
  { recorder, texts }: InspectionContext,
): CheckpointLeafFacts {
  const hash = checkpointLeafHash(texts.of(leaf))
  // Its shape lets kinds and versions pass that the type does not know.
  const { kind, v }: { readonly kind: string; readonly v: number } = leaf
  const known = v === 1 && KINDS.includes(kind)
  if (!known) {
    const what = `a leaf of kind ${quote(kind)}, version ${String(v)}`
    recorder.checked('checkpoints.heads')
    recorder.notChecked('checkpoints.heads', 'UNKNOWN_VERSION', `${what}: take a newer verifier`, '/leaf')
  }
  return { type: 'checkpoint_leaf', index, hash, leaf: known ? leaf : null }
}

const KINDS: readonly string[] = ['session_head', 'log_head', 'checkpoint']
