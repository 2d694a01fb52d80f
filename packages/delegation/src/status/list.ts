/** Status list tokens: reading one entry out of a signed, compressed list (delegation.md §2.11). */
import {
  decodeBase64url,
  decodeJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '@heron/evidence'
import { splitCompact } from '../token/compact.js'
import { findKey, type TrustedKey } from '../token/trusted-key.js'
import { inflateBounded } from './inflate.js'

export type StatusListLimits = {
  /** Characters of the list token. */
  readonly maxChars: number
  /** Bytes of the list once unpacked. */
  readonly maxBytes: number
}

/** A verified list. */
export type StatusList = {
  readonly bits: 1 | 2 | 4 | 8
  readonly bytes: Uint8Array
  readonly iat: number
  /** Seconds for which a copy may be used; `null` when the issuer set none. */
  readonly ttl: number | null
  readonly exp: number | null
}

/**
 * Verifies a status list token.
 *
 * @param text UNTRUSTED.
 * @param uri where the referring token says that the list is; must be the list's `sub`.
 * @returns a sentence about what is wrong when it cannot be used.
 */
export async function readStatusList(
  text: string,
  uri: string,
  issuers: readonly TrustedKey[],
  now: number,
  limits: StatusListLimits,
): Promise<StatusList | string> {
  const jws = splitCompact(text, limits.maxChars)
  if (typeof jws === 'string') return `the status list is no compact token: ${jws}`
  const header = readObject(jws.header)
  const payload = readObject(jws.payload)
  if (header === null || payload === null) return 'the status list does not hold two JSON objects'
  if (Object.hasOwn(header, 'crit')) return 'the status list has a `crit` extension'
  const typ = ownMember(header, 'typ')
  if (typ !== 'statuslist+jwt' && typ !== 'application/statuslist+jwt')
    return 'the status list’s `typ` is wrong'
  const key = findKey(issuers, header)
  if (key === undefined || ownMember(header, 'alg') !== key.alg)
    return 'no trusted status issuer signed the list'
  if (!(await key.verify(jws))) return 'the status list’s signature does not verify'
  if (ownMember(payload, 'sub') !== uri) return 'the status list is for another address'
  return readVerified(payload, now, limits)
}

async function readVerified(
  payload: JsonObject,
  now: number,
  limits: StatusListLimits,
): Promise<StatusList | string> {
  const iat = ownMember(payload, 'iat')
  const exp = ownMember(payload, 'exp') ?? null
  const ttl = ownMember(payload, 'ttl') ?? null
  if (typeof iat !== 'number' || iat > now) return 'the status list’s `iat` is missing or in the future'
  if (exp !== null && (typeof exp !== 'number' || now > exp)) return 'the status list has expired'
  if (ttl !== null && (typeof ttl !== 'number' || ttl <= 0))
    return 'the status list’s `ttl` must be a positive number'
  const list = ownMember(payload, 'status_list')
  const bits = isJsonObject(list) ? ownMember(list, 'bits') : undefined
  const lst = isJsonObject(list) ? ownMember(list, 'lst') : undefined
  if (!isBits(bits)) return 'the status list’s `bits` must be 1, 2, 4 or 8'
  const packed = typeof lst === 'string' ? decodeBase64url(lst) : null
  if (packed === null) return 'the status list’s `lst` is not base64url'
  const bytes = await inflateBounded(packed, limits.maxBytes)
  if (bytes === null) return 'the status list cannot be unpacked within its bound'
  return { bits, bytes, iat, ttl, exp }
}

/** The value of one entry, counted from the least significant bit of byte 0; `null` when the list has no such entry. */
export function statusAt(list: StatusList, idx: number): number | null {
  const perByte = 8 / list.bits
  const byte = list.bytes[Math.floor(idx / perByte)]
  if (byte === undefined) return null
  return (byte >> ((idx % perByte) * list.bits)) & ((1 << list.bits) - 1)
}

function isBits(value: JsonValue | undefined): value is 1 | 2 | 4 | 8 {
  return value === 1 || value === 2 || value === 4 || value === 8
}

function readObject(bytes: Uint8Array): JsonObject | null {
  const read = decodeJson(bytes)
  return read.ok && isJsonObject(read.value) ? read.value : null
}
