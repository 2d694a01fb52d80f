/**
 * Witnesses (heron.md §11): outsiders who sign that they saw a checkpoint, after they were shown that it extends the last
 * one they signed (C2SP tlog-witness). Heron is asked for nothing by them: what goes to a witness and what comes back is
 * carried by whoever runs the service.
 */
import {
  consistencyProof,
  type NoteKey,
  type PublicKeyBytes,
  parseNote,
  parseNoteKey,
  type SignatureVerifier,
  toBase64,
  verifyNote,
  writeNote,
} from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import {
  findCheckpointOfSize,
  findLastCosigned,
  findNewestCheckpoint,
  insertCosignature,
  insertWitness,
  listWitnesses,
} from '../../store/queries/checkpoints.js'
import { type Reader, step, type Store } from '../../store/store.js'
import { actOf, type Operation, scopeOf } from '../operator-keys.js'
import { commitActs, type OperatorParts } from '../operator-log.js'
import { namesPersonOrSecret } from '../redaction/names-person.js'
import { Refusal } from '../refusal.js'
import { type CheckpointRow, readNote } from './checkpoint-note.js'
import type { Scope } from './growing-tree.js'
import { readLeafHashes } from './head-proof.js'

/**
 * Names a witness whose cosignatures are taken, once: a name never changes its key.
 *
 * @param text UNTRUSTED: the key as the witness publishes it, `name+id+key`.
 * @throws {Refusal} invalid_request
 */
export async function addWitness(
  parts: OperatorParts,
  operation: Operation,
  text: string,
): Promise<{ readonly name: string }> {
  const key = parseNoteKey(text)
  if (key?.type !== 'cosignature' || namesPersonOrSecret(key.name)) {
    const detail =
      'must be the key of a witness, NAME+ID+KEY, as it publishes it; the name must be no person’s'
    throw new Refusal('invalid_request', detail, '/key')
  }
  const { name } = key
  const known = await knownWitness(parts.store, scopeOf(operation), name)
  if (known !== null) {
    if (sameKey(known.publicKey, key.publicKey)) return { name }
    throw new Refusal('invalid_request', `\`${name}\` is there with another key`, '/key')
  }
  const act = actOf(operation, {
    act: 'checkpoint_witness.added',
    subject: `checkpoint_witness:${name}`,
    before: null,
    after: { key: text.trim() },
  })
  const written = await commitActs(parts, [act], ([entry]) => [
    step(insertWitness, {
      ...scopeOf(operation),
      name,
      note_key: text.trim(),
      added_at: entry?.at ?? '',
      added_by: entry?.entry_hash ?? '',
    }),
  ])
  return written === null ? addWitness(parts, operation, text) : { name }
}

/**
 * What a witness is sent (C2SP tlog-witness, `add-checkpoint`): the size it signed last, the proof that the newest
 * checkpoint extends it, and that checkpoint.
 *
 * @throws {Refusal} not_found without such a witness or any checkpoint.
 */
export async function witnessRequest(
  reader: Reader,
  scope: Scope,
  { name, publishedKeys }: { readonly name: string; readonly publishedKeys: readonly PublishedKey[] },
): Promise<string> {
  if ((await knownWitness(reader, scope, name)) === null)
    throw new Refusal('not_found', `there is no witness \`${name}\` in this project`)
  const newest = await reader.first(findNewestCheckpoint, scope)
  if (newest === undefined) throw noCheckpoint()
  const old = (await reader.first(findLastCosigned, { ...scope, name }))?.size ?? 0
  const proof = consistencyProof(await readLeafHashes(reader, scope, newest.size), old)
  const lines = [`old ${String(old)}`, ...proof.map(toBase64), '']
  return `${lines.join('\n')}\n${await readNote(reader, newest, publishedKeys)}`
}

export type Cosigned = { readonly size: number; readonly witnesses: readonly string[] }

/**
 * Takes what witnesses answered. Every line of a known witness must verify; lines of others are passed over.
 *
 * @param answer UNTRUSTED: signature lines, or the whole note with them.
 * @param size of the checkpoint that was signed; undefined is the newest.
 * @throws {Refusal} not_found for a size that no checkpoint has, invalid_request for a text that holds no signature of a
 * known witness, or one that does not verify.
 */
export async function addCosignatures(
  parts: { readonly store: Store; readonly now: () => string },
  scope: Scope,
  given: { readonly answer: string; readonly size: number | undefined; readonly verify: SignatureVerifier },
): Promise<Cosigned> {
  const { store } = parts
  const row = await (given.size === undefined
    ? store.first(findNewestCheckpoint, scope)
    : store.first(findCheckpointOfSize, { ...scope, size: given.size }))
  if (row === undefined) throw noCheckpoint()
  const keys = (await store.all(listWitnesses, scope)).flatMap(({ note_key }) => parseNoteKey(note_key) ?? [])
  const lines = given.answer.split('\n').filter((line) => line.startsWith('\u2014 '))
  const witnesses: string[] = []
  for (const line of lines) {
    const name = await witnessOf(row, line, keys, given.verify)
    if (name === null) continue
    const received_at = parts.now()
    const cosignature = { ...scope, number: row.number, name, signature_line: line, received_at }
    // One that is there already stays as it is.
    await store.commit([step(insertCosignature, cosignature)])
    witnesses.push(name)
  }
  if (witnesses.length === 0)
    throw new Refusal('invalid_request', 'holds no signature of a witness that was named here', '/answer')
  return { size: row.size, witnesses }
}

/** Whose valid signature a line is; null for nobody that is known here. */
async function witnessOf(
  row: CheckpointRow,
  line: string,
  keys: readonly NoteKey[],
  verify: SignatureVerifier,
): Promise<string | null> {
  const note = parseNote(writeNote(row.note_text, [line]))
  const held = note === null ? null : await verifyNote(note, keys, verify)
  if (held === null) {
    const message = `holds a signature that does not verify over the checkpoint of ${String(row.size)} leaves`
    throw new Refusal('invalid_request', message, '/answer')
  }
  return held[0]?.key.name ?? null
}

async function knownWitness(reader: Reader, scope: Scope, name: string): Promise<NoteKey | null> {
  const row = (await reader.all(listWitnesses, scope)).find((witness) => witness.name === name)
  return row === undefined ? null : parseNoteKey(row.note_key)
}

function sameKey(left: PublicKeyBytes, right: PublicKeyBytes): boolean {
  return toBase64(left) === toBase64(right)
}

function noCheckpoint(): Refusal {
  return new Refusal('not_found', 'there is no such checkpoint: the first one is taken once the service runs')
}
