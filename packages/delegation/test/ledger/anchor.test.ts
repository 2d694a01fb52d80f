import { canonicalBytes, hmacSha256, toHex } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { anchorSignatureDefect, openAnchorKey, signAnchor } from '../../src/ledger/anchor.js'

const secret = new Uint8Array(16).fill(1)
const key = openAnchorKey({ alg: 'HS256', kid: 'k', secret })
const head = { v: 2, chainId: 'c', seq: 4, head: 'a'.repeat(64), ts: 0 } as const
const mac = (value: unknown): string => toHex(hmacSha256(secret, canonicalBytes(value)))

describe('an anchor', () => {
  it('signs everything but kid, sig and verified', () => {
    const anchor = signAnchor(head, { alg: 'HS256', kid: 'k', secret })
    expect(anchor['sig']).toBe(mac({ v: 2, c14n: 'JCS', chain_id: 'c', seq: 4, head: head.head, ts: 0 }))
    expect(anchorSignatureDefect(anchor, key)).toBe(null)
    expect(anchorSignatureDefect({ ...anchor, verified: false }, key)).toBe(null)
    for (const change of [{ c14n: 'x' }, { v: 1 }, { ts: 1 }, { seq: 3 }, { chain_id: 'd' }, { more: 1 }]) {
      expect(anchorSignatureDefect({ ...anchor, ...change }, key)).toBe('the signature does not verify')
    }
  })

  it('keeps unknown members in the signed bytes, and reads a missing one as null', () => {
    const stated = { c14n: 'JCS', v: 2, chain_id: 'c', head: 'h', more: [1] }
    const sig = mac({ ...stated, seq: null, ts: null })
    expect(anchorSignatureDefect({ ...stated, kid: 'k', sig }, key)).toBe(null)
  })

  it('has one spelling of its signature: whole bytes in lower-case hex', () => {
    const anchor = signAnchor(head, { alg: 'HS256', kid: 'k', secret })
    const sig = anchor['sig'] as string
    for (const other of [sig.toUpperCase(), sig.slice(1), ` ${sig}`, '', 5, null]) {
      expect(anchorSignatureDefect({ ...anchor, sig: other }, key)).not.toBe(null)
    }
  })

  it('must name the kid of the trusted key, where one is trusted by name', () => {
    const anchor = signAnchor(head, { alg: 'HS256', kid: 'other', secret })
    expect(anchorSignatureDefect(anchor, key)).toMatch(/another kid/)
    expect(anchorSignatureDefect(anchor, openAnchorKey({ alg: 'HS256', secret }))).toBe(null)
  })

  it('without a canonical form is a finding', () => {
    expect(anchorSignatureDefect({ v: Number.NaN, kid: 'k', sig: '00' }, key)).toMatch(/canonical/)
  })
})
