import { canonicalBytes, publicKeyOfSeed, signEd25519, toHex } from '@heron/evidence'
import { afterAll, describe, expect, it } from 'vitest'
import type { BundleReport } from '../../src/bundle/report.js'
import { ENVELOPE_REASONS } from '../../src/bundle/reasons.js'
import { envelopeSigningBytes, signEnvelope } from '../../src/envelope/envelope.js'
import { readTrustSet, type WitnessKeyRow } from '../../src/envelope/trust-set.js'
import {
  findings,
  goodBundle,
  goodV1Bundle,
  type Mutable,
  type MutableBundle,
  type Position,
  rechain,
  resign,
  verify,
} from '../bundle/fixture.js'

const alice = { kid: 'alice', seed: new Uint8Array(32).fill(1) }
const bob = { kid: 'bob', seed: new Uint8Array(32).fill(2) }
const row = ({ kid, seed }: typeof alice): WitnessKeyRow => ({
  kid,
  alg: 'EdDSA',
  public_key_hex: toHex(publicKeyOfSeed(seed)),
})
const trust = { witnessKeys: [row(alice), row(bob)] }
const observed = { result: 'matched', at: '2026-09-01T11:00:00Z', method: 'sidecar' } as const

/** A good bundle with one sound envelope over entry 1, a spawn. */
function covered(): MutableBundle & { envelopes: [Mutable, ...Mutable[]] } {
  const bundle = goodBundle()
  return { ...bundle, envelopes: [signEnvelope(bundle.entries[1]!, observed, alice)] } as never
}

/** Changes the envelope and has its witness sign again, so that the signature is not what fails. */
function resigned(change: (envelope: Mutable) => void): { report: BundleReport; found: Position[] } {
  const bundle = covered()
  const [envelope] = bundle.envelopes
  change(envelope)
  envelope['sig'] = toHex(signEd25519(alice.seed, envelopeSigningBytes(envelope)))
  return judged(bundle)
}

function judged(bundle: MutableBundle, options = {}): { report: BundleReport; found: Position[] } {
  const report = verify(bundle, { ...trust, ...options })
  for (const [reason] of findings(report)) seen.add(reason)
  return { report, found: findings(report) }
}

const seen = new Set<string>()
const n1 = 'vectors:n1'

describe('a sound envelope', () => {
  it('makes its entry witness-signed and no other', () => {
    const { report } = judged(covered())
    expect(report.ok).toBe(true)
    expect(report.checks.envelopes).toBe('verified')
    expect(Object.entries(report.envelopes.states).filter(([, state]) => state === 'witness-signed')).toEqual(
      [['1', 'witness-signed']],
    )
    expect(report.envelopes).toMatchObject({
      results: { 1: 'matched' },
      witnesses: { 1: 'alice' },
      lines: { 0: 'process-asserted', 1: 'witness-signed (matched)' },
      notices: [],
    })
    expect(Object.keys(report.envelopes.states)).toHaveLength(9)
  })

  it.each(['matched', 'not_matched', 'indeterminate'] as const)(
    'is witness-signed whatever it says: %s',
    (result) => {
      const bundle = covered()
      bundle.envelopes[0] = signEnvelope(bundle.entries[2]!, { ...observed, result }, alice)
      expect(judged(bundle).report).toMatchObject({
        ok: true,
        envelopes: { lines: { 2: `witness-signed (${result})` } },
      })
    },
  )

  it('covers an allow of version 1, whose call id is null', () => {
    const bundle = goodV1Bundle()
    const envelope = signEnvelope(bundle.entries[2]!, observed, alice)
    expect(envelope['subject']).toMatchObject({ event: 'allow', call_id: null })
    expect(judged({ ...bundle, envelopes: [envelope] }).report.ok).toBe(true)
  })

  it('is not signed for any other event', () => {
    for (const index of [0, 3, 5, 7]) {
      expect(() => signEnvelope(goodBundle().entries[index]!, observed, alice)).toThrow(/spawn and allow/)
    }
  })

  it('changes nothing by being absent, and an empty list is not the same as none', () => {
    expect(judged(goodBundle()).report).toMatchObject({ ok: true, checks: { envelopes: 'not present' } })
    expect(judged({ ...goodBundle(), envelopes: [] }).report).toMatchObject({
      ok: true,
      checks: { envelopes: 'verified' },
    })
  })

  it('with a result outside the three words keeps its state, is noted, and its word is not repeated', () => {
    const { report } = resigned((envelope) => (envelope['observed'].result = 'splendid'))
    expect(report).toMatchObject({ ok: true, envelopes: { states: { 1: 'witness-signed' }, results: {} } })
    expect(report.envelopes.notices).toMatchObject([{ reason: 'envelope_unknown_result', seq: 1, node: n1 }])
    expect(JSON.stringify(report.envelopes)).not.toContain('splendid')
  })
})

