/**
 * What the revisions of the draft say differently about an authority (delegation.md §1, bundle-format.md §10), as data:
 * the algebra beside this file has no branch on a profile's name.
 */

/** The revision whose rules apply. Chosen by configuration, never by looking at the material (delegation.md §2.3). */
export type ProfileName = 'draft-01' | 'draft-02'

export type ScopeForm = 'literal' | 'wildcard' | 'opaque'

/** The members that carry a bound; the member name is the type (delegation.md §1.5). */
export type BoundType =
  'max' | 'min' | 'max_lifetime' | 'max_subtree' | 'one_of' | 'not_one_of' | 'prefix' | 'rank'

/** What a `type` member selects under draft-01. */
export type Discriminator = {
  readonly bound: BoundType
  /** Further members that this shape reads. */
  readonly also: readonly ('field' | 'applies_to')[]
}

export type Profile = {
  readonly name: ProfileName
  readonly scopeForms: readonly ScopeForm[]
  /** What at most one constraint of an authority may carry. */
  readonly identity: 'key' | 'key_and_type'
  /** Types that this profile implements. */
  readonly types: ReadonlySet<BoundType>
  /** Types that any key may carry, routed by the member alone. */
  readonly openTypes: ReadonlySet<BoundType>
  /** Keys whose type is fixed by their name. */
  readonly fixedKeys: ReadonlyMap<string, BoundType>
  readonly discriminators: ReadonlyMap<string, Discriminator>
  /** Where the vocabulary of `rank` comes from: the constraint itself, or this fixed enumeration. */
  readonly rankOrder: 'carried' | readonly string[]
  /** Whether an object of unknown type must consist of `key` and exactly one other member. */
  readonly closedObjects: boolean
  /** Whether a call count may stand under the per-action `max`; where not, it needs a cumulative type. */
  readonly callCountsPerAction: boolean
}

/** The only enumeration that draft-01 knows, least permissive first. */
const EGRESS_ORDER = ['none', 'internal', 'any'] as const

const DRAFT_01: Profile = {
  name: 'draft-01',
  scopeForms: ['literal', 'wildcard'],
  identity: 'key',
  types: new Set<BoundType>(['max', 'min', 'one_of', 'not_one_of', 'prefix', 'rank']),
  openTypes: new Set<BoundType>(['max', 'min', 'one_of', 'not_one_of', 'prefix']),
  fixedKeys: new Map<string, BoundType>([
    ['max_rows', 'max'],
    ['max_spend', 'max'],
    ['max_calls', 'max'],
    ['egress', 'rank'],
  ]),
  discriminators: new Map<string, Discriminator>([
    ['max_calls', { bound: 'max', also: ['applies_to'] }],
    ['allow', { bound: 'one_of', also: ['field'] }],
    ['deny', { bound: 'not_one_of', also: ['field'] }],
    ['prefix', { bound: 'prefix', also: ['field'] }],
  ]),
  rankOrder: EGRESS_ORDER,
  closedObjects: false,
  callCountsPerAction: true,
}

const DRAFT_02_TYPES = new Set<BoundType>([
  'max',
  'min',
  'max_lifetime',
  'max_subtree',
  'one_of',
  'not_one_of',
  'prefix',
  'rank',
])

const DRAFT_02: Profile = {
  name: 'draft-02',
  scopeForms: ['literal', 'wildcard', 'opaque'],
  identity: 'key_and_type',
  types: DRAFT_02_TYPES,
  openTypes: DRAFT_02_TYPES,
  fixedKeys: new Map(),
  discriminators: new Map(),
  rankOrder: 'carried',
  closedObjects: true,
  callCountsPerAction: false,
}

/** The rules of Delegation Tokens. Under draft-01 any key may carry a typed bound (the advice of delegation.md §1.5). */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = { 'draft-01': DRAFT_01, 'draft-02': DRAFT_02 }

/**
 * The rules of guard, ledger and evidence bundles (bundle-format.md §10): under draft-01 a constraint is known by its
 * `type` or by one of the fixed keys; any other is of unknown type, and denies.
 */
export const LEDGER_PROFILES: Readonly<Record<ProfileName, Profile>> = {
  'draft-01': { ...DRAFT_01, openTypes: new Set() },
  'draft-02': DRAFT_02,
}
