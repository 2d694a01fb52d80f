/** Small parts of the governing pages: what a pasted key becomes, lengths of time, rules in one list. */
import { describe, expect, it } from 'vitest'
import { importRequest } from '../../../src/dashboard/pages/keys/import-request.js'
import { givable } from '../../../src/dashboard/pages/members/role-words.js'
import { durationOf, durationWords, millisecondsOf } from '../../../src/words/durations.js'

const NOTHING = { kid: '', key: '', jwks: '', url: '' }
const KEY = 'A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg'
const JWK = { kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: KEY }

describe('importing a key', () => {
  it('sends a pasted key under its id', () => {
    expect(importRequest('key', { ...NOTHING, kid: ' k1 ', key: `${KEY}=\n` }).body).toEqual({
      kid: 'k1',
      public_key: KEY,
    })
  })

  it('sends a pasted key set, and takes one key as a set of one', () => {
    const body = { jwks: { keys: [JWK] } }
    expect(importRequest('jwks', { ...NOTHING, jwks: JSON.stringify({ keys: [JWK] }) }).body).toEqual(body)
    expect(importRequest('jwks', { ...NOTHING, kid: 'k1', jwks: JSON.stringify(JWK) }).body).toEqual({
      ...body,
      kid: 'k1',
    })
  })

  it.each([
    ['key', { key: '-----BEGIN PRIVATE KEY-----\nabc' }],
    ['jwks', { jwks: JSON.stringify({ keys: [{ ...JWK, d: 'secret' }] }) }],
    ['jwks', { jwks: JSON.stringify({ ...JWK, d: 'secret' }) }],
  ] as const)('keeps a private key in the page: %s', (way, fields) => {
    const { body, problem } = importRequest(way, { ...NOTHING, kid: 'k1', ...fields })
    expect(body).toBeNull()
    expect(problem).toContain('private key')
    expect(problem).not.toContain('secret')
  })

  it.each([
    ['key', { key: 'too-short' }],
    ['jwks', { jwks: '{"keys": [' }],
    ['jwks', { jwks: '[]' }],
    ['url', { url: 'http://vendor.example/jwks.json' }],
  ] as const)('says what is wrong with %s %j', (way, fields) => {
    const { body, problem } = importRequest(way, { ...NOTHING, kid: 'k1', ...fields })
    expect(body).toBeNull()
    expect(problem).not.toBeNull()
  })

  it('waits without a word while nothing was pasted', () => {
    for (const way of ['key', 'jwks', 'url'] as const)
      expect(importRequest(way, NOTHING)).toEqual({ body: null, problem: null })
  })
})

describe('lengths of time', () => {
  it.each([
    [60_000, '1 minute'],
    [90_000, '90 seconds'],
    [3_600_000, '1 hour'],
    [30 * 86_400_000, '30 days'],
    [1500, '1.5 seconds'],
  ])('%i ms are %s, and come back', (ms, words) => {
    expect(durationWords(ms)).toBe(words)
    expect(millisecondsOf(durationOf(ms))).toBe(ms)
  })
})

describe('roles', () => {
  it('lets only an owner make an owner', () => {
    expect(givable('admin')).not.toContain('owner')
    expect(givable('owner')).toContain('owner')
  })
})
