/** Holder binding (delegation.md §2.10, RFC 9449 §4.3): every check of the list, alone, is `holder_binding_failed`. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { publicKeyOfSeed, signEd25519, toBase64url, toJwk } from '@heron/evidence'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { CallerError } from '../../src/caller-error.js'
import type { HolderCheck } from '../../src/dpop/holder-check.js'
import { memoryReplayCache } from '../../src/dpop/replay-cache.js'
import { jwkThumbprint } from '../../src/token/thumbprint.js'
import type { ChainResult } from '../../src/token/verify.js'
import { verifyChain } from '../../src/token/verify.js'
import { AUDIENCE, build, NOW, soundDraft, verdict } from '../token/support.js'

const SEED = new Uint8Array(32).fill(5)
const { kty, crv, x } = toJwk('', publicKeyOfSeed(SEED))
const JWK = { kty, crv, x }
const JKT = jwkThumbprint(JWK)!
const REQUEST = { method: 'POST', uri: 'https://tool.example/act' }

type Json = Record<string, unknown>

/** Tokens whose leaf is bound by `cnf`. */
function tokensFor(cnf: unknown = { jkt: JKT }): string[] {
  const draft = soundDraft('draft-02')
  draft.claims[2]!['cnf'] = cnf
  return build(draft)
}

function claimsFor(tokens: string[]): Json {
  return {
    jti: 'p-1',
    htm: 'POST',
    htu: 'https://tool.example/act',
    iat: NOW,
    ath: createHash('sha256').update(tokens.at(-1)!).digest('base64url'),
  }
}

