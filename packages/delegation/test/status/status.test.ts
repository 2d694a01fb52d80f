/** Token Status List (delegation.md §2.11): unknown is never "not revoked". */
import { createHmac } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatusCheck } from '../../src/status/source.js'
import { inflateBounded } from '../../src/status/inflate.js'
import { statusAt } from '../../src/status/list.js'
import { hs256Key } from '../../src/token/trusted-key.js'
import { verifyChain } from '../../src/token/verify.js'
import { build, NOW, soundDraft, verdict } from '../token/support.js'

const URI = 'https://issuer.example/status/1'
const LIST_SECRET = Buffer.from('the secret of the status issuer')
const ISSUERS = [hs256Key(LIST_SECRET, 'status')]

type Json = Record<string, unknown>

/** Entries packed from the least significant bit of byte 0 on. */
function pack(values: number[], bits: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((values.length * bits) / 8))
  for (const [index, value] of values.entries()) {
    const at = index * bits
    bytes[at >> 3]! |= value << (at & 7)
  }
  return bytes
}

type ListParts = {
  values?: number[]
  bits?: number
  header?: Json
  payload?: Json
  lst?: string
  altered?: boolean
}

function listToken({
  values = [0, 1, 2, 3],
  bits = 2,
  header = {},
  payload = {},
  lst,
  altered,
}: ListParts = {}): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const list = { bits, lst: lst ?? deflateSync(pack(values, bits)).toString('base64url') }
  const input = `${part({ alg: 'HS256', kid: 'status', typ: 'statuslist+jwt', ...header })}.${part({
    sub: URI,
    iat: NOW - 10,
    status_list: list,
    ...payload,
  })}`
  const signature = createHmac('sha256', LIST_SECRET).update(input).digest()
  if (altered === true) signature[0]! ^= 1
  return `${input}.${signature.toString('base64url')}`
}

/** Verifies a chain whose token at `hop` refers to entry `idx`. */
async function judge(idx: unknown, check: Partial<StatusCheck>, hop = 2, uri = URI): Promise<string> {
  const draft = soundDraft('draft-02')
  draft.claims[hop]!['status'] = { status_list: { idx, uri } }
  const status = { issuers: ISSUERS, list: () => ({ token: listToken() }), ...check }
  return verdict(await verifyChain(build(draft), { ...draft.options, status }))
}
const of = (parts: ListParts): Partial<StatusCheck> => ({ list: () => ({ token: listToken(parts) }) })

describe('values', () => {
  it.each([
    [0, 'accept'],
    [1, 'revoked@2'],
    [2, 'revoked@2'],
    [3, 'status_unknown@2'],
  ])('%d: %s', async (idx, expected) => {
    expect(await judge(idx, {})).toBe(expected)
  })

  it('says "suspended" beside the reason', async () => {
    const draft = soundDraft('draft-02')
    draft.claims[0]!['status'] = { status_list: { idx: 2, uri: URI } }
    const status = { issuers: ISSUERS, list: () => ({ token: listToken() }) }
    const result = await verifyChain(build(draft), { ...draft.options, status })
    expect(result).toMatchObject({ reason: 'revoked', detail: 'suspended' })
  })

  it('every token of the chain is checked, root first', async () => {
    for (const hop of [0, 1, 2]) expect(await judge(1, {}, hop)).toBe(`revoked@${hop}`)
    const draft = soundDraft('draft-02')
    draft.claims[0]!['status'] = { status_list: { idx: 3, uri: URI } }
    draft.claims[2]!['status'] = { status_list: { idx: 1, uri: URI } }
    const status = { issuers: ISSUERS, list: () => ({ token: listToken() }) }
    expect(verdict(await verifyChain(build(draft), { ...draft.options, status }))).toBe('status_unknown@0')
  })

  it('a token without a reference is fine, and says so by the step being performed', async () => {
    const draft = soundDraft('draft-02')
    const status = { issuers: ISSUERS, list: () => null }
    const result = await verifyChain(build(draft), { ...draft.options, status })
    expect(verdict(result)).toBe('accept')
    expect(result.steps_not_performed).not.toContain('step_7_status')
  })

  it('works for a draft-01 chain when it is asked for', async () => {
    const draft = soundDraft('draft-01')
    draft.claims[1]!['status'] = { status_list: { idx: 1, uri: URI } }
    const status = { issuers: ISSUERS, list: () => ({ token: listToken() }) }
    expect(verdict(await verifyChain(build(draft), { ...draft.options, status }))).toBe('revoked@1')
    draft.claims[1]!['status'] = { status_list: { idx: 'x', uri: URI } }
    expect(verdict(await verifyChain(build(draft), { ...draft.options, status }))).toBe('status_unknown@1')
  })
})

