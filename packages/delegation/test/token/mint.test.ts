/** Minting (delegation.md §2.14, §2.15): the public vectors byte for byte, and nothing that our verifier would refuse. */
import { readFileSync } from 'node:fs'
import { decodeHex, publicKeyOfSeed } from '@heron/evidence'
import { p256 } from '@noble/curves/nist.js'
import { exportJWK } from 'jose'
import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CallerError } from '../../src/caller-error.js'
import { meet } from '../../src/authority/meet.js'
import { type MintHop, type MintOptions, mintChain } from '../../src/token/mint.js'
import { readMintPlan } from '../../src/token/mint-plan.js'
import { ed25519Signer, es256Signer, hs256Signer } from '../../src/token/signer.js'
import { ed25519Key, es256Key, hs256Key } from '../../src/token/trusted-key.js'
import { verifyChain } from '../../src/token/verify.js'
import { authority, DRAFT_01, DRAFT_02 } from '../authority/support.js'
import { verdict } from './support.js'

const vector = JSON.parse(
  readFileSync(new URL('../../vectors/draft-01/valid_chain.json', import.meta.url), 'utf8'),
) as { tokens: string[]; signer: { secret_hex: string; kid: string } }
const SECRET = decodeHex(vector.signer.secret_hex)!

const root = authority(
  DRAFT_01,
  ['crm.*', 'mail.send'],
  [
    { key: 'max_rows', max: 100000 },
    { key: 'egress', rank: 'any' },
  ],
  3600,
)
const narrowed = (from: typeof root, scopes: string[], rows: number, ttl: number): typeof root => {
  const wanted = authority(
    DRAFT_01,
    scopes,
    [
      { key: 'max_rows', max: rows },
      { key: 'egress', rank: 'none' },
    ],
    ttl,
  )
  const met = meet(from, wanted)
  if (!met.ok) throw new Error(met.message)
  return met.authority
}
const summarizer = narrowed(root, ['crm.read'], 5000, 900)
const formatter = narrowed(summarizer, ['crm.read'], 100, 300)

const hops: MintHop[] = [
  { id: 'chain:n0', agent: 'orchestrator', authority: root },
  { id: 'chain:n1', agent: 'summarizer', authority: summarizer },
  { id: 'chain:n2', agent: 'formatter', authority: formatter },
]
const base: MintOptions = {
  profile: 'draft-01',
  signer: hs256Signer(SECRET, vector.signer.kid),
  iss: 'attenu-guard',
  aud: null,
  iat: 0,
  maxDepth: 6,
  hops,
}

describe('the base chain of the public vectors', () => {
  it('comes out byte for byte', async () => {
    expect(await mintChain(base)).toEqual(vector.tokens)
  })

  it('is the same when it grows hop by hop from its parents', async () => {
    const first = await mintChain({ ...base, hops: hops.slice(0, 1) })
    const second = await mintChain({ ...base, parents: first, hops: hops.slice(1, 2) })
    expect(await mintChain({ ...base, parents: second, hops: hops.slice(2) })).toEqual(vector.tokens)
  })
})

describe('draft-02', () => {
  const held = authority(DRAFT_02, ['crm.*', 'openid'], [{ key: 'max_spend', max_lifetime: 9 }], 600)
  const cnf = { jkt: 'x' }
  const two: MintOptions = {
    ...base,
    profile: 'draft-02',
    aud: 'https://tool.example',
    principal: 'user-1',
    hops: [
      { id: 'n0', agent: 'planner', authority: held, cnf },
      { id: 'n1', agent: 'reader', authority: held, cnf, iat: 100 },
    ],
  }
  const verifyAt = async (tokens: readonly string[], now: number): Promise<string> =>
    verdict(await verifyChain(tokens, { profile: 'draft-02', now, keys: [hs256Key(SECRET)] }))

  it('verifies, and a later hop expires no later than its parent', async () => {
    const tokens = await mintChain(two)
    expect(await verifyAt(tokens, 600)).toBe('accept')
    expect(await verifyAt(tokens, 601)).toBe('expired@0')
    const payload = JSON.parse(Buffer.from(tokens[1]!.split('.')[1]!, 'base64url').toString()) as object
    expect(payload).toMatchObject({ iat: 100, exp: 600, sub: 'user-1', client_id: 'reader', jti: 'n1' })
  })

  it('takes the principal of the parents it continues from', async () => {
    const { principal: _principal, ...rest } = two
    const parents = await mintChain({ ...two, hops: two.hops.slice(0, 1) })
    expect(await verifyAt(await mintChain({ ...rest, parents, hops: two.hops.slice(1) }), 200)).toBe('accept')
  })

  const [first, second] = two.hops as [MintHop, MintHop]
  const without = (hop: MintHop): MintHop => {
    const { cnf: _cnf, ...rest } = hop
    return rest
  }
  it.each<[string, Partial<MintOptions>]>([
    ['no principal', { principal: '' }],
    ['a null audience', { aud: null }],
    ['an empty audience list', { aud: [] }],
    ['no confirmation', { hops: [without(first)] }],
    ['an empty confirmation', { hops: [{ ...first, cnf: {} }] }],
    ['a null ttl', { hops: [{ ...first, authority: { ...held, ttl: null } }] }],
    ['an authority of another profile', { hops: [{ ...first, authority: root }] }],
    [
      'a child wider than its parent',
      { hops: [second, { ...first, authority: authority(DRAFT_02, ['pay.send'], [], 1) }] },
    ],
    ['a chain longer than its bound', { maxDepth: 0 }],
    ['a bound that is no count', { maxDepth: -1 }],
    ['a raised bound', { hops: [first, { ...second, maxDepth: 9 }] }],
    ['parents that are no tokens', { parents: ['x'] }],
    ['nothing to mint', { hops: [] }],
  ])('refuses %s', async (_what, change) => {
    await expect(mintChain({ ...two, ...change })).rejects.toThrow(CallerError)
  })

  it('can forbid further delegation', async () => {
    const closed = [first, { ...second, maxDepth: 1 }]
    const tokens = await mintChain({ ...two, hops: closed })
    await expect(
      mintChain({ ...two, parents: tokens, hops: [{ id: 'n2', agent: 'x', authority: held, cnf }] }),
    ).rejects.toThrow(/depth_invalid/)
  })
})

