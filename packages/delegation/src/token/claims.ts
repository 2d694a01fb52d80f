/**
 * Claim rules of draft-02 (delegation.md §2.3): which claims every token carries and their types. Draft-01 checks none
 * of them up front; what its later steps read they judge themselves.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { isBase64url } from './compact.js'

/**
 * Judges the claims of the token at `hop`.
 *
 * @param payload UNTRUSTED.
 * @returns what is wrong, or `null`.
 */
export function claimDefect(payload: JsonObject, hop: number): string | null {
  for (const [name, test, expected] of CLAIMS) {
    if (!test(ownMember(payload, name))) return `claim \`${name}\` must be ${expected}`
  }
  if (hop === 0 && ownMember(payload, 'sub') === '') return 'claim `sub` must name the principal'
  const maxDepth = ownMember(payload, 'del_max_depth')
  if ((hop === 0 || maxDepth !== undefined) && !isPositiveInteger(maxDepth)) {
    return 'claim `del_max_depth` must be a positive integer'
  }
  const parHash = ownMember(payload, 'par_hash')
  if (hop === 0) return parHash === undefined ? null : 'a root token must not carry `par_hash`'
  return typeof parHash === 'string' && isBase64url(parHash) ? null : 'claim `par_hash` must be base64url'
}

type Test = (value: JsonValue | undefined) => boolean

const isText: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => typeof value === 'number'

const CLAIMS: readonly (readonly [name: string, test: Test, expected: string])[] = [
  ['iss', isText, 'a text'],
  ['sub', isText, 'a text'],
  ['client_id', isText, 'a text'],
  ['aud', isAudience, 'a text or a list of one or more texts'],
  ['iat', isNumber, 'a number'],
  ['exp', isNumber, 'a number'],
  ['nbf', (value) => value === undefined || value === null || isNumber(value), 'a number'],
  ['jti', isText, 'a text'],
  ['cnf', isConfirmation, 'an object with `jkt`, `jwk` or `x5t#S256`'],
  ['del_depth', (value) => Number.isInteger(value) && (value as number) >= 0, 'a non-negative integer'],
  ['status', isStatus, 'an object whose `status_list` has `idx` and `uri`'],
]

export function isPositiveInteger(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}

function isAudience(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return true
  return Array.isArray(value) && value.length > 0 && value.every((member) => typeof member === 'string')
}

/** Shape only; that the presenter holds the key is shown for the leaf alone (§2.10). */
function isConfirmation(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  const thumbprints = [ownMember(value, 'jkt'), ownMember(value, 'x5t#S256')]
  const jwk = ownMember(value, 'jwk')
  if (thumbprints.some((member) => member !== undefined && typeof member !== 'string')) return false
  if (jwk !== undefined && !isJsonObject(jwk)) return false
  return jwk !== undefined || thumbprints.some((member) => member !== undefined)
}

/** Other status mechanisms may stand beside `status_list`; the status step decides what it cannot read. */
function isStatus(value: JsonValue | undefined): boolean {
  if (value === undefined) return true
  if (!isJsonObject(value)) return false
  const list = ownMember(value, 'status_list')
  if (list === undefined) return true
  if (!isJsonObject(list)) return false
  const idx = ownMember(list, 'idx')
  return Number.isInteger(idx) && (idx as number) >= 0 && typeof ownMember(list, 'uri') === 'string'
}
