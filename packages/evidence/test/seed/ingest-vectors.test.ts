/** Every case of the ingest vectors, by name, and the scorer that the command line and the browser share. */
import { describe, expect, it } from 'vitest'
import {
  anchorToken,
  canonicalize,
  detectSignatureVerifier,
  extractAnchors,
  hashChained,
  hashJson,
  importPublicKey,
  scoreIngestVectors,
  signStatement,
  statementText,
  verifyEd25519,
  verifyStatement,
} from '../../src/index.js'
import { INGEST_VECTORS, ingestVectors as vectors } from '../support/vectors.js'

describe('canonicalization', () => {
  it.each(vectors.canonicalization)('$name', ({ input, canonical }) => {
    expect(canonicalize(input)).toBe(canonical)
  })
})

describe('args_hash', () => {
  it.each(vectors.args_hash)('$name', ({ args, canonical, args_hash }) => {
    expect(canonicalize(args)).toBe(canonical)
    expect(hashJson(args)).toBe(args_hash)
  })
})

describe('chain', () => {
  it.each(vectors.chain)('$name', ({ record, prev_hash, record_hash }) => {
    expect(hashChained(canonicalize(record), prev_hash)).toBe(record_hash)
  })
})

describe('execution_evidence', () => {
  it.each(vectors.execution_evidence)(
    '$name',
    async ({ payload, canonical, seed_base64, public_key_base64url, signature }) => {
      const seed = Uint8Array.from(Buffer.from(seed_base64, 'base64'))
      expect(statementText(payload)).toBe(canonical)
      expect(signStatement(payload, { kid: 'k1', seed }).value).toBe(signature)
      const key = importPublicKey(public_key_base64url)!
      for (const verify of [verifyEd25519, await detectSignatureVerifier()]) {
        expect(await verifyStatement(payload, signature, key, verify)).toBe(true)
        expect(await verifyStatement({ ...payload, error_code: 'other' }, signature, key, verify)).toBe(false)
      }
    },
  )
})

describe('anchors', () => {
  it.each(vectors.anchors)('$name', ({ type, value, secret, scope, token }) => {
    expect(anchorToken(type, value, { secret, scope })).toBe(token)
  })

  it.each(vectors.anchor_text)('$name', ({ text, secret, scope, anchors }) => {
    expect(extractAnchors(text, { secret, scope })).toEqual(anchors)
  })
})

describe('the scorer', () => {
  it('counts every case of the file', async () => {
    const score = await scoreIngestVectors(INGEST_VECTORS, verifyEd25519)
    expect(score).toEqual({ name: 'ingest', passed: 26, total: 26, failed: [] })
  })

  it('names what is not reproduced, and never passes a section that it does not know', async () => {
    const [first] = vectors.anchors
    const anchors = [{ ...first, token: '<email:0000000000000000>' }]
    const changed = { ...vectors, anchors, later: [{ name: 'new' }] }
    const score = await scoreIngestVectors(JSON.stringify(changed), verifyEd25519)
    expect(score.failed.map(({ name }) => name)).toEqual(['anchors/email', 'later/new'])
    expect(score.failed[0]).toMatchObject({
      expected: '<email:0000000000000000>',
      got: first!.token,
    })
  })
})
