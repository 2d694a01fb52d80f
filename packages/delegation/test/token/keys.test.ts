/** Step 1 and the trust set behind it (delegation.md §2.2, §2.7): algorithms, kids, roots, and keys that are no keys. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { canonicalize, publicKeyOfSeed, toBase64url, toJwk } from '@heron/evidence'
import { base64url, CompactSign, exportJWK, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { CallerError } from '../../src/caller-error.js'
import { readTrustedJwks } from '../../src/token/jwks.js'
import type { VerifyOptions } from '../../src/token/options.js'
import { ed25519Key, es256Key, hs256Key, type TrustedKey } from '../../src/token/trusted-key.js'
import { verifyChain } from '../../src/token/verify.js'
import { build, type Draft, SECRET, soundDraft, verdict, verifyChanged } from './support.js'

const SEED = new Uint8Array(32).fill(9)
const PUBLIC = publicKeyOfSeed(SEED)

type Sign = (signingInput: string) => Promise<Uint8Array> | Uint8Array

/** One root token under any header and any signer. */
async function tokenOf(header: Record<string, unknown>, signer: Sign): Promise<string> {
  const claims = soundDraft('draft-01').claims[0]
  const part = (value: unknown): string => base64url.encode(canonicalize(value))
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${base64url.encode(await signer(input))}`
}

const judge = async (
  token: string,
  keys: readonly TrustedKey[],
  options: Partial<VerifyOptions> = {},
): Promise<string> =>
  verdict(await verifyChain([token], { profile: 'draft-01', now: 1000, keys, ...options }))

/** Ed25519 by way of a library that shares no code with ours. */
const byJose: Sign = async (input) => {
  const key = await importJWK({ ...toJwk('k', PUBLIC), d: toBase64url(SEED) }, 'EdDSA')
  const [header, payload] = input.split('.') as [string, string]
  const protectedHeader = JSON.parse(new TextDecoder().decode(base64url.decode(header))) as { alg: string }
  const jws = await new CompactSign(base64url.decode(payload)).setProtectedHeader(protectedHeader).sign(key)
  return base64url.decode(jws.split('.')[2]!)
}

describe('algorithms', () => {
  it('EdDSA and Ed25519 are two names, and never exchanged silently', async () => {
    for (const alg of ['EdDSA', 'Ed25519'] as const) {
      const token = await tokenOf({ alg, kid: 'k' }, byJose)
      expect(await judge(token, [ed25519Key(PUBLIC, 'k', { alg })])).toBe('accept')
      const other = alg === 'EdDSA' ? 'Ed25519' : 'EdDSA'
      expect(await judge(token, [ed25519Key(PUBLIC, 'k', { alg: other })])).toBe('signature_invalid@0')
    }
  })

  it('ES256', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const token = await tokenOf({ alg: 'ES256', kid: 'k' }, (input) =>
      sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    )
    const key = await es256Key(await exportJWK(publicKey), 'k')
    expect(await judge(token, [key])).toBe('accept')
    const other = await es256Key(
      await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey),
      'k',
    )
    expect(await judge(token, [other])).toBe('signature_invalid@0')
  })

  it('an HMAC under a public key as secret does not verify', async () => {
    const token = await tokenOf({ alg: 'HS256', kid: 'k' }, (input) =>
      createHmac('sha256', PUBLIC).update(input).digest(),
    )
    expect(await judge(token, [ed25519Key(PUBLIC, 'k')])).toBe('signature_invalid@0')
  })

  it.each(['none', 'None', '', undefined, null, 7, 'HS512'])(
    'alg %j is refused whatever the signature',
    async (alg) => {
      for (const profile of ['draft-01', 'draft-02'] as const) {
        const result = await verifyChanged(profile, (draft) => {
          if (alg === undefined) Reflect.deleteProperty(draft.headers[0]!, 'alg')
          else draft.headers[0]!['alg'] = alg
        })
        expect(verdict(result)).toBe('signature_invalid@0')
      }
    },
  )

  it('one off the accepted list is refused although the signature verifies', async () => {
    const result = await verifyChanged('draft-02', (draft) => {
      draft.options = { ...draft.options, acceptedAlgs: ['EdDSA'] }
    })
    expect(verdict(result)).toBe('signature_invalid@0')
    expect(verdict(await verifyChanged('draft-02', accept(['EdDSA', 'HS256'])))).toBe('accept')
    expect(verdict(await verifyChanged('draft-02', accept([])))).toBe('signature_invalid@0')
  })
  const accept =
    (acceptedAlgs: string[]) =>
    (draft: Draft): void => {
      draft.options = { ...draft.options, acceptedAlgs }
    }
})

describe('finding the key', () => {
  const other = hs256Key(Buffer.from('another secret'), 'k2')

  it.each<[string, unknown, string]>([
    ['its kid', 'k1', 'accept'],
    ['an unknown kid', 'k9', 'signature_invalid@1'],
    ['the kid of another key', 'k2', 'signature_invalid@1'],
    ['no kid, with several keys', undefined, 'signature_invalid@1'],
    ['a kid that is no text', 7, 'signature_invalid@1'],
    ['a null kid', null, 'signature_invalid@1'],
    ['a prototype’s name', 'constructor', 'signature_invalid@1'],
  ])('by %s', async (_what, kid, expected) => {
    const result = await verifyChanged('draft-01', (draft) => {
      draft.options = { ...draft.options, keys: [hs256Key(SECRET, 'k1'), other] }
      if (kid === undefined) Reflect.deleteProperty(draft.headers[1]!, 'kid')
      else draft.headers[1]!['kid'] = kid
    })
    expect(verdict(result)).toBe(expected)
  })

  it('a single key serves tokens without a kid, and a key without a kid serves any', async () => {
    const withoutKid = (draft: Draft): void => void Reflect.deleteProperty(draft.headers[1]!, 'kid')
    expect(verdict(await verifyChanged('draft-01', withoutKid))).toBe('accept')
    const anyKid = (draft: Draft): void => {
      draft.headers[1]!['kid'] = 'whatever'
      draft.options = { ...draft.options, keys: [hs256Key(SECRET)] }
    }
    expect(verdict(await verifyChanged('draft-01', anyKid))).toBe('accept')
  })

  it('only the root is held to the trusted root kids', async () => {
    const rooted = (rootKids: string[], rootKid: string) => (draft: Draft) => {
      draft.options = { ...draft.options, rootKids, keys: [hs256Key(SECRET)] }
      draft.headers[0]!['kid'] = rootKid
    }
    expect(verdict(await verifyChanged('draft-02', rooted(['anchor'], 'anchor')))).toBe('accept')
    expect(verdict(await verifyChanged('draft-02', rooted(['anchor'], 'k1')))).toBe('signature_invalid@0')
    expect(verdict(await verifyChanged('draft-01', rooted([], 'k1')))).toBe('signature_invalid@0')
  })
})

describe('delegator-bound signing', () => {
  const holderKey = ed25519Key(PUBLIC, 'holder')
  const bound = (draft: Draft, jkt: string | null): void => {
    draft.options = { ...draft.options, keys: [hs256Key(SECRET, 'k1'), holderKey], delegatorBound: true }
    if (jkt !== null) draft.claims[0]!['cnf'] = { jkt }
  }

  it('is off by default: any trusted key may sign a child', async () => {
    expect(verdict(await verifyChanged('draft-02'))).toBe('accept')
  })

  it('refuses a child that its parent’s holder did not sign', async () => {
    expect(
      verdict(
        await verifyChanged('draft-02', (draft) => {
          bound(draft, null)
        }),
      ),
    ).toBe('signature_invalid@1')
    expect(
      verdict(
        await verifyChanged('draft-01', (draft) => {
          bound(draft, null)
        }),
      ),
    ).toBe('signature_invalid@1')
  })

  it('accepts a child signed with the key that its parent names', async () => {
    const draft = soundDraft('draft-02')
    bound(draft, holderKey.thumbprint)
    draft.claims.length = 2
    draft.headers[1] = { alg: 'EdDSA', kid: 'holder' }
    const [root, child] = build(draft) as [string, string]
    const input = child.slice(0, child.lastIndexOf('.'))
    const tokens = [root, `${input}.${base64url.encode(await byJose(input))}`]
    expect(verdict(await verifyChain(tokens, draft.options))).toBe('accept')
  })
})

describe('a configuration that cannot be meant is thrown, never a verdict', () => {
  const { options } = soundDraft('draft-01')
  it.each<[string, Record<string, unknown>]>([
    ['an unknown profile', { profile: 'draft-03' }],
    ['a profile from a prototype', { profile: 'constructor' }],
    ['no clock', { now: NaN }],
    ['a clock that is a text', { now: '0' }],
    ['no keys', { keys: [] }],
    ['accepted algorithms as a bare text', { acceptedAlgs: 'HS256' }],
    ['accepted algorithms with a number', { acceptedAlgs: ['HS256', 7] }],
    ['root kids as a bare text', { rootKids: 'k1' }],
    ['an empty audience', { audience: '' }],
    ['an audience that is a list', { audience: ['a'] }],
    ['two keys under one kid', { keys: [hs256Key(SECRET, 'k1'), hs256Key(SECRET, 'k1')] }],
  ])('%s', async (_what, wrong) => {
    await expect(verifyChain([], { ...options, ...wrong })).rejects.toThrow(CallerError)
  })

  const jwk = toJwk('the-kid', PUBLIC)
  it.each<[string, unknown]>([
    ['not an object', 7],
    ['no list', { keys: {} }],
    ['empty', { keys: [] }],
    ['holding a text', { keys: ['x'] }],
    ['holding a kid that is no text', { keys: [{ ...jwk, kid: 7 }] }],
  ])('a key set that is %s', async (_what, jwks) => {
    await expect(readTrustedJwks(jwks as never)).rejects.toThrow(CallerError)
  })

  it.each<[string, Record<string, unknown>]>([
    ['of small order', { ...jwk, x: toBase64url(new Uint8Array(32)) }],
    ['not on the curve', { ...jwk, x: toBase64url(new Uint8Array(32).fill(2)) }],
    ['without x', { ...jwk, x: undefined }],
    ['private', { ...jwk, d: 'x' }],
    ['symmetric', { kty: 'oct', k: 'AAAA', kid: 'the-kid' }],
    ['RSA', { kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'the-kid' }],
    ['for encryption', { ...jwk, use: 'enc' }],
    ['for another algorithm', { ...jwk, alg: 'HS256' }],
    ['off its curve', { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.x, kid: 'the-kid' }],
    ['of a longer curve', { kty: 'EC', crv: 'P-384', x: jwk.x, y: jwk.x, kid: 'the-kid' }],
    ['twice there', jwk],
  ])('a key that is %s is named', async (what, key) => {
    const defined = Object.fromEntries(Object.entries(key).filter(([, value]) => value !== undefined))
    const keys = what === 'twice there' ? [defined, defined] : [defined]
    await expect(readTrustedJwks({ keys } as never)).rejects.toThrow(/the-kid/)
  })

  it('reads the keys it can use', async () => {
    const ec = await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
    const keys = await readTrustedJwks({
      keys: [jwk, { ...jwk, kid: 'b', alg: 'Ed25519' }, { ...ec, kid: 'c' }],
    })
    expect(keys.map(({ kid, alg }) => [kid, alg])).toEqual([
      ['the-kid', 'EdDSA'],
      ['b', 'Ed25519'],
      ['c', 'ES256'],
    ])
  })

  it('a kid with a line break stays inside its line', () => {
    expect(() => ed25519Key(new Uint8Array(1), 'a\nb')).toThrow(/^key "a\\nb":/)
  })
})