describe('reading an entry', () => {
  it.each([1, 2, 4, 8] as const)('of %d bits counts from the least significant bit', (bits) => {
    fc.assert(
      fc.property(fc.array(fc.nat((1 << bits) - 1), { minLength: 1, maxLength: 40 }), (values) => {
        const list = { bits, bytes: pack(values, bits), iat: 0, ttl: null, exp: null }
        for (const [index, value] of values.entries()) expect(statusAt(list, index)).toBe(value)
        expect(statusAt(list, list.bytes.length * (8 / bits))).toBeNull()
      }),
    )
  })

  it('the example of the specification: bits 1, bytes b9 a3', () => {
    const list = { bits: 1, bytes: Uint8Array.of(0xb9, 0xa3), iat: 0, ttl: null, exp: null } as const
    const values = Array.from({ length: 16 }, (_, index) => statusAt(list, index))
    expect(values).toEqual([1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1])
  })

  it.each([4, 1_000_000, Number.MAX_SAFE_INTEGER])('index %d outside the list is unknown', async (idx) => {
    expect(await judge(idx, {})).toBe('status_unknown@2')
  })
})

describe('a list that cannot be relied on is unknown', () => {
  it.each<[string, ListParts]>([
    ['a signature that does not verify', { altered: true }],
    ['an algorithm that the issuer’s key is not for', { header: { alg: 'none' } }],
    ['an unknown issuer', { header: { kid: 'other' } }],
    ['another type', { header: { typ: 'at+jwt' } }],
    ['no type', { header: { typ: null } }],
    ['a critical extension', { header: { crit: ['x'] } }],
    ['another address', { payload: { sub: `${URI}0` } }],
    ['no address', { payload: { sub: null } }],
    ['an iat in the future', { payload: { iat: NOW + 1 } }],
    ['no iat', { payload: { iat: null } }],
    ['an exp that has passed', { payload: { exp: NOW - 1 } }],
    ['an exp that is a text', { payload: { exp: '2000' } }],
    ['a ttl of 0', { payload: { ttl: 0 } }],
    ['a ttl that is a text', { payload: { ttl: '60' } }],
    ['a ttl that has passed', { payload: { ttl: 9 } }],
    ['3 bits', { bits: 3 }],
    ['no list', { payload: { status_list: null } }],
    ['bytes that are no zlib data', { lst: 'AAAA' }],
    ['a list that is no base64url', { lst: '=' }],
    [
      'a list cut short',
      {
        lst: deflateSync(pack([0, 0], 2))
          .subarray(0, 5)
          .toString('base64url'),
      },
    ],
  ])('%s', async (_what, parts) => {
    expect(await judge(0, of(parts))).toBe('status_unknown@2')
  })

  it.each<[string, Partial<StatusCheck>]>([
    ['not there', { list: () => null }],
    ['a fetch that fails', { list: () => Promise.reject(new Error('no network')) }],
    [
      'a fetch that throws',
      {
        list: (): never => {
          throw new Error('no network')
        },
      },
    ],
    ['no token', { list: () => ({ token: 'x' }) }],
    ['two parts', { list: () => ({ token: 'e30.e30' }) }],
    ['no JSON inside', { list: () => ({ token: 'AAAA.AAAA.AAAA' }) }],
    ['no trusted issuer at all', { issuers: [] }],
    [
      'unpacking beyond its bound',
      { ...of({ values: new Array<number>(4096).fill(0), bits: 8 }), maxListBytes: 4095 },
    ],
  ])('%s', async (_what, check) => {
    expect(await judge(0, check)).toBe('status_unknown@2')
  })

  it.each<[string, unknown]>([
    ['of another mechanism', { other: {} }],
    ['that is empty', {}],
  ])('a status claim %s cannot be followed', async (_what, claim) => {
    const draft = soundDraft('draft-02')
    draft.claims[1]!['status'] = claim
    const status = { issuers: ISSUERS, list: () => ({ token: listToken() }) }
    expect(verdict(await verifyChain(build(draft), { ...draft.options, status }))).toBe('status_unknown@1')
  })
})

