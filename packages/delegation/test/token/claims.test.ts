/** Claims, details and links of a chain: each rule of delegation.md §2.3 to §2.5 and §2.9, and the trap it closes (§8). */
import { describe, expect, it } from 'vitest'
import { verifyChain } from '../../src/token/verify.js'
import { build, detailOf, type Draft, soundDraft, verdict, verifyChanged } from './support.js'

const profiles = ['draft-01', 'draft-02'] as const
type Change = (draft: Draft) => void
const of = async (profile: (typeof profiles)[number], change: Change): Promise<string> =>
  verdict(await verifyChanged(profile, change))
const set =
  (hop: number, name: string, value: unknown): Change =>
  (draft) => {
    draft.claims[hop]![name] = value
  }

describe('draft-02: the claims that every token carries', () => {
  const kinds: Record<string, unknown> = {
    null: null,
    true: true,
    number: 7,
    fraction: 0.5,
    negative: -1,
    text: 'x',
    empty: '',
    list: [],
    object: {},
    nested: [{ a: null }],
  }
  const legal: Record<string, string[]> = {
    iss: ['text', 'empty'],
    client_id: ['text', 'empty'],
    jti: ['text', 'empty'],
    aud: ['text', 'empty'],
    iat: ['number', 'fraction', 'negative'],
    exp: ['number', 'fraction', 'negative'],
    nbf: ['null', 'number', 'fraction', 'negative'],
    cnf: [],
    authorization_details: [],
    status: ['object'],
  }
  const cases = Object.keys(legal).flatMap((name) =>
    Object.keys(kinds)
      .filter((kind) => !legal[name]!.includes(kind))
      .map((kind): [string, string] => [name, kind]),
  )

  it.each(cases)('`%s` that is %s is malformed', async (name, kind) => {
    for (const hop of [0, 2])
      expect(await of('draft-02', set(hop, name, kinds[kind]))).toBe(`malformed@${hop}`)
  })

  it.each([
    'iss',
    'sub',
    'client_id',
    'aud',
    'iat',
    'exp',
    'jti',
    'authorization_details',
    'cnf',
    'del_depth',
  ])('`%s` is required', async (name) => {
    expect(await of('draft-02', set(1, name, undefined))).toBe('malformed@1')
  })

  it.each<[string, Change]>([
    ['an empty principal on the root', set(0, 'sub', '')],
    ['a principal that is no text', set(0, 'sub', null)],
    ['an audience list with a member that is no text', set(0, 'aud', ['a', 1])],
    ['an audience list that is empty', set(0, 'aud', [])],
    ['a confirmation without a method', set(0, 'cnf', { kid: 'x' })],
    ['a thumbprint that is no text', set(0, 'cnf', { jkt: 1 })],
    ['a key that is no object', set(0, 'cnf', { jwk: 'x' })],
    ['one good and one bad confirmation', set(0, 'cnf', { jkt: 'x', 'x5t#S256': 1 })],
    ['a root without del_max_depth', set(0, 'del_max_depth', undefined)],
    ['a del_max_depth of 0', set(0, 'del_max_depth', 0)],
    ['a root with a par_hash', set(0, 'par_hash', 'AAAA')],
    ['a root with a null par_hash', set(0, 'par_hash', null)],
    ['a status list without uri', set(0, 'status', { status_list: { idx: 0 } })],
    ['a status list with a negative index', set(0, 'status', { status_list: { idx: -1, uri: 'x' } })],
    ['a status list that is no object', set(0, 'status', { status_list: [] })],
  ])('%s is malformed', async (_what, change) => {
    expect(await of('draft-02', change)).toBe('malformed@0')
  })

  it.each<[string, Change]>([
    ['a child’s del_max_depth that is no positive integer', set(1, 'del_max_depth', 1.5)],
    ['a child without par_hash', set(1, 'par_hash', null)],
    ['a par_hash with padding', set(1, 'par_hash', `${'A'.repeat(43)}=`)],
    ['a negative del_depth', set(1, 'del_depth', -1)],
  ])('%s is malformed', async (_what, change) => {
    expect(await of('draft-02', change)).toBe('malformed@1')
  })

  it.each<[string, Change]>([
    ['a confirmation by key', set(0, 'cnf', { jwk: {} })],
    ['a confirmation by certificate', set(0, 'cnf', { 'x5t#S256': 'x' })],
    ['an audience list', set(0, 'aud', ['a', 'b'])],
    ['an act claim, which is history', set(1, 'act', { sub: 'someone', act: { sub: 'else' } })],
    ['any other claim', set(1, 'extra', { deep: [1, null] })],
    ['one client on consecutive hops', set(1, 'client_id', 'planner')],
  ])('%s is fine', async (_what, change) => {
    expect(await of('draft-02', change)).toBe('accept')
  })

  it('the principal is compared exactly', async () => {
    expect(await of('draft-02', set(2, 'sub', 'User-1'))).toBe('principal_altered@2')
    expect(await of('draft-02', set(2, 'sub', ''))).toBe('principal_altered@2')
  })

  it('an altered principal beside a broken link is a broken link', async () => {
    const both: Change = (draft) => {
      draft.claims[1]!['sub'] = 'user-2'
      draft.claims[1]!['par_hash'] = 'A'.repeat(43)
    }
    expect(await of('draft-02', both)).toBe('par_hash_mismatch@1')
  })
})

