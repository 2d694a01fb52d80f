/** Vectors of the byte layer: strict reading, canonical numbers, keys and signatures (heron.md §2). */
import { createHash } from 'node:crypto'
import {
  canonicalize,
  decodeJson,
  importPublicKey,
  publicKeyOfSeed,
  signEd25519,
  toBase64url,
  verifyEd25519,
} from '../../src/index.js'

const TEXTS: readonly string[] = [
  ' { "b" : 1 , "a" : [ true , null , "x" ] } ',
  '"\\u0041\\n\\/\\ud83d\\udd4a"',
  '{"\\u0061":1,"b":-0,"c":1e2,"d":1.0,"e":0.1E-6}',
  '1e+21',
  '-0.0',
  '9007199254740991',
  '9007199254740992',
  '-9007199254740992',
  '9007199254740993.0',
  '1e400',
  'NaN',
  '-Infinity',
  '01',
  '1.',
  '+1',
  '.5',
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"x":{"y~/z":1,"y~/z":1}}',
  '["\\ud800"]',
  '{"\\udc00":1}',
  '["\\ud83d\\ud83d"]',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  "['a']",
  '"a\tb"',
  '"\\x"',
  '"abc',
  '',
  '[1] 2',
  '\ufeff{}',
  'tru',
  '{"a":[{"b":1e999}]}',
  `${'['.repeat(64)}${']'.repeat(64)}`,
  `${'['.repeat(65)}${']'.repeat(65)}`,
]

/** Doubles spread over all exponents, from a hash chain: the same ones on every run. */
function doubles(): readonly number[] {
  const picked = [
    0, 1, -1, 0.1, 1e21, 1e20, 123456789012345680000, 1e-6, 1e-7, 5e-324, 1.7976931348623157e308,
  ]
  let state = Buffer.from('heron')
  while (picked.length < 400) {
    state = createHash('sha256').update(state).digest()
    const value = state.readDoubleBE(0)
    if (Number.isFinite(value)) picked.push(value)
  }
  return picked
}

function bitsOf(value: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes.toString('hex')
}

const P = 2n ** 255n - 19n

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
}

function keys(): Readonly<Record<string, Uint8Array>> {
  return {
    ordinary: publicKeyOfSeed(new Uint8Array(32).fill(1)),
    another: publicKeyOfSeed(new Uint8Array(32).fill(2)),
    identity: littleEndian(1n),
    order_2: littleEndian(P - 1n),
    order_4: littleEndian(0n),
    order_4_negative: littleEndian(2n ** 255n),
    order_8: Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex'),
    order_8_other: Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'hex'),
    y_not_reduced: littleEndian(P + 3n),
    sign_of_zero: littleEndian(2n ** 255n + 1n),
    not_on_the_curve: littleEndian(2n),
    too_short: new Uint8Array(31).fill(9),
  }
}

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

function signatures(): readonly object[] {
  const seed = new Uint8Array(32).fill(1)
  const publicKey = publicKeyOfSeed(seed)
  const message = new TextEncoder().encode('{"a":1}')
  const good = signEd25519(seed, message)
  const s = [...good.subarray(32)].reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
  const flipped = Uint8Array.from(good)
  flipped[0] = (flipped[0] ?? 0) ^ 1
  const cases: Readonly<Record<string, [Uint8Array, Uint8Array]>> = {
    good: [message, good],
    other_message: [new TextEncoder().encode('{"a":2}'), good],
    flipped_bit: [message, flipped],
    s_plus_group_order: [message, Uint8Array.from([...good.subarray(0, 32), ...littleEndian(s + ORDER)])],
    too_short: [message, good.subarray(0, 63)],
    all_zero: [message, new Uint8Array(64)],
  }
  return Object.entries(cases).map(([name, [bytes, signature]]) => ({
    name,
    public_key: toBase64url(publicKey),
    message: new TextDecoder().decode(bytes),
    signature: toBase64url(signature),
    valid: verifyEd25519(publicKey, bytes, signature),
  }))
}

export function byteVectors(): Readonly<Record<string, unknown>> {
  return {
    spec: 'heron-bytes',
    version: 1,
    reading: TEXTS.map((text) => {
      const read = decodeJson(text)
      if (read.ok) return { text, canonical: canonicalize(read.value) }
      return { text, refused: { code: read.error.code, pointer: read.error.pointer } }
    }),
    numbers: doubles().map((value) => ({ ieee754: bitsOf(value), canonical: canonicalize(value) })),
    public_keys: Object.entries(keys()).map(([name, bytes]) => ({
      name,
      key: toBase64url(bytes),
      accepted: importPublicKey(bytes) !== null,
    })),
    signatures: signatures(),
  }
}
