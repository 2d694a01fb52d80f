/**
 * The authority inside a token (delegation.md §2.4): exactly one `authorization_details` entry, read whole. Ignoring
 * data that restricts would fail open, so what cannot be evaluated is refused.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { type Authority, makeAuthority } from '../authority/authority.js'
import { readConstraints, readScopes } from '../authority/read.js'
import { briefly } from '../ledger/printable.js'
import { MAX_CONSTRAINTS, MAX_SCOPES } from './limits.js'
import type { TokenRules } from './rules.js'

export const DETAIL_TYPE = 'agent_delegation'

const MEMBERS = new Set(['type', 'scopes', 'constraints'])

/**
 * Reads a token's authority; its ttl is `exp − iat`.
 *
 * @param payload UNTRUSTED.
 * @returns a sentence about what is wrong when it cannot be read.
 */
export function readTokenAuthority(payload: JsonObject, rules: TokenRules): Authority | string {
  const details = ownMember(payload, 'authorization_details')
  if (!Array.isArray(details) || details.length !== 1) {
    return '`authorization_details` must be a list of exactly one entry'
  }
  const detail = details[0] as JsonValue
  const at = '/authorization_details/0'
  if (!isJsonObject(detail)) return `${at} must be an object`
  if (ownMember(detail, 'type') !== DETAIL_TYPE) return `${at}/type must be \`${DETAIL_TYPE}\``
  if (Object.keys(detail).some((name) => !MEMBERS.has(name))) {
    return `${at} may hold \`type\`, \`scopes\` and \`constraints\` only`
  }

  const scopesWire =
    ownMember(detail, 'scopes') ?? (rules.scopesRequired ? undefined : absent(detail, 'scopes'))
  if (isLongerThan(scopesWire, MAX_SCOPES))
    return `${at}/scopes has more than ${MAX_SCOPES.toString()} entries`
  const scopes = readScopes(scopesWire, rules.authority)
  if (!scopes.ok) return `${at}${scopes.pointer}: ${scopes.message}`

  const isNull = ownMember(detail, 'constraints') === null
  const constraintsWire =
    isNull && rules.nullConstraintsAllowed
      ? []
      : (ownMember(detail, 'constraints') ?? absent(detail, 'constraints'))
  if (isLongerThan(constraintsWire, MAX_CONSTRAINTS)) {
    return `${at}/constraints has more than ${MAX_CONSTRAINTS.toString()} entries`
  }
  const constraints = readConstraints(constraintsWire, rules.authority)
  if (!constraints.ok) return `${briefly(at + constraints.pointer)}: ${constraints.message}`

  const iat = ownMember(payload, 'iat')
  const exp = ownMember(payload, 'exp')
  if (typeof iat !== 'number' || typeof exp !== 'number') return '`iat` and `exp` must be numbers'
  return makeAuthority(rules.authority, scopes.value, constraints.value, exp - iat)
}

/** An empty list for a member that is not there; a null that is there stays what it is. */
function absent(object: JsonObject, name: string): JsonValue {
  return Object.hasOwn(object, name) ? null : []
}

function isLongerThan(value: JsonValue | undefined, limit: number): boolean {
  return Array.isArray(value) && value.length > limit
}