describe('the table of reasons, in its order', () => {
  it('1: envelope_unknown_version', () => {
    for (const v of [2, true, '1', null]) {
      expect(resigned((envelope) => (envelope['v'] = v)).found).toEqual([['envelope_unknown_version', 1, n1]])
    }
    expect(resigned((envelope) => (envelope['typ'] = 'other')).found).toEqual([
      ['envelope_unknown_version', 1, n1],
    ])
    for (const value of [null, 5, 'x', []]) {
      expect(judged({ ...goodBundle(), envelopes: [value as never] }).found).toEqual([
        ['envelope_unknown_version', null, null],
      ])
    }
  })

  it('2: envelope_unknown_member, added or missing, in the envelope, observed and witness', () => {
    const changes: ((envelope: Mutable) => void)[] = [
      (envelope) => (envelope['extra'] = 1),
      (envelope) => (envelope['observed'].extra = 1),
      (envelope) => (envelope['witness'].extra = 1),
      (envelope) => delete envelope['observed'].at,
      (envelope) => (envelope['observed'] = null),
      (envelope) => (envelope['witness'] = []),
    ]
    for (const change of changes) expect(resigned(change).found).toEqual([['envelope_unknown_member', 1, n1]])
  })

  it('3 and 4: the subject, and what an event’s subject must and must not have', () => {
    expect(resigned((envelope) => (envelope['subject'] = 5)).found).toEqual([
      ['envelope_subject_mismatch', null, null],
    ])
    for (const event of ['done', 5, null, 'constructor']) {
      expect(resigned((envelope) => (envelope['subject'].event = event)).found).toEqual([
        ['envelope_subject_mismatch', 1, n1],
      ])
    }
    expect(resigned((envelope) => (envelope['subject'].call_id = 'x')).found).toEqual([
      ['envelope_unknown_member', 1, n1],
    ])
    expect(resigned((envelope) => delete envelope['subject'].node).found).toEqual([
      ['envelope_subject_mismatch', 1, n1],
    ])
  })

  it('5: seq must be an integer that names an entry', () => {
    for (const seq of [true, '1', null, 1.5]) {
      expect(resigned((envelope) => (envelope['subject'].seq = seq)).found).toEqual([
        ['envelope_subject_mismatch', null, null],
      ])
    }
    expect(resigned((envelope) => (envelope['subject'].seq = 99)).found).toEqual([
      ['envelope_subject_mismatch', 99, null],
    ])
  })

  it('6: a second claim, however defective, costs the entry its state; the first result is still told', () => {
    const bundle = covered()
    const contrary = { ...observed, result: 'not_matched' } as const
    const second = { ...signEnvelope(bundle.entries[1]!, contrary, bob), sig: '00' }
    for (const order of [
      [bundle.envelopes[0], second],
      [bundle.envelopes[0], structuredClone(bundle.envelopes[0])],
    ]) {
      const { report, found } = judged({ ...bundle, envelopes: order })
      expect(found).toEqual([['envelope_duplicate_subject', 1, n1]])
      expect(report.envelopes).toMatchObject({ states: { 1: 'process-asserted' }, results: { 1: 'matched' } })
    }
    // A defective first claim is a claim as well.
    const { report, found } = judged({ ...bundle, envelopes: [second, bundle.envelopes[0]] })
    expect(found.map(([reason]) => reason)).toEqual(['envelope_bad_signature', 'envelope_duplicate_subject'])
    expect(report.envelopes.states[1]).toBe('process-asserted')
  })

  it('6: envelopes over two entries are the ordinary case', () => {
    const bundle = covered()
    bundle.envelopes.push(signEnvelope(bundle.entries[4]!, observed, bob))
    expect(judged(bundle).report).toMatchObject({
      ok: true,
      envelopes: { witnesses: { 1: 'alice', 4: 'bob' } },
    })
  })

  it('7: the hash recomputed from the bundle binds; locators must agree with the entry found', () => {
    for (const [member, value] of [
      ['entry_hash', '0'.repeat(64)],
      ['entry_hash', null],
      ['chain_id', 'other'],
      ['node', 'vectors:n0'],
      ['node', []],
    ] as const) {
      expect(resigned((envelope) => (envelope['subject'][member] = value)).found).toEqual([
        ['envelope_subject_mismatch', 1, n1],
      ])
    }
    // The stored hash is not read: an edit without a re-hash is found as well.
    const edited = covered()
    edited.entries[1]!['ts'] = 99
    expect(judged(edited).found).toContainEqual(['envelope_subject_mismatch', 1, n1])
  })

  it('7: an earlier edit moves the hash of a covered entry, and the chain check is not told from it', () => {
    const bundle = covered()
    bundle.entries[0]!['ts'] = 99
    const { anchor } = resign(bundle)
    expect(judged({ ...rechain(bundle), anchor }).found).toEqual([['envelope_subject_mismatch', 1, n1]])
  })

  it('8: envelope_non_canonical for received bytes that differ; the checks go on', () => {
    const bundle = covered()
    const [envelope] = bundle.envelopes
    const received = toHex(canonicalBytes(envelope))
    expect(judged(bundle, { rawEnvelopes: [received] }).report.ok).toBe(true)
    expect(judged(bundle, { rawEnvelopes: [null] }).report.ok).toBe(true)
    expect(judged(bundle, { rawEnvelopes: [] }).report.ok).toBe(true)
    const spaced = toHex(new TextEncoder().encode(JSON.stringify(envelope, null, 1)))
    const { report, found } = judged(bundle, { rawEnvelopes: [spaced] })
    expect(found).toEqual([['envelope_non_canonical', 1, n1]])
    expect(report.envelopes.states[1]).toBe('process-asserted')
    envelope['sig'] = '00'
    expect(judged(bundle, { rawEnvelopes: [spaced] }).found.map(([reason]) => reason)).toEqual([
      'envelope_non_canonical',
      'envelope_bad_signature',
    ])
    for (const none of ['zz', 'ABCD', 5]) {
      expect(judged(bundle, { rawEnvelopes: [none] }).found).toEqual([['envelope_non_canonical', 1, n1]])
    }
  })

  it('8: a value without canonical form is envelope_non_canonical, with and without received bytes', () => {
    for (const value of ['\ud800', 2 ** 53, 1e400]) {
      const bundle = covered()
      bundle.envelopes[0]['observed'].method = value
      expect(judged(bundle).found).toEqual([['envelope_non_canonical', 1, n1]])
      expect(judged(bundle, { rawEnvelopes: ['7b7d'] }).found).toEqual([['envelope_non_canonical', 1, n1]])
    }
  })

  it('9: envelope_unknown_witness, also for an alg that both sides would share', () => {
    for (const change of [
      (envelope: Mutable) => (envelope['witness'].kid = 'carol'),
      (envelope: Mutable) => (envelope['witness'].kid = 5),
      (envelope: Mutable) => (envelope['witness'].kid = '__proto__'),
      (envelope: Mutable) => (envelope['witness'].alg = 'none'),
      (envelope: Mutable) => (envelope['witness'].alg = 'HS256'),
    ]) {
      expect(resigned(change).found).toEqual([['envelope_unknown_witness', 1, n1]])
    }
    expect(findings(verify(covered()))).toEqual([['envelope_unknown_witness', 1, n1]])
  })

  it('10: envelope_bad_signature, also under another trusted key than the kid names', () => {
    for (const sig of ['00', 'zz', 5, null, 'AB'.repeat(64)]) {
      const bundle = covered()
      bundle.envelopes[0]['sig'] = sig
      expect(judged(bundle).found).toEqual([['envelope_bad_signature', 1, n1]])
    }
    const bundle = covered()
    bundle.envelopes[0]['witness'].kid = 'bob'
    expect(judged(bundle).found).toEqual([['envelope_bad_signature', 1, n1]])
  })

  it('never turns into a failure of the chain, and never lands on an entry it does not cover', () => {
    for (const sig of ['00', '']) {
      const bundle = covered()
      bundle.envelopes[0]['sig'] = sig
      const { report } = judged(bundle)
      expect(report.checks).toMatchObject({ integrity: true, anchor: 'verified', envelopes: 'FAILED' })
      expect(report.failure_entries).toEqual([1])
    }
  })
})