describe('draft-01: what is not asked for', () => {
  it.each<[string, Change]>([
    ['no cnf and a null audience, as the public vectors have', () => undefined],
    ['no iss', set(0, 'iss', undefined)],
    ['no jti', set(0, 'jti', undefined)],
    ['another sub on each hop', set(2, 'sub', 'else')],
    ['a client_id on some tokens: profiles are never guessed', set(1, 'client_id', 'x')],
    ['a null nbf', set(0, 'nbf', null)],
  ])('%s', async (_what, change) => {
    expect(await of('draft-01', change)).toBe('accept')
  })

  it.each<[string, Change, string]>([
    ['a par_hash on the root is malformed', set(0, 'par_hash', 'AAAA'), 'malformed@0'],
    ['a missing par_hash is a mismatch', set(1, 'par_hash', null), 'par_hash_mismatch@1'],
    ['a par_hash that is no text is a mismatch', set(1, 'par_hash', 7), 'par_hash_mismatch@1'],
    ['a padded par_hash is malformed', set(1, 'par_hash', `${'A'.repeat(43)}=`), 'malformed@1'],
    ['a par_hash of an impossible length is malformed', set(1, 'par_hash', 'A'), 'malformed@1'],
    ['an exp that is a text is malformed', set(1, 'exp', '3000'), 'malformed@1'],
    ['an iat that is a boolean is malformed', set(1, 'iat', true), 'malformed@1'],
    ['an nbf that is a text is malformed', set(1, 'nbf', '1'), 'malformed@1'],
    ['a del_depth that is a boolean', set(1, 'del_depth', true), 'depth_invalid@1'],
    ['a del_depth that is missing', set(0, 'del_depth', undefined), 'depth_invalid@0'],
    ['a del_max_depth that is missing', set(0, 'del_max_depth', undefined), 'depth_invalid@0'],
    ['a del_max_depth that is a text', set(0, 'del_max_depth', '7'), 'depth_invalid@0'],
    ['a del_max_depth of 0', set(0, 'del_max_depth', 0), 'depth_invalid@0'],
  ])('%s', async (_what, change, expected) => {
    expect(await of('draft-01', change)).toBe(expected)
  })
})

