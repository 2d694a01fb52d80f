/** Our draft-02 vectors: reproducible to the byte, reproduced by the verifier, and the oracle beside it under fuzzing. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TOKEN_REASONS } from '../../src/token/reasons.js'
import { scoreTokenVectors } from '../../src/token/vectors.js'
import { type OracleChain, vectorFiles, vectorOf } from '../oracle/vectors.mjs'

const folder = new URL('../../../../spec/vectors/delegation-draft-02/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

describe('the draft-02 vectors', () => {
  it('are what the generator writes, byte for byte', () => {
    const generated = vectorFiles()
    expect(generated.map(({ name }) => name).sort()).toEqual([...names].sort())
    for (const { name, text } of generated) expect(textOf(name), name).toBe(text)
  })

  it.each(names)('%s', async (name) => {
    expect((await scoreTokenVectors([{ name, text: textOf(name) }])).failed).toEqual([])
  })

  it('yield every reason that a chain without a request can have', () => {
    const needRequest = [
      'holder_binding_failed',
      'revoked',
      'status_unknown',
      'scope_not_granted',
      'ceiling_exceeded',
      'unknown_constraint',
    ]
    const yielded = names.map(
      (name) => (JSON.parse(textOf(name)) as Record<string, string>)['expect_reject_reason'],
    )
    const missing = TOKEN_REASONS['draft-02'].filter((reason) => !yielded.includes(reason))
    expect(missing.sort()).toEqual(needRequest.sort())
  })
})

type Detail = { scopes: unknown; constraints: unknown }
const detailOf = (chain: OracleChain, hop: number): Detail =>
  (chain.hops[hop]!.claims['authorization_details'] as Detail[])[0]!

const kind = fc.constantFrom<unknown[]>(
  null,
  true,
  0,
  1,
  2,
  -1,
  0.5,
  'x',
  '',
  [],
  ['x'],
  [1],
  {},
  { jkt: 'x' },
)
const order = fc.constantFrom(['none', 'internal', 'any'], ['any', 'none'], ['none'], undefined)
const constraint = fc.oneof(
  fc
    .record({
      key: fc.constantFrom<unknown[]>('max_rows', 'egress', 'k', 'max_calls', 'max_calls[crm.*]', 7),
      type: fc.constantFrom(
        'max',
        'min',
        'max_lifetime',
        'max_subtree',
        'one_of',
        'not_one_of',
        'prefix',
        'rank',
        'geo',
      ),
      value: fc.constantFrom<unknown[]>(1, 5, 50, '/a', '/a/b', ['x'], ['x', 1], 'none', 'any', null),
      order,
    })
    .map(({ key, type, value, order: words }) => ({
      key,
      [type]: value,
      ...(words === undefined ? {} : { order: words }),
    })),
  kind,
)
const scope = fc.constantFrom<unknown[]>(
  'crm.*',
  'crm.read',
  'crm.x.*',
  'crmx.read',
  'openid',
  'crm.Read',
  'mail.send',
  '*',
  'crm.*.read',
  'a\n',
  7,
)

const change: fc.Arbitrary<(chain: OracleChain) => void> = fc.oneof(
  fc
    .tuple(
      fc.nat(2),
      fc.constantFrom(
        'iss',
        'sub',
        'client_id',
        'aud',
        'iat',
        'exp',
        'nbf',
        'jti',
        'cnf',
        'del_depth',
        'del_max_depth',
        'authorization_details',
      ),
      kind,
    )
    .map(
      ([hop, name, value]) =>
        (chain: OracleChain) =>
          void (chain.hops[hop]!.claims[name] = value),
    ),
  fc.tuple(fc.nat(2), fc.array(scope, { maxLength: 3 })).map(([hop, scopes]) => (chain: OracleChain) => {
    detailOf(chain, hop).scopes = scopes
  }),
  fc.array(constraint, { maxLength: 3 }).map((constraints) => (chain: OracleChain) => {
    for (const hop of [0, 1, 2]) detailOf(chain, hop).constraints = constraints
  }),
  fc
    .tuple(fc.nat(2), fc.array(constraint, { maxLength: 3 }))
    .map(([hop, constraints]) => (chain: OracleChain) => {
      detailOf(chain, hop).constraints = constraints
    }),
  fc.nat(2).map((hop) => (chain: OracleChain) => void (chain.hops[hop]!.forged = true)),
  fc.nat(2).map((hop) => (chain: OracleChain) => void (chain.hops[hop]!.link = () => 'A'.repeat(43))),
  fc.constantFrom(-1, 299, 301, 3601).map((now) => (chain: OracleChain) => void (chain.now = now)),
  fc
    .constantFrom(
      '{',
      '[]',
      '{"a":1,"a":2}',
      '{"a":NaN}',
      '{"a":1e999}',
      '{"a":"\\udfff"}',
      '{"a":9007199254740992}',
      '{"a":1.0}',
    )
    .map((text) => (chain: OracleChain) => void (chain.hops[1]!.payloadText = () => text)),
)

describe('verifier and oracle', () => {
  it('come to the same outcome, whatever is changed in a chain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async (changes) => {
        const vector = vectorOf('fuzz', (chain) => {
          const isWhole = (): boolean =>
            chain.hops.every(
              ({ claims }) =>
                Array.isArray(claims['authorization_details']) &&
                typeof claims['authorization_details'][0] === 'object',
            )
          for (const apply of changes) if (isWhole()) apply(chain)
        })
        const { failed } = await scoreTokenVectors([{ name: 'fuzz', text: JSON.stringify(vector) }])
        expect(failed).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})
