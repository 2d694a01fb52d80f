/** One criterion for Ed25519, three implementations: plain JavaScript, node:crypto, WebCrypto (heron.md §2). */
import { createPublicKey, verify as nodeVerify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeHex,
  detectSignatureVerifier,
  importPublicKey,
  type PublicKeyBytes,
  publicKeyOfSeed,
  type SignatureVerifier,
  signEd25519,
  toBase64url,
  toHex,
  verifyEd25519,
} from '../../src/index.js'

const byNode: SignatureVerifier = (publicKey, message, signature) =>
  nodeVerify(
    null,
    message,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: toBase64url(publicKey) }, format: 'jwk' }),
    signature,
  )
const byWebCrypto = await detectSignatureVerifier()
const implementations: readonly SignatureVerifier[] = [verifyEd25519, byNode, byWebCrypto]

/** What all three say; they must agree. */
async function verdict(key: PublicKeyBytes, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const verdicts = new Set<boolean>()
  for (const verify of implementations) verdicts.add(await verify(key, message, signature))
  expect(verdicts.size).toBe(1)
  return verdicts.has(true)
}

const hex = (text: string): Uint8Array => decodeHex(text)!
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const P = 2n ** 255n - 19n

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

function bigintOf(bytes: Uint8Array): bigint {
  return [...bytes].reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

/** RFC 8032 §7.1, TEST 1 to 3 and TEST SHA(abc). */
const RFC8032 = [
  {
    name: 'TEST 1',
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    name: 'TEST 2',
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    name: 'TEST 3',
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
  {
    name: 'TEST SHA(abc)',
    seed: '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    key: 'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    message:
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    signature:
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  },
]

describe('RFC 8032', () => {
  it.each(RFC8032)('$name', async ({ seed, key, message, signature }) => {
    expect(toHex(publicKeyOfSeed(hex(seed)))).toBe(key)
    expect(toHex(signEd25519(hex(seed), hex(message)))).toBe(signature)
    expect(await verdict(importPublicKey(hex(key))!, hex(message), hex(signature))).toBe(true)
  })
})

describe('the three implementations', () => {
  const seedAndMessage = [
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    fc.uint8Array({ maxLength: 100 }),
  ] as const

  it('accept every honest signature', async () => {
    await fc.assert(
      fc.asyncProperty(...seedAndMessage, async (seed, message) => {
        const key = importPublicKey(publicKeyOfSeed(seed))!
        expect(await verdict(key, message, signEd25519(seed, message))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('refuse a signature with any bit changed, and one over another message', async () => {
    await fc.assert(
      fc.asyncProperty(...seedAndMessage, fc.nat({ max: 511 }), async (seed, message, bit) => {
        const key = importPublicKey(publicKeyOfSeed(seed))!
        const signature = signEd25519(seed, message)
        const flipped = signature.with(bit >> 3, signature[bit >> 3]! ^ (1 << (bit & 7)))
        expect(await verdict(key, message, flipped)).toBe(false)
        expect(await verdict(key, Uint8Array.of(...message, 0), signature)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('refuse S of the group order or more, which a lax verifier reduces', async () => {
    const seed = new Uint8Array(32).fill(5)
    const message = new TextEncoder().encode('malleable')
    const key = importPublicKey(publicKeyOfSeed(seed))!
    const signature = signEd25519(seed, message)
    const s = bigintOf(signature.subarray(32))
    const grown = Uint8Array.of(...signature.subarray(0, 32), ...littleEndian(s + ORDER))
    expect(await verdict(key, message, signature)).toBe(true)
    expect(await verdict(key, message, grown)).toBe(false)
  })

  it('refuse R that is not the canonical encoding, whatever S is', async () => {
    const key = importPublicKey(publicKeyOfSeed(new Uint8Array(32).fill(5)))!
    // y = p and y = p + 1 are second spellings of 0 and 1.
    for (const y of [P, P + 1n, 2n ** 255n - 1n]) {
      for (const s of [0n, 1n, ORDER - 1n]) {
        const signature = Uint8Array.of(...littleEndian(y), ...littleEndian(s))
        expect(await verdict(key, Uint8Array.of(1), signature)).toBe(false)
      }
    }
  })

  it('refuse signatures of any other length than 64 bytes', async () => {
    const key = importPublicKey(publicKeyOfSeed(new Uint8Array(32).fill(5)))!
    for (const length of [0, 1, 63, 65, 128]) {
      expect(await verdict(key, Uint8Array.of(1), new Uint8Array(length))).toBe(false)
    }
  })
})

describe('importing a public key', () => {
  /** The points of order 1, 2, 4 and 8, each in every spelling that decodes somewhere. */
  const SMALL_ORDER = [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '0000000000000000000000000000000000000000000000000000000000000000',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    '0100000000000000000000000000000000000000000000000000000000000080',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  ]

  it.each(SMALL_ORDER)('refuses the small-order point %s', (key) => {
    expect(importPublicKey(hex(key))).toBeNull()
  })

  it('refuses y of p or more', () => {
    for (let above = 0n; above < 19n; above += 1n) {
      expect(importPublicKey(littleEndian(P + above))).toBeNull()
      expect(importPublicKey(littleEndian(P + above).with(31, 0xff))).toBeNull()
    }
  })

  it('refuses what is not on the curve, of another length, or another spelling of base64url', () => {
    expect(importPublicKey(littleEndian(2n))).toBeNull()
    expect(importPublicKey(new Uint8Array(31))).toBeNull()
    expect(importPublicKey(new Uint8Array(33))).toBeNull()
    const good = toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(1)))
    expect(importPublicKey(good)).not.toBeNull()
    expect(importPublicKey(`${good}=`)).toBeNull()
    expect(importPublicKey(good.slice(0, -1) + 'x')).toBeNull()
    expect(importPublicKey(`+${good.slice(1)}`)).toBeNull()
  })

  it('takes what it gives: every accepted key is taken by all implementations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
        const key = importPublicKey(bytes)
        if (key === null) return
        expect(await verdict(key, bytes, new Uint8Array(64))).toBe(false)
      }),
    )
  })
})