describe.each(profiles)('%s: authorization_details', (profile) => {
  const detail =
    (hop: number, change: (detail: Record<string, unknown>) => void): Change =>
    (draft) => {
      change(detailOf(draft, hop))
    }

  it.each<[string, Change]>([
    ['absent', set(0, 'authorization_details', undefined)],
    ['null', set(0, 'authorization_details', null)],
    ['an object', set(0, 'authorization_details', {})],
    ['an empty list', set(0, 'authorization_details', [])],
    ['a list of texts', set(0, 'authorization_details', ['agent_delegation'])],
    [
      'two entries: not only the first counts',
      (draft) => {
        const details = draft.claims[0]!['authorization_details'] as unknown[]
        details.push(details[0])
      },
    ],
    ['of another type, on the root as well', detail(0, (entry) => (entry['type'] = 'payment'))],
    ['of no type', detail(0, (entry) => delete entry['type'])],
    ['with a member that restricts', detail(0, (entry) => (entry['locations'] = ['x']))],
    ['with actions', detail(0, (entry) => (entry['actions'] = ['read']))],
    ['with null scopes', detail(0, (entry) => (entry['scopes'] = null))],
    ['with scopes that are a text', detail(0, (entry) => (entry['scopes'] = 'crm.*'))],
    ['with a scope that is a number', detail(0, (entry) => (entry['scopes'] = [1]))],
    ['with constraints as a map', detail(0, (entry) => (entry['constraints'] = { max_rows: 1 }))],
    [
      'with two constraints on one dimension',
      detail(0, (entry) => (entry['constraints'] as unknown[]).push({ key: 'max_rows', max: 1 })),
    ],
    [
      'with too many scopes',
      detail(0, (entry) => (entry['scopes'] = Array.from({ length: 513 }, (_, index) => `a.b${index}`))),
    ],
    [
      'with too many constraints',
      detail(
        0,
        (entry) =>
          (entry['constraints'] = Array.from({ length: 257 }, (_, index) => ({ key: `k${index}`, max: 1 }))),
      ),
    ],
  ])('%s is malformed', async (_what, change) => {
    expect(await of(profile, change)).toBe('malformed@0')
  })

  it('absent scopes grant nothing under draft-01 and are malformed under draft-02', async () => {
    const change = detail(2, (entry) => delete entry['scopes'])
    expect(await of(profile, change)).toBe(profile === 'draft-01' ? 'accept' : 'malformed@2')
  })

  it('null constraints read as none under draft-01 and are malformed under draft-02', async () => {
    const change = detail(0, (entry) => (entry['constraints'] = null))
    expect(await of(profile, change)).toBe(profile === 'draft-01' ? 'accept' : 'malformed@0')
  })

  it('absent constraints are none', async () => {
    expect(
      await of(
        profile,
        detail(0, (entry) => delete entry['constraints']),
      ),
    ).toBe('accept')
    expect(
      await of(
        profile,
        detail(2, (entry) => delete entry['constraints']),
      ),
    ).toBe('not_narrower@2')
  })

  it.each<[string, Change]>([
    ['a wider scope', detail(2, (entry) => (entry['scopes'] as string[]).push('pay.send'))],
    ['a wildcard under a literal', detail(2, (entry) => (entry['scopes'] = ['crm.*']))],
    ['a neighbouring namespace', detail(1, (entry) => (entry['scopes'] = ['crmx.read']))],
    [
      'a loosened bound',
      detail(2, (entry) => ((entry['constraints'] as Record<string, unknown>[])[1]!['max'] = 101)),
    ],
    ['an omitted bound', detail(2, (entry) => (entry['constraints'] as unknown[]).pop())],
    [
      'an omitted unknown bound',
      detail(1, (entry) => (entry['constraints'] as unknown[]).push({ key: 'geo', in: 'EU' })),
    ],
  ])('%s is not narrower', async (_what, change) => {
    expect(await of(profile, change)).toMatch(/^not_narrower@[12]$/)
  })

  it('an unknown constraint that every hop carries whole verifies, and denies each action', async () => {
    const everywhere: Change = (draft) => {
      for (const hop of [0, 1, 2])
        detailOf(draft, hop).constraints.push({ key: 'geo', within: { b: 1, a: 2 } })
    }
    expect(await of(profile, everywhere)).toBe('accept')
    const asked: Change = (draft) => {
      everywhere(draft)
      draft.options = { ...draft.options, action: { scope: 'crm.read' } }
      if (profile === 'draft-02') draft.options = { ...draft.options, audience: 'https://tool.example' }
    }
    expect(await of(profile, asked)).toBe('unknown_constraint@2')
  })
})

