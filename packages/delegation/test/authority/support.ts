/** Builders and generators of authorities for these tests. */
import type { JsonObject, JsonValue } from '@heron/evidence'
import fc from 'fast-check'
import type { Authority } from '../../src/authority/authority.js'
import { LEDGER_PROFILES, type Profile, PROFILES } from '../../src/authority/profile.js'
import { readAuthority } from '../../src/authority/read.js'

export const DRAFT_01 = PROFILES['draft-01']
export const DRAFT_02 = PROFILES['draft-02']
export const LEDGER_01 = LEDGER_PROFILES['draft-01']

/** An authority that must be readable. */
export function authority(
  profile: Profile,
  scopes: readonly string[],
  constraints: readonly JsonValue[] = [],
  ttl: number | null = null,
): Authority {
  const read = readAuthority({ scopes, constraints, ttl }, profile)
  if (!read.ok) throw new Error(`${read.pointer}: ${read.message}`)
  return read.authority
}

/** Few segments, so that scopes of two sides often meet. */
const segment = fc.constantFrom('a', 'b', 'c-1', 'd_2')
const literalScope = fc.array(segment, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('.'))
const wildcardScope = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('.')}.*`)
const opaqueScope = fc.constantFrom('openid', 'User.Read', 'a', 'a.B', 'repo:status', 'https://x.example/y')

export const scopeOf = (profile: Profile): fc.Arbitrary<string> =>
  profile.scopeForms.includes('opaque')
    ? fc.oneof(literalScope, wildcardScope, opaqueScope)
    : fc.oneof(literalScope, wildcardScope)

const bound = fc.integer({ min: -3, max: 6 })
const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue[]>(1, '1', true, null, 'x', 2, 'true')
const list = fc.array(scalar, { maxLength: 4 })
const prefix = fc.constantFrom('', 'a', 'ab', 'abc', 'b')

const unknownOf = (key: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> =>
  fc.record({
    key,
    within: fc.constantFrom<JsonValue[]>('EU', { b: 1, a: [1, true] }, null, 1),
  })

const draft01Constraint: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ key: fc.constantFrom('max_rows', 'max_spend', 'max_calls'), max: bound }),
  bound.map((max) => ({ key: 'max_calls[a.*]', type: 'max_calls', applies_to: 'a.*', max })),
  fc.record({ key: fc.constant('egress'), rank: fc.constantFrom('none', 'internal', 'any') }),
  list.map((one_of) => ({ key: 'l', type: 'allow', one_of })),
  list.map((not_one_of) => ({ key: 'm', type: 'deny', not_one_of, field: 'l' })),
  prefix.map((value) => ({ key: 'p', type: 'prefix', prefix: value })),
  fc.record({ key: fc.constantFrom('q', 'p'), min: bound }),
  unknownOf(fc.constantFrom('u', 'p')),
)

const draft02Key = fc.constantFrom('max_rows', 'k', 'p')
const draft02Constraint: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ key: draft02Key, max: bound }),
  fc.record({ key: draft02Key, min: bound }),
  fc.record({ key: fc.constantFrom('k', 'max_calls', 'max_calls[a.*]'), max_lifetime: bound }),
  fc.record({ key: fc.constantFrom('k', 'max_calls'), max_subtree: bound }),
  fc.record({ key: draft02Key, one_of: list }),
  fc.record({ key: draft02Key, not_one_of: list }),
  fc.record({ key: draft02Key, prefix }),
  fc.record({
    key: fc.constantFrom('egress', 'k'),
    rank: fc.constantFrom('none', 'internal', 'any'),
    order: fc.constantFrom(['none', 'internal', 'any'], ['none', 'any', 'internal']),
  }),
  unknownOf(fc.constantFrom('u', 'k')),
)

/** Any readable authority of a profile: every scope form, every constraint type, unknown types, bounded and unbounded. */
export function authorityOf(profile: Profile): fc.Arbitrary<Authority> {
  const constraint = profile.name === 'draft-01' ? draft01Constraint : draft02Constraint
  const identity = ({ key, ...rest }: JsonObject): string =>
    profile.name === 'draft-01'
      ? JSON.stringify(key)
      : JSON.stringify([key, Object.keys(rest).find((name) => name !== 'order')])
  return fc
    .tuple(
      fc.array(scopeOf(profile), { maxLength: 5 }),
      fc.uniqueArray(constraint, { maxLength: 6, selector: identity }),
      fc.option(fc.integer({ min: 0, max: 5 })),
    )
    .map(([scopes, constraints, ttl]) => authority(profile, scopes, constraints, ttl))
}

/** A request context that often touches what {@link authorityOf} bounds. */
export const context: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('rows', 'spend', 'calls', 'calls[a.*]', 'egress', 'l', 'm', 'p', 'q', 'k', 'max_rows'),
  fc.oneof(bound, scalar, prefix, fc.constantFrom('none', 'internal', 'any')),
)