function proofOf(
  claims: Json,
  header: Json = {},
  sign = (input: Uint8Array) => signEd25519(SEED, input),
): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ typ: 'dpop+jwt', alg: 'EdDSA', jwk: JWK, ...header })}.${part(claims)}`
  return `${input}.${toBase64url(sign(new TextEncoder().encode(input)))}`
}

function present(tokens: string[], holder: Partial<HolderCheck>): Promise<ChainResult> {
  const { options } = soundDraft('draft-02')
  return verifyChain(tokens, {
    ...options,
    holder: { ...REQUEST, proofs: [], replay: memoryReplayCache(), ...holder },
  })
}

const FAILED = 'holder_binding_failed@2'

describe('a proof', () => {
  const tokens = tokensFor()
  const claims = claimsFor(tokens)

  it('that is sound binds the chain, and with audience and action the answer authorizes', async () => {
    const result = await present(tokens, { proofs: [proofOf(claims)] })
    expect(verdict(result)).toBe('accept')
    expect(result.steps_not_performed).not.toContain('step_6_holder_binding')
    const { options } = soundDraft('draft-02')
    const whole = await verifyChain(tokens, {
      ...options,
      audience: AUDIENCE,
      action: { scope: 'crm.read', context: { rows: 10 } },
      holder: { ...REQUEST, proofs: [proofOf(claims)], replay: memoryReplayCache() },
    })
    expect(whole).toMatchObject({
      outcome: 'accept',
      authorized: true,
      steps_not_performed: ['step_7_status'],
    })
  })

  it('made by a library that shares no code with ours binds as well, with ES256 and with Ed25519', async () => {
    for (const alg of ['ES256', 'EdDSA']) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
      const jwk = await exportJWK(publicKey)
      const bound = tokensFor({ jkt: await calculateJwkThumbprint(jwk) })
      const proof = await new SignJWT(claimsFor(bound))
        .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk: jwk })
        .sign(privateKey)
      expect(verdict(await present(bound, { proofs: [proof] }))).toBe('accept')
    }
  })

  it.each<[string, Json]>([
    ['another type', { typ: 'jwt' }],
    ['no type', { typ: undefined }],
    ['alg none', { alg: 'none' }],
    ['an HMAC', { alg: 'HS256' }],
    ['an algorithm that does not fit the key', { alg: 'ES256' }],
    ['no key', { jwk: undefined }],
    ['a key that is a text', { jwk: 'x' }],
    ['a private key', { jwk: { ...JWK, d: toBase64url(SEED) } }],
    ['a symmetric key', { jwk: { kty: 'oct', k: 'AAAA' } }],
    ['another key', { jwk: { ...JWK, x: toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(6))) } }],
    ['a key of small order', { jwk: { ...JWK, x: toBase64url(new Uint8Array(32)) } }],
    ['a critical extension', { crit: ['b64'] }],
  ])('with %s in its header fails', async (_what, header) => {
    expect(verdict(await present(tokens, { proofs: [proofOf(claims, header)] }))).toBe(FAILED)
  })

  it.each<[string, Json]>([
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['a jti that is a number', { jti: 1 }],
    ['a jti that is too long', { jti: 'x'.repeat(257) }],
    ['no htm', { htm: undefined }],
    ['another method', { htm: 'GET' }],
    ['the method in lower case', { htm: 'post' }],
    ['no htu', { htu: undefined }],
    ['another path', { htu: 'https://tool.example/other' }],
    ['another host', { htu: 'https://tool.example.evil/act' }],
    ['another scheme', { htu: 'http://tool.example/act' }],
    ['another port', { htu: 'https://tool.example:8443/act' }],
    ['a query in htu', { htu: 'https://tool.example/act?x=1' }],
    ['a fragment in htu', { htu: 'https://tool.example/act#x' }],
    ['a relative htu', { htu: '/act' }],
    ['an htu that is a list', { htu: ['https://tool.example/act'] }],
    ['no iat', { iat: undefined }],
    ['an iat that is a text', { iat: '1000' }],
    ['an iat too long ago', { iat: NOW - 61 }],
    ['an iat too far ahead', { iat: NOW + 61 }],
    ['no ath', { ath: undefined }],
    ['the hash of the root', { ath: createHash('sha256').update(tokens[0]!).digest('base64url') }],
    ['a padded hash', { ath: `${String(claims['ath'])}=` }],
  ])('with %s in its claims fails', async (_what, change) => {
    expect(verdict(await present(tokens, { proofs: [proofOf({ ...claims, ...change })] }))).toBe(FAILED)
  })

  it.each<[string, Json]>([
    ['an iat at the edge of the window', { iat: NOW - 60 }],
    ['an iat a little ahead', { iat: NOW + 60 }],
    ['host and scheme in capitals and the default port', { htu: 'HTTPS://Tool.Example:443/act' }],
    ['further claims', { extra: [1] }],
  ])('with %s is sound', async (_what, change) => {
    expect(verdict(await present(tokens, { proofs: [proofOf({ ...claims, ...change })] }))).toBe('accept')
  })

  it('is for the request’s URI without its query and fragment', async () => {
    const uri = 'https://tool.example/act?x=1#y'
    expect(verdict(await present(tokens, { uri, proofs: [proofOf(claims)] }))).toBe('accept')
  })

  it.each<[string, string[]]>([
    ['none', []],
    ['two', [proofOf(claims), proofOf({ ...claims, jti: 'p-2' })]],
    ['no JWS', ['x']],
    ['one that is altered', [proofOf(claims).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))]],
    ['one that is too large', [proofOf({ ...claims, pad: 'x'.repeat(20_000) })]],
    [
      'one that repeats a member',
      [proofOf(claims).replace(/\.[^.]+\./, `.${Buffer.from('{"a":1,"a":1}').toString('base64url')}.`)],
    ],
  ])('%s: exactly one sound proof is asked for', async (_what, proofs) => {
    expect(verdict(await present(tokens, { proofs }))).toBe(FAILED)
  })

  it('carries the nonce when one was issued', async () => {
    const withNonce = proofOf({ ...claims, nonce: 'n-1' })
    expect(verdict(await present(tokens, { nonce: 'n-1', proofs: [withNonce] }))).toBe('accept')
    expect(verdict(await present(tokens, { nonce: 'n-2', proofs: [withNonce] }))).toBe(FAILED)
    expect(verdict(await present(tokens, { nonce: 'n-1', proofs: [proofOf(claims)] }))).toBe(FAILED)
  })

  it('uses an algorithm on the verifier’s list', async () => {
    const proofs = [proofOf(claims)]
    expect(verdict(await present(tokens, { proofs, acceptedAlgs: ['ES256'] }))).toBe(FAILED)
    expect(verdict(await present(tokens, { proofs, acceptedAlgs: ['HS256', 'EdDSA'] }))).toBe('accept')
    const hmac = proofOf(claims, { alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } })
    expect(verdict(await present(tokens, { proofs: [hmac], acceptedAlgs: ['HS256'] }))).toBe(FAILED)
  })
})

describe('what the leaf is bound to', () => {
  const sound = async (cnf: unknown): Promise<string> => {
    const tokens = tokensFor(cnf)
    return verdict(await present(tokens, { proofs: [proofOf(claimsFor(tokens))] }))
  }

  it('may be the key itself', async () => {
    expect(await sound({ jwk: JWK })).toBe('accept')
    expect(await sound({ jwk: { ...JWK, kid: 'any', use: 'sig' }, jkt: JKT })).toBe('accept')
  })

  it.each<[string, unknown]>([
    ['another key', { jwk: { ...JWK, x: toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(6))) } }],
    ['another thumbprint', { jkt: 'A'.repeat(43) }],
    ['two keys', { jwk: JWK, jkt: 'A'.repeat(43) }],
    ['a certificate, which DPoP cannot show', { 'x5t#S256': JKT }],
    ['a key of no known type', { jwk: { kty: 'odd' } }],
  ])('%s fails', async (_what, cnf) => {
    expect(await sound(cnf)).toBe(FAILED)
  })

  it('only the leaf is proven: the root’s key need not be shown', async () => {
    const draft = soundDraft('draft-02')
    draft.claims[2]!['cnf'] = { jkt: JKT }
    draft.claims[0]!['cnf'] = { 'x5t#S256': 'x' }
    const tokens = build(draft)
    expect(verdict(await present(tokens, { proofs: [proofOf(claimsFor(tokens))] }))).toBe('accept')
  })

  it('a draft-01 leaf without cnf cannot be bound', async () => {
    const draft = soundDraft('draft-01')
    const tokens = build(draft)
    const holder = { ...REQUEST, proofs: [proofOf(claimsFor(tokens))], replay: memoryReplayCache() }
    expect(verdict(await verifyChain(tokens, { ...draft.options, holder }))).toBe(FAILED)
  })
})

describe('replay', () => {
  const tokens = tokensFor()
  const claims = claimsFor(tokens)

  it('a proof is good once', async () => {
    const replay = memoryReplayCache()
    const proofs = [proofOf(claims)]
    expect(verdict(await present(tokens, { proofs, replay }))).toBe('accept')
    expect(verdict(await present(tokens, { proofs, replay }))).toBe(FAILED)
    expect(verdict(await present(tokens, { proofs: [proofOf({ ...claims, jti: 'p-2' })], replay }))).toBe(
      'accept',
    )
  })

  it('of many at once exactly one is accepted', async () => {
    const replay = memoryReplayCache()
    const proofs = [proofOf(claims)]
    const results = await Promise.all(Array.from({ length: 20 }, () => present(tokens, { proofs, replay })))
    expect(results.map(verdict).filter((answer) => answer === 'accept')).toHaveLength(1)
  })

  it('a proof that fails otherwise is not used up', async () => {
    const replay = memoryReplayCache()
    const proofs = [proofOf(claims)]
    expect(verdict(await present(tokens, { method: 'GET', proofs, replay }))).toBe(FAILED)
    expect(verdict(await present(tokens, { proofs, replay }))).toBe('accept')
  })

  it('a cache that cannot remember denies', async () => {
    const replay = { remember: () => Promise.resolve(false) }
    expect(verdict(await present(tokens, { proofs: [proofOf(claims)], replay }))).toBe(FAILED)
  })
})

describe('the cache of one process', () => {
  it('tells holders apart, and forgets only what has expired', () => {
    const { remember } = memoryReplayCache(2)
    expect(remember('a', '1', 100, 50)).toBe(true)
    expect(remember('b', '1', 100, 50)).toBe(true)
    expect(remember('a', '1', 100, 100)).toBe(false)
    expect(remember('c', '1', 100, 100)).toBe(false)
    expect(remember('c', '1', 200, 101)).toBe(true)
    expect(remember('a', '1', 200, 101)).toBe(true)
    expect(remember('b', '1', 200, 101)).toBe(false)
  })
})

describe('configuration', () => {
  it('a request URI that is not absolute is the caller’s error', async () => {
    await expect(present(tokensFor(), { uri: '/act' })).rejects.toThrow(CallerError)
  })
})

describe('thumbprints', () => {
  it('are those of RFC 7638, computed by another library', async () => {
    const rsa = await exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
    const ec = await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
    for (const jwk of [rsa, ec, JWK]) {
      expect(jwkThumbprint({ ...jwk, kid: 'ignored' })).toBe(await calculateJwkThumbprint(jwk))
    }
  })

  it('RFC 8037 appendix A.3', () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    expect(jwkThumbprint(jwk)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it.each([{}, { kty: 'oct', k: 'x' }, { kty: 'OKP', crv: 'Ed25519' }, { kty: 7 }, { kty: 'constructor' }])(
    '%j has none',
    (jwk) => {
      expect(jwkThumbprint(jwk)).toBeNull()
    },
  )
})