describe('lists of scopes are read whole', () => {
  it.each(['*', 'crm.*.read', 'crm.re*', 'crm read', 'crm.read\n', 'crm.réad', ''])(
    '%j anywhere is malformed under both profiles',
    async (scope) => {
      for (const profile of profiles) {
        for (const hop of [0, 1, 2]) {
          expect(await of(profile, (draft) => void detailOf(draft, hop).scopes.push(scope))).toBe(
            `malformed@${hop}`,
          )
        }
      }
    },
  )

  it.each(['openid', 'User.Read', 'repo:status', 'crm'])('`%s` is opaque: draft-02 only', async (scope) => {
    const everywhere: Change = (draft) => {
      for (const hop of [0, 1, 2]) detailOf(draft, hop).scopes.push(scope)
    }
    expect(await of('draft-01', everywhere)).toBe('malformed@0')
    expect(await of('draft-02', everywhere)).toBe('accept')
    expect(await of('draft-02', (draft) => void detailOf(draft, 1).scopes.push(scope))).toBe('not_narrower@1')
  })
})

describe.each(profiles)('%s: depth counts tokens from 1, hops from 0', (profile) => {
  it.each([
    [3, 'accept'],
    [2, 'depth_invalid@0'],
    [1, 'depth_invalid@0'],
  ])('three tokens under a bound of %d: %s', async (bound, expected) => {
    expect(await of(profile, set(0, 'del_max_depth', bound))).toBe(expected)
  })

  it('a child may lower the bound, never raise it', async () => {
    expect(await of(profile, set(1, 'del_max_depth', 4))).toBe('accept')
    expect(await of(profile, set(1, 'del_max_depth', 5))).toBe('accept')
    expect(await of(profile, set(1, 'del_max_depth', 6))).toBe('not_narrower@1')
    const again: Change = (draft) => {
      draft.claims[1]!['del_max_depth'] = 4
      draft.claims[2]!['del_max_depth'] = 5
    }
    expect(await of(profile, again)).toBe('not_narrower@2')
  })

  it('a child’s lower bound holds for the tokens below it', async () => {
    expect(await of(profile, set(1, 'del_max_depth', 2))).toBe('depth_invalid@1')
  })

  it('positions must be dense', async () => {
    expect(await of(profile, set(0, 'del_depth', 1))).toBe('depth_invalid@0')
    expect(await of(profile, set(2, 'del_depth', 3))).toBe('depth_invalid@2')
  })
})

describe.each(profiles)('%s: the window', (profile) => {
  const at =
    (now: number): Change =>
    (draft) => {
      draft.options = { ...draft.options, now }
    }

  it.each([
    [2000, 'accept'],
    [2000.5, 'expired@2'],
    [2001, 'expired@2'],
    [3001, 'expired@1'],
    [4001, 'expired@0'],
    [-5, 'accept'],
  ])('at %d: %s', async (now, expected) => {
    const changed = async (change: Change): Promise<string> => of(profile, change)
    const verdictThen = await changed(at(now))
    expect(verdictThen).toBe(expected)
  })

  it('nbf is inclusive', async () => {
    expect(await of(profile, set(2, 'nbf', 1000))).toBe('accept')
    expect(await of(profile, set(2, 'nbf', 1000.5))).toBe('expired@2')
  })

  it('a child may expire with its parent, not after it', async () => {
    const aligned: Change = (draft) => {
      draft.claims[2]!['exp'] = 3000
    }
    expect(await of(profile, aligned)).toBe('accept')
  })
})

describe('par_hash', () => {
  it('covers the parent’s first two parts as received, and not its signature', async () => {
    const draft = soundDraft('draft-01')
    draft.headers[0]!['extra'] = 'kept'
    expect(await of('draft-01', (changed) => Object.assign(changed, draft))).toBe('accept')
  })

  it('ties a child to one instance of its parent: a re-issued parent does not match', async () => {
    const issued = soundDraft('draft-01')
    const [, child, leaf] = build(issued) as [string, string, string]
    issued.claims[0]!['jti'] = 'chain:n0-again'
    const [reissued] = build(issued) as [string]
    expect(verdict(await verifyChain([reissued, child, leaf], issued.options))).toBe('par_hash_mismatch@1')
    expect(verdict(await verifyChain([child, leaf], issued.options))).toBe('malformed@0')
  })
})