describe('freshness', () => {
  it.each<[string, ListParts, number | undefined, string]>([
    ['its ttl from when it was issued', { payload: { ttl: 10 } }, undefined, 'accept'],
    ['its ttl from when it was fetched', { payload: { ttl: 5 } }, NOW - 5, 'accept'],
    ['no longer than its ttl', { payload: { ttl: 5 } }, NOW - 6, 'status_unknown@2'],
    ['its exp, when it has no ttl', { payload: { iat: 0, exp: NOW } }, undefined, 'accept'],
    [
      'the verifier’s own limit, when it has neither',
      { payload: { iat: NOW - 3601 } },
      undefined,
      'status_unknown@2',
    ],
  ])('a copy is used for %s', async (_what, parts, fetchedAt, expected) => {
    const fetched = { token: listToken(parts), ...(fetchedAt === undefined ? {} : { fetchedAt }) }
    expect(await judge(0, { list: () => fetched })).toBe(expected)
  })

  it('the verifier’s own limit can be set', async () => {
    const old = of({ payload: { iat: NOW - 100 } })
    expect(await judge(0, { ...old, maxAgeSeconds: 99 })).toBe('status_unknown@2')
    expect(await judge(0, { ...old, maxAgeSeconds: 100 })).toBe('accept')
  })

  it('a stale copy is asked for again, once', async () => {
    const asked: boolean[] = []
    const list = (_uri: string, refresh: boolean): { token: string } => {
      asked.push(refresh)
      return { token: listToken({ payload: refresh ? {} : { ttl: 1 } }) }
    }
    expect(await judge(0, { list })).toBe('accept')
    expect(asked).toEqual([false, true])
  })

  it('a list that several tokens refer to is fetched once', async () => {
    let count = 0
    const draft = soundDraft('draft-02')
    for (const claims of draft.claims) claims['status'] = { status_list: { idx: 0, uri: URI } }
    const status: StatusCheck = {
      issuers: ISSUERS,
      list: () => {
        count += 1
        return { token: listToken() }
      },
    }
    expect(verdict(await verifyChain(build(draft), { ...draft.options, status }))).toBe('accept')
    expect(count).toBe(1)
  })
})

describe('unpacking', () => {
  it('gives back what was packed, up to the bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
        const packed = deflateSync(bytes)
        expect(await inflateBounded(packed, bytes.length)).toEqual(new Uint8Array(bytes))
        if (bytes.length > 0) expect(await inflateBounded(packed, bytes.length - 1)).toBeNull()
      }),
      { numRuns: 50 },
    )
  })

  it('does not let a small list unfold into memory', async () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await inflateBounded(bomb, 1_048_576)).toBeNull()
  })

  it('answers any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const result = await inflateBounded(bytes, 1000)
        expect(result === null || result.length <= 1000).toBe(true)
      }),
    )
  })
})