describe('hostile envelopes', () => {
  const kinds: unknown[] = [null, true, 0, 1.5, 1e400, '', '\ud800', 'x', [], [null], {}, { toString: null }]
  const members = ['v', 'typ', 'subject', 'observed', 'witness', 'sig']
  const inner = {
    subject: ['chain_id', 'node', 'seq', 'entry_hash', 'event'],
    observed: ['result', 'at', 'method'],
    witness: ['kid', 'alg'],
  }

  it('yield a finding for every JSON kind at every member, never an exception', () => {
    const paths = [
      ...members.map((name) => [name]),
      ...Object.entries(inner).flatMap(([name, names]) => names.map((child) => [name, child])),
    ]
    for (const path of paths) {
      for (const value of kinds) {
        const bundle = covered()
        const [outer, child] = path
        if (child === undefined) bundle.envelopes[0][outer!] = value
        else bundle.envelopes[0][outer!][child] = value
        const { report } = judged(bundle)
        expect([report.ok, path, value]).toEqual([false, path, value])
        expect(report.failure_details.every(({ reason }) => reason.startsWith('envelope_'))).toBe(true)
        JSON.stringify(report)
      }
    }
  })

  it('find no entry where seq is forged in the ledger: later of equal ones, position where absent', () => {
    const bundle = covered()
    bundle.entries[0]!['seq'] = 1
    delete bundle.entries[3]!['seq']
    bundle.entries[5]!['seq'] = 'five'
    const { states } = judged(bundle).report.envelopes
    expect(Object.keys(states)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  })
})

describe('the trust set', () => {
  const good = row(alice)
  it.each<[string, unknown[], RegExp]>([
    ['a row that is no object', [5], /row 0/],
    ['a kid that is no text', [{ ...good, kid: 5 }], /row 0.*kid/],
    ['an unknown member', [{ ...good, use: 'sig' }], /alice.*use/],
    ['another alg', [{ ...good, alg: 'none' }], /alice.*EdDSA/],
    ['a short key', [{ ...good, public_key_hex: '00' }], /alice.*64/],
    ['a key of small order', [{ ...good, public_key_hex: '01' + '00'.repeat(31) }], /alice/],
    ['a kid that stands twice', [good, row(bob), good], /alice.*twice/],
    [
      'an expiry that is no UTC time',
      [{ ...good, not_after: '2026-01-01T00:00:00+01:00' }],
      /alice.*not_after/,
    ],
    [
      'a day that the month does not have',
      [{ ...good, not_after: '2026-02-30T00:00:00Z' }],
      /alice.*not_after/,
    ],
    ['an expiry that is null', [{ ...good, not_after: null }], /alice.*not_after/],
  ])('is the caller’s: %s throws and names its kid', (_what, rows, message) => {
    expect(() => readTrustSet(rows, 0)).toThrow(message)
    expect(() => verify(covered(), { witnessKeys: rows as never, now: 0 })).toThrow(
      expect.objectContaining({ code: 'bad_key' }),
    )
  })

  it('must be told the time where a row expires', () => {
    const rows = [{ ...good, not_after: '2026-01-01T00:00:00Z' }]
    expect(() => verify(covered(), { witnessKeys: rows })).toThrow(/alice.*time/)
    const end = Date.parse('2026-01-01T00:00:00Z') / 1000
    expect(verify(covered(), { witnessKeys: rows, now: end - 1 }).ok).toBe(true)
    for (const now of [end, end + 1]) {
      const report = verify(covered(), { witnessKeys: rows, now })
      expect(findings(report)).toEqual([['envelope_unknown_witness', 1, n1]])
      expect(report.failures[0]).toContain('expired')
    }
  })
})

afterAll(() => {
  expect(ENVELOPE_REASONS.filter((reason) => !seen.has(reason))).toEqual([])
})
