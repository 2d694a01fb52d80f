/**
 * Signed notes and checkpoints in the formats of the C2SP documents signed-note, tlog-checkpoint and tlog-cosignature,
 * so that existing witnesses can read and cosign what Heron commits to (heron.md §11). Pure: signing is the caller's.
 */
import { decodeBase64, toBase64 } from '../crypto/base64.js'
import { toBase64url } from '../crypto/base64url.js'
import { sha256 } from '../crypto/digest.js'
import { importPublicKey, type PublicKeyBytes, type SignatureVerifier } from '../crypto/ed25519.js'
import { toHex } from '../crypto/hex.js'
import type { TreeHash } from './merkle.js'

/** What a checkpoint says: whose tree, how large, which root. */
export type Checkpoint = {
  /** Names the log; a line without spaces or `+` at its start is advised. */
  readonly origin: string
  /** Number of leaves. */
  readonly size: number
  readonly root: TreeHash
}

/** Signature types of signed notes: the log's own, and a witness's with a time. */
export const NOTE_SIGNATURE_TYPES = { ed25519: 1, cosignature: 4 } as const
export type NoteSignatureType = keyof typeof NOTE_SIGNATURE_TYPES

/** A key that signs notes, as a verifier trusts it. */
export type NoteKey = {
  readonly name: string
  readonly type: NoteSignatureType
  readonly publicKey: PublicKeyBytes
}

export type NoteSignature = {
  readonly name: string
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/** A note taken apart; nothing in it is verified yet. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] }

/** Longest note and most signatures read: both bound the work of a hostile text. */
const MAX_NOTE_LENGTH = 64 * 1024
const MAX_NOTE_SIGNATURES = 64

const SIGNATURE_LINE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u
const SIZE = /^(?:0|[1-9][0-9]{0,15})$/
const encoder = new TextEncoder()

/** The signed text of a checkpoint: three lines, each ended. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size.toString()}\n${toBase64(root)}\n`
}

/**
 * Reads the text of a checkpoint. Extension lines are allowed and not interpreted.
 *
 * @param text UNTRUSTED.
 * @returns `null` when it is none.
 */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root, ...rest] = text.split('\n')
  if (origin === undefined || origin === '' || size === undefined || root === undefined) return null
  // Every line is ended, so the last piece is empty; an empty line before it would end the note's text.
  if (rest.at(-1) !== '' || rest.slice(0, -1).includes('') || !SIZE.test(size)) return null
  const hash = decodeBase64(root)
  const count = Number(size)
  return hash?.length === 32 && Number.isSafeInteger(count) ? { origin, size: count, root: hash } : null
}

/** The first four bytes that name a key inside a note. */
export function noteKeyId({ name, type, publicKey }: NoteKey): Uint8Array {
  const label = encoder.encode(`${name}\n`)
  const input = new Uint8Array(label.length + 1 + publicKey.length)
  input.set(label)
  input[label.length] = NOTE_SIGNATURE_TYPES[type]
  input.set(publicKey, label.length + 1)
  return sha256(input).slice(0, 4)
}

/** The bytes that a key signs: the text itself, or for a witness the text with the time it saw it at. */
export function noteSigningInput(text: string, type: NoteSignatureType, timeSeconds = 0): Uint8Array {
  return encoder.encode(type === 'ed25519' ? text : `cosignature/v1\ntime ${timeSeconds.toString()}\n${text}`)
}

/**
 * One signature line, without its line end.
 *
 * @param signature 64 bytes over {@link noteSigningInput}.
 * @param timeSeconds The time that a cosignature states.
 */
export function noteSignatureLine(key: NoteKey, signature: Uint8Array, timeSeconds = 0): string {
  const stamp = key.type === 'cosignature' ? timeBytes(timeSeconds) : new Uint8Array(0)
  const blob = new Uint8Array(4 + stamp.length + signature.length)
  blob.set(noteKeyId(key))
  blob.set(stamp, 4)
  blob.set(signature, 4 + stamp.length)
  return `\u2014 ${key.name} ${toBase64(blob)}`
}

/** Joins a text and its signature lines. */
export function writeNote(text: string, signatureLines: readonly string[]): string {
  return `${text}\n${signatureLines.map((line) => `${line}\n`).join('')}`
}

/**
 * Takes a note apart.
 *
 * @param note UNTRUSTED.
 * @returns `null` when it is not a note with at least one well-formed signature line.
 */
export function parseNote(note: string): Note | null {
  if (note.length > MAX_NOTE_LENGTH || !note.isWellFormed()) return null
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > MAX_NOTE_SIGNATURES) return null
  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const [, name, blob] = SIGNATURE_LINE.exec(line) ?? []
    const bytes = blob === undefined ? null : decodeBase64(blob)
    if (name === undefined || bytes === null || bytes.length <= 4) return null
    signatures.push({ name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) })
  }
  return { text: note.slice(0, split + 1), signatures }
}

/** Whose signature on a note holds, and for a witness when it was given. */
export type VerifiedNoteSignature = { readonly key: NoteKey; readonly timeSeconds: number | null }

/**
 * Checks a note against trusted keys. Signatures by unknown keys are passed over, as the format asks; a signature that
 * names a trusted key and does not hold makes the whole note untrustworthy.
 *
 * @returns The signatures that hold, or `null` when one that should hold does not.
 */
export async function verifyNote(
  note: Note,
  trusted: readonly NoteKey[],
  verify: SignatureVerifier,
): Promise<VerifiedNoteSignature[] | null> {
  const verified: VerifiedNoteSignature[] = []
  for (const { name, keyId, signature } of note.signatures) {
    const key = trusted.find((candidate) => candidate.name === name && equal(noteKeyId(candidate), keyId))
    if (key === undefined) continue
    const stamped = key.type === 'cosignature'
    if (signature.length !== (stamped ? 72 : 64)) return null
    const timeSeconds = stamped ? readTime(signature.subarray(0, 8)) : null
    const input = noteSigningInput(note.text, key.type, timeSeconds ?? 0)
    if (!(await verify(key.publicKey, input, signature.subarray(stamped ? 8 : 0)))) return null
    verified.push({ key, timeSeconds })
  }
  return verified
}

/** A key as verifiers write it down: `name+key id+type and key`, the C2SP form ("vkey"). */
export function writeNoteKey(key: NoteKey): string {
  const blob = new Uint8Array(1 + key.publicKey.length)
  blob[0] = NOTE_SIGNATURE_TYPES[key.type]
  blob.set(key.publicKey, 1)
  return `${key.name}+${toHex(noteKeyId(key))}+${toBase64(blob)}`
}

const NOTE_KEY = /^([^\s+]{1,256})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/u

/**
 * Reads a key as {@link writeNoteKey} writes it.
 *
 * @param text UNTRUSTED.
 * @returns `null` when it is none, of another type, or not sound.
 */
export function parseNoteKey(text: string): NoteKey | null {
  const [, name, id, blob] = NOTE_KEY.exec(text.trim()) ?? []
  const bytes = blob === undefined ? null : decodeBase64(blob)
  if (name === undefined || bytes?.length !== 33) return null
  const type = (['ed25519', 'cosignature'] as const).find((name) => NOTE_SIGNATURE_TYPES[name] === bytes[0])
  const publicKey = importPublicKey(toBase64url(bytes.subarray(1)))
  if (type === undefined || publicKey === null) return null
  const key: NoteKey = { name, type, publicKey }
  return toHex(noteKeyId(key)) === id ? key : null
}

function timeBytes(seconds: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds))
  return bytes
}

function readTime(bytes: Uint8Array): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0))
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}
