/** `heron token verify | mint | inspect` as a user meets them: output and exit codes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicKeyOfSeed, toBase64url, toHex, toJwk } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { runInProcess } from '../support/run-in-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const vectorPath = (name: string): string =>
  new URL(`../../../delegation/vectors/draft-01/${name}.json`, import.meta.url).pathname
const vectorOf = (name: string): { tokens: string[]; signer: { secret_hex: string } } =>
  JSON.parse(readFileSync(vectorPath(name), 'utf8')) as never

const SECRET = vectorOf('valid_chain').signer.secret_hex
const SEED = new Uint8Array(32).fill(7)

function write(name: string, content: unknown): string {
  const folder = join(temporaryFolder(), 'files')
  mkdirSync(folder)
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const verify = (file: string, ...flags: string[]): ReturnType<typeof runInProcess> =>
  runInProcess(['token', 'verify', file, ...flags])
const ofVector = ['--hs256-key', SECRET, '--now', '0']

describe('heron token verify', () => {
  it('accepts a good chain with exit 0 and says what was not performed', async () => {
    const { code, out } = await verify(vectorPath('valid_chain'), ...ofVector, '--json')
    expect(code).toBe(0)
    const report = JSON.parse(out) as Record<string, unknown>
    expect(report).toMatchObject({ outcome: 'accept', profile: 'draft-01', authorized: false, depth: 2 })
    expect(report['steps_not_performed']).toEqual([
      'step_6_holder_binding',
      'step_7_status',
      'step_8_audience',
      'step_8_action',
    ])
    expect(report['leaf_authority']).toMatchObject({ scopes: ['crm.read'], ttl: 300 })
  })

  it('rejects with exit 1, the reason and the hop', async () => {
    const { code, out } = await verify(vectorPath('reject_widened_scope'), ...ofVector, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ outcome: 'reject', reason: 'not_narrower', hop: 2 })
  })

  it('tells people the same in lines', async () => {
    const good = await verify(vectorPath('valid_chain'), ...ofVector)
    expect(good.out.split('\n')[0]).toBe('ACCEPT  3 tokens verified  (draft-01)')
    const bad = await verify(vectorPath('reject_bad_signature'), ...ofVector)
    expect(bad.out.split('\n')[0]).toBe('REJECT  signature_invalid  (draft-01)')
  })

  it('reads one compact token a line', async () => {
    const file = write('chain.txt', `${vectorOf('valid_chain').tokens.join('\r\n')}\n`)
    expect((await verify(file, ...ofVector)).code).toBe(0)
  })

  it('judges by the clock when no time is given', async () => {
    const { out } = await verify(vectorPath('valid_chain'), '--hs256-key', SECRET, '--json')
    expect(JSON.parse(out)).toMatchObject({ outcome: 'reject', reason: 'expired', hop: 0 })
  })

  it('applies the profile it is told to', async () => {
    const { code, out } = await verify(
      vectorPath('valid_chain'),
      ...ofVector,
      '--profile',
      'draft-02',
      '--json',
    )
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ reason: 'malformed', profile: 'draft-02' })
  })

  it('refuses an algorithm that is not accepted', async () => {
    const { out } = await verify(vectorPath('valid_chain'), ...ofVector, '--accept-alg', 'EdDSA', '--json')
    expect(JSON.parse(out)).toMatchObject({ reason: 'signature_invalid' })
  })

  const jwk = toJwk('k1', publicKeyOfSeed(SEED))
  it.each([
    ['no key', []],
    ['two keys', ['--hs256-key', SECRET, '--jwks', 'x']],
    ['a secret that is not hex', ['--hs256-key', 'zz']],
    ['an unknown profile', [...ofVector, '--profile', 'draft-03']],
    ['a time that is no number', ['--hs256-key', SECRET, '--now', 'soon']],
    ['a key set that is not there', ['--jwks', '/nowhere.json']],
  ])('ends with exit 2 for %s', async (_what, flags) => {
    const { code, out, err } = await verify(vectorPath('valid_chain'), ...flags)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^heron: /)
  })

  it.each([
    ['on the curve’s small subgroup', { ...jwk, x: toBase64url(new Uint8Array(32)) }],
    ['too short', { ...jwk, x: 'AAAA' }],
    ['private', { ...jwk, d: toBase64url(SEED) }],
    ['of another type', { kty: 'RSA', kid: 'k1', n: 'AQAB', e: 'AQAB' }],
    ['for another algorithm', { ...jwk, alg: 'RS256' }],
  ])('ends with exit 2 and names the kid of a key that is %s', async (_what, bad) => {
    const { code, err } = await verify(
      vectorPath('valid_chain'),
      '--jwks',
      write('jwks.json', { keys: [bad] }),
    )
    expect(code).toBe(2)
    expect(err).toContain('k1')
  })

  it.each([
    ['a missing file', '/nowhere'],
    ['an empty file', write.bind(null, 'a', '')],
    ['broken JSON', write.bind(null, 'a', '{"tokens":')],
    ['an object without tokens', write.bind(null, 'a', {})],
  ])('ends with exit 2 for %s', async (_what, file) => {
    expect((await verify(typeof file === 'string' ? file : file(), ...ofVector)).code).toBe(2)
  })

  it('rejects what stands where tokens should', async () => {
    for (const tokens of [[], [1], [null], ['a.b']]) {
      const { code, out } = await verify(write('x', { tokens }), ...ofVector, '--json')
      expect(code).toBe(1)
      expect(JSON.parse(out)).toMatchObject({ reason: 'malformed' })
    }
  })
})

describe('heron token mint', () => {
  const plan = {
    iss: 'https://issuer.example',
    aud: 'https://tool.example',
    principal: 'user-1',
    max_depth: 3,
    hops: [
      {
        id: 'n0',
        agent: 'planner',
        cnf: { jkt: 'a' },
        authority: { scopes: ['crm.*'], constraints: [{ key: 'max_rows', max: 10 }], ttl: 600 },
      },
      {
        id: 'n1',
        agent: 'reader',
        cnf: { jkt: 'b' },
        authority: { scopes: ['crm.read'], constraints: [{ key: 'max_rows', max: 5 }], ttl: 60 },
      },
    ],
  }
  const privateJwk = { ...toJwk('k1', publicKeyOfSeed(SEED)), d: toBase64url(SEED) }

  it('prints a chain that verify accepts, under either profile', async () => {
    for (const profile of ['draft-01', 'draft-02']) {
      const key = write('key.json', privateJwk)
      const minted = await runInProcess([
        'token',
        'mint',
        write('plan.json', plan),
        '--profile',
        profile,
        '--key',
        key,
        '--iat',
        '1000',
      ])
      expect(minted).toMatchObject({ code: 0, err: '' })
      const jwks = write('jwks.json', { keys: [toJwk('k1', publicKeyOfSeed(SEED))] })
      const verified = await verify(
        write('chain.txt', minted.out),
        '--jwks',
        jwks,
        '--profile',
        profile,
        '--now',
        '1030',
      )
      expect(verified.code).toBe(0)
    }
  })

  it.each([
    ['an authority without a ttl', { ttl: null }, '/hops/1'],
    ['a wider child', { scopes: ['mail.send'] }, 'not_narrower'],
    ['a scope that is none', { scopes: ['*'] }, '/hops/1/authority/scopes/0'],
  ])('refuses %s with exit 2', async (_what, change, said) => {
    const [root, child] = plan.hops
    const hops = [root, { ...child, authority: { ...child!.authority, ...change } }]
    const { code, err, out } = await runInProcess([
      'token',
      'mint',
      write('plan.json', { ...plan, hops }),
      '--hs256-key',
      toHex(SEED),
    ])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(said === '/hops/1' ? 'ttl' : said)
  })

  it('refuses a key file that cannot sign, naming the kid', async () => {
    const { d: _d, ...publicOnly } = privateJwk
    const { code, err } = await runInProcess([
      'token',
      'mint',
      write('plan.json', plan),
      '--key',
      write('key.json', publicOnly),
    ])
    expect(code).toBe(2)
    expect(err).toContain('k1')
    expect(err).not.toContain(privateJwk.d)
  })
})

describe('heron token inspect', () => {
  it('shows the claims and never says that they were verified', async () => {
    const { code, out } = await runInProcess(['token', 'inspect', vectorPath('valid_chain')])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toMatch(/^NOT VERIFIED/)
    expect(out).toContain('claim sub: orchestrator')
  })

  it('shows what can be read of a broken chain', async () => {
    const { code, out } = await runInProcess([
      'token',
      'inspect',
      vectorPath('reject_duplicate_member'),
      '--json',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ verified: false, tokens: [{ hop: 0, claims: null }] })
  })

  it('keeps every value inside its line', async () => {
    const part = (value: unknown): string => toBase64url(new TextEncoder().encode(JSON.stringify(value)))
    const token = `${part({ alg: 'none' })}.${part({ sub: 'a\nACCEPT  all is well', 'x\nhop 9': 1 })}.`
    const { out } = await runInProcess(['token', 'inspect', write('t', token)])
    expect(out.split('\n').filter((line) => /^(?:ACCEPT|hop 9)/.test(line))).toEqual([])
  })
})
