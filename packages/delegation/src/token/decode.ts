/**
 * The parse phase (delegation.md §2.6): a token's text becomes header and payload, or a finding, before any signature is
 * looked at. Both must be JSON that every reader takes alike, and already in canonical form (RFC 8785).
 */
import {
  canonicalize,
  decodeJson,
  isJsonObject,
  type JsonObject,
  type JsonTextErrorCode,
} from '@heron/evidence'
import { briefly } from '../ledger/printable.js'
import { type CompactJws, splitCompact } from './compact.js'
import { MAX_TOKEN_CHARS } from './limits.js'
import type { TokenReason } from './reasons.js'

export type DecodedToken = {
  readonly jws: CompactJws
  readonly header: JsonObject
  readonly payload: JsonObject
}

type Defect = { readonly ok: false; readonly reason: TokenReason; readonly detail: string }
export type DecodeResult = { readonly ok: true; readonly token: DecodedToken } | Defect

/** Decodes one token. @param text UNTRUSTED: anything at all. */
export function decodeToken(text: unknown): DecodeResult {
  if (typeof text !== 'string') return defect('malformed', 'a token must be a text')
  const jws = splitCompact(text, MAX_TOKEN_CHARS)
  if (typeof jws === 'string') return defect('malformed', `no compact token: ${jws}`)
  const header = readCanonicalObject('header', jws.header)
  if (!header.ok) return header
  // RFC 7515 §4.1.11: a header that names extensions as critical must not be accepted without implementing them.
  if (Object.hasOwn(header.object, 'crit')) return defect('malformed', 'the header has a `crit` extension')
  const payload = readCanonicalObject('payload', jws.payload)
  if (!payload.ok) return payload
  return { ok: true, token: { jws, header: header.object, payload: payload.object } }
}

const REASONS: Readonly<Record<JsonTextErrorCode, TokenReason>> = {
  invalid_json: 'malformed',
  invalid_utf8: 'malformed',
  duplicate_member: 'duplicate_member',
  lone_surrogate: 'non_canonical',
  non_finite_number: 'non_finite',
  unsafe_integer: 'malformed',
  nesting_too_deep: 'malformed',
}

// A byte order mark stays in the text, where the JSON reader refuses it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readCanonicalObject(
  part: 'header' | 'payload',
  bytes: Uint8Array,
): { readonly ok: true; readonly object: JsonObject } | Defect {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return hasEncodedSurrogate(bytes)
      ? defect('non_canonical', `the ${part} holds a lone surrogate`)
      : defect('malformed', `the ${part} is not UTF-8`)
  }
  const read = decodeJson(text, { unsafeIntegers: 'value' })
  if (!read.ok) {
    const { code, message, pointer } = read.error
    return defect(REASONS[code], `${part} at ${briefly(pointer)}: ${message}`)
  }
  if (!isJsonObject(read.value)) return defect('malformed', `the ${part} is not a JSON object`)
  if (canonicalize(read.value) !== text)
    return defect('non_canonical', `the ${part} is not in canonical form`)
  return { ok: true, object: read.value }
}

/** A surrogate written as three UTF-8 bytes (ED A0..BF xx): how a lone one stands raw in a byte string. */
function hasEncodedSurrogate(bytes: Uint8Array): boolean {
  return bytes.some((byte, index) => byte === 0xed && (bytes[index + 1] ?? 0) >= 0xa0)
}

function defect(reason: TokenReason, detail: string): Defect {
  return { ok: false, reason, detail }
}