describe('signers', () => {
  const seed = new Uint8Array(32).fill(3)

  it('Ed25519 under both names, and ES256, verify with their public halves', async () => {
    const point = p256.getPublicKey(seed, false)
    const x = Buffer.from(point.slice(1, 33)).toString('base64url')
    const y = Buffer.from(point.slice(33)).toString('base64url')
    const jwk = await exportJWK(createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }))
    const pairs = [
      [ed25519Signer(seed, 'k'), ed25519Key(publicKeyOfSeed(seed), 'k')],
      [ed25519Signer(seed, 'k', 'Ed25519'), ed25519Key(publicKeyOfSeed(seed), 'k', { alg: 'Ed25519' })],
      [es256Signer(seed, 'k'), await es256Key(jwk, 'k')],
    ] as const
    for (const [signer, key] of pairs) {
      const tokens = await mintChain({ ...base, signer })
      expect(verdict(await verifyChain(tokens, { profile: 'draft-01', now: 0, keys: [key] }))).toBe('accept')
    }
  })
})

describe('a plan file', () => {
  const wire = { scopes: ['crm.read'], constraints: [], ttl: 60 }
  const plan = { iss: 'i', hops: [{ id: 'a', agent: 'b', authority: wire }] }

  it('is read whole', () => {
    const read = readMintPlan(
      {
        ...plan,
        aud: ['x'],
        principal: 'p',
        max_depth: 2,
        parents: ['t'],
        hops: [{ ...plan.hops[0]!, cnf: { jkt: 'x' }, iat: 1, nbf: 2, aud: 'y', status: {}, max_depth: 1 }],
      },
      'draft-01',
    )
    expect(read).toMatchObject({
      ok: true,
      plan: {
        iss: 'i',
        aud: ['x'],
        principal: 'p',
        maxDepth: 2,
        parents: ['t'],
        hops: [{ id: 'a', agent: 'b', cnf: { jkt: 'x' }, iat: 1, nbf: 2, aud: 'y', status: {}, maxDepth: 1 }],
      },
    })
  })

  it.each<[string, unknown, string]>([
    ['a text', 'x', ''],
    ['a plan without hops', { iss: 'i' }, '/hops'],
    ['a plan with no hop', { iss: 'i', hops: [] }, '/hops'],
    ['a plan without an issuer', { hops: plan.hops }, '/iss'],
    ['an unknown member', { ...plan, scope: 1 }, '/scope'],
    ['an unknown member of a hop', { ...plan, hops: [{ ...plan.hops[0], ttl: 1 }] }, '/hops/0/ttl'],
    ['a hop that is no object', { ...plan, hops: [7] }, '/hops/0'],
    ['a hop without an id', { ...plan, hops: [{ agent: 'b', authority: wire }] }, '/hops/0/id'],
    ['a hop without an authority', { ...plan, hops: [{ id: 'a', agent: 'b' }] }, '/hops/0/authority'],
    ['an audience that is a number', { ...plan, aud: 7 }, '/aud'],
    ['an audience list with a number', { ...plan, aud: [7] }, '/aud'],
    ['a depth that is a text', { ...plan, max_depth: '1' }, '/max_depth'],
    ['a cnf that is a text', { ...plan, hops: [{ ...plan.hops[0], cnf: 'x' }] }, '/hops/0/cnf'],
    ['parents that are no list', { ...plan, parents: 'x' }, '/parents'],
  ])('%s is refused at its place', (_what, value, pointer) => {
    expect(readMintPlan(value as never, 'draft-01')).toMatchObject({ ok: false, pointer })
  })
})
