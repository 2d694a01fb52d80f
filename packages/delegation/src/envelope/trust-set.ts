/**
 * The witness keys that a verifier trusts (delegation.md §5, bundle-format §13). They come from the caller, not from
 * the bundle: a bad row is the caller's error and names its kid, never a finding about the bundle.
 */
import {
  decodeHex,
  importPublicKey,
  isJsonObject,
  type JsonObject,
  ownMember,
  type PublicKeyBytes,
} from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { briefly } from '../ledger/printable.js'
import { isNonEmptyText } from '../ledger/text-forms.js'

/** A row as it is written: `{kid, alg: "EdDSA", public_key_hex, not_after?}`. */
export type WitnessKeyRow = {
  readonly kid: string
  readonly alg: 'EdDSA'
  /** 64 lower-case hex digits: the raw 32 bytes. */
  readonly public_key_hex: string
  /** RFC 3339, UTC, with a trailing Z. At or before `now` the row is not trusted. */
  readonly not_after?: string
}

export type TrustedWitness = { readonly publicKey: PublicKeyBytes; readonly expired: boolean }
export type TrustSet = ReadonlyMap<string, TrustedWitness>

const MEMBERS = new Set(['kid', 'alg', 'public_key_hex', 'not_after'])
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/**
 * Reads a trust set. No trust set is the empty one: every envelope then has an unknown witness.
 *
 * @param now epoch seconds; needed where a row has `not_after`, since this package reads no clock.
 * @throws {CallerError} `bad_key`, naming the kid of the first row that is malformed, unknown members, repeats and
 * expiry without `now` included.
 */
export function readTrustSet(rows: readonly unknown[], now?: number): TrustSet {
  if (!Array.isArray(rows)) throw new CallerError('bad_key', 'the witness keys must be a list of rows')
  const trusted = new Map<string, TrustedWitness>()
  for (const [index, row] of rows.entries()) {
    if (!isJsonObject(row)) throw new CallerError('bad_key', `witness key row ${index} is no object`)
    const kid = ownMember(row, 'kid')
    if (!isNonEmptyText(kid)) {
      throw new CallerError(
        'bad_key',
        `witness key row ${index}: kid must be a text with something in it, not ${briefly(kid)}`,
      )
    }
    if (trusted.has(kid)) throw badRow(kid, 'the kid stands twice')
    trusted.set(kid, readRow(kid, row, now))
  }
  return trusted
}

function readRow(kid: string, row: JsonObject, now: number | undefined): TrustedWitness {
  const stray = Object.keys(row).find((name) => !MEMBERS.has(name))
  if (stray !== undefined) throw badRow(kid, `unknown member ${briefly(stray)}`)
  if (ownMember(row, 'alg') !== 'EdDSA') throw badRow(kid, 'alg must be "EdDSA"')
  const hex = ownMember(row, 'public_key_hex')
  const bytes = typeof hex === 'string' ? decodeHex(hex) : null
  const publicKey = bytes === null ? null : importPublicKey(bytes)
  if (publicKey === null) {
    throw badRow(kid, 'public_key_hex must be 64 lower-case hex digits of an Ed25519 public key')
  }
  return { publicKey, expired: isExpired(kid, row, now) }
}

function isExpired(kid: string, row: JsonObject, now: number | undefined): boolean {
  const notAfter = ownMember(row, 'not_after')
  if (notAfter === undefined) return false
  const end = typeof notAfter === 'string' && UTC_TIME.test(notAfter) ? Date.parse(notAfter) : Number.NaN
  // Written back, so that a day that the month does not have is refused instead of rolled over.
  if (typeof notAfter !== 'string' || Number.isNaN(end) || !sameSecond(end, notAfter)) {
    throw badRow(kid, 'not_after must be an RFC 3339 time in UTC with a trailing Z')
  }
  if (now === undefined) throw badRow(kid, 'the row has not_after, so the verifier must be told the time')
  return end <= now * 1000
}

function sameSecond(time: number, text: string): boolean {
  return new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}

function badRow(kid: string, problem: string): CallerError {
  return new CallerError('bad_key', `witness key ${briefly(kid)}: ${problem}`)
}
