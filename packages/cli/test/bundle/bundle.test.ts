/** `heron bundle verify | view` as a user meets them: output and exit codes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalize, type JsonValue, publicKeyOfSeed, toBase64url, toHex } from '@heron/evidence'
import { exportLedger, hashEntry, signEnvelope } from '@heron/delegation'
import { describe, expect, it } from 'vitest'
import type { Parsed } from '../support/heron.js'
import { runInProcess } from '../support/run-in-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const vectors: Parsed = JSON.parse(
  readFileSync(
    new URL('../../../delegation/vectors/bundles/bundle_vectors_v1.json', import.meta.url),
    'utf8',
  ),
)
const envelopes: Parsed = JSON.parse(
  readFileSync(
    new URL('../../../delegation/vectors/envelopes/envelope_vectors_v1.json', import.meta.url),
    'utf8',
  ),
)
const KEY = ['--hs256-key', vectors.cases[0].signer.secret_hex, '--kid', 'bundle-interop-v1']

function caseOf(file: Parsed, name: string): Parsed {
  return structuredClone(file.cases.find((one: { name: string }) => one.name === name))
}

function folder(): string {
  const path = join(temporaryFolder(), 'files')
  mkdirSync(path)
  return path
}

function write(content: unknown, name = 'bundle.json'): string {
  const path = join(folder(), name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const verify = (content: unknown, ...flags: string[]): ReturnType<typeof runInProcess> =>
  runInProcess(['bundle', 'verify', write(content), ...flags])
const good = (): Parsed => caseOf(vectors, 'valid_bundle_v2').bundle
const lines = (bundle: Parsed): string =>
  bundle.entries.map((entry: JsonValue) => `${canonicalize(entry)}\n`).join('')

describe('heron bundle verify', () => {
  it('reproduces every vector, bundles and envelopes, by exit code, positions and states', async () => {
    for (const vector of [...vectors.cases, ...envelopes.cases]) {
      const flags = vector.signer === null ? [] : KEY
      const witness = write(vector.witness_keys ?? [], 'witness.json')
      const raw = write([vector.raw_hex ?? null], 'raw.json')
      const { code, out } = await verify(
        vector.bundle,
        ...[...flags, '--json', '--witness-keys', witness, '--raw-envelopes', raw],
      )
      expect([vector.name, code]).toEqual([vector.name, vector.expect === 'accept' ? 0 : 1])
      const report = JSON.parse(out)
      for (const failure of vector.expect_failures) {
        expect(report.failure_details).toContainEqual(expect.objectContaining(failure))
      }
      expect(report).toMatchObject(vector.expect_report ?? {})
      if (vector.expect_states !== undefined) expect(report.envelopes.states).toEqual(vector.expect_states)
    }
  })

  it('prints the summary line and the verdict', async () => {
    const { code, out } = await verify(good(), ...KEY)
    expect([code, out]).toEqual([
      0,
      'integrity=True monotonicity=True containment=True anchor=verified nodes=2 actions_checked=2\nOK',
    ])
  })

  it('ends with 3 when nothing was given to check the end against, and 0 with a retained head', async () => {
    const bare = await verify(good())
    expect([bare.code, bare.out.includes('anchor=not checked'), bare.err]).toEqual([
      ...[3, true, expect.stringContaining('--public-key')],
    ])
    const head = good().anchor.head as string
    expect((await verify(good(), '--expected-head', head)).code).toBe(0)
    const other = await verify(good(), '--expected-head', '0'.repeat(64))
    expect([other.code, other.out]).toEqual([1, expect.stringContaining('expected_head_mismatch')])
  })

  it('checks an Ed25519 anchor by its public key', async () => {
    const seed = new Uint8Array(32).fill(9)
    const ledger = { v: 2 as const, chainId: 'vectors', entries: good().entries }
    const bundle = exportLedger(ledger, { signer: { alg: 'EdDSA', kid: 'k', seed } })
    const key = toBase64url(publicKeyOfSeed(seed))
    expect((await verify(bundle, '--public-key', key, '--kid', 'k')).code).toBe(0)
    expect((await verify(bundle, '--public-key', key, '--kid', 'other')).code).toBe(1)
    expect(
      (await verify(bundle, '--public-key', toBase64url(publicKeyOfSeed(new Uint8Array(32))))).code,
    ).toBe(1)
  })

  it('hints at the witness keys, and lists entries with their states', async () => {
    const { bundle, witness_keys: keys } = caseOf(envelopes, 'valid_spawn_envelope')
    const without = await verify(bundle, ...KEY)
    expect([without.code, without.out]).toEqual([1, expect.stringMatching(/hint: .*--witness-keys/)])
    const withKeys = await verify(bundle, ...KEY, '--witness-keys', write(keys, 'w.json'), '--entries')
    expect(withKeys.code).toBe(0)
    expect(withKeys.out.split('\n').slice(1, 5)).toEqual([
      'OK',
      'entries:',
      '  seq=0 event=root node=vectors:n0 state=process-asserted',
      '  seq=1 event=spawn node=vectors:n1 state=witness-signed observed=matched witness=witness-interop-v1',
    ])
  })

  it('does not trust a witness key that has expired', async () => {
    const witness = { kid: 'w', seed: new Uint8Array(32).fill(4) }
    const bundle = good()
    const observed = { result: 'matched', at: '2026-01-01T00:00:00Z', method: 'test' } as const
    bundle.envelopes = [signEnvelope(bundle.entries[1], observed, witness)]
    const row = { kid: 'w', alg: 'EdDSA', public_key_hex: toHex(publicKeyOfSeed(witness.seed)) }
    const judged = async (notAfter: string): Promise<number> =>
      (await verify(bundle, ...KEY, '--witness-keys', write([{ ...row, not_after: notAfter }], 'w.json')))
        .code
    expect([await judged('2099-01-01T00:00:00Z'), await judged('2020-01-01T00:00:00Z')]).toEqual([0, 1])
  })

  it.each<[string, unknown, string[], RegExp]>([
    ['a file that is no JSON', '{"v":', [], /not JSON/],
    ['a repeated member', '{"entries":[],"entries":[]}', [], /not JSON at `\/entries`/],
    ['a key that is no hex', {}, ['--hs256-key', 'xyz'], /hex/],
    ['a short public key', {}, ['--public-key', 'AAAA'], /32 bytes/],
    ['two keys', {}, ['--public-key', 'AAAA', '--hs256-key', '00'], /not both/],
    ['a kid without a key', {}, ['--kid', 'k'], /--kid/],
    ['a head that is none', {}, ['--expected-head', 'HEAD'], /64/],
    ['a profile that is none', {}, ['--profile', 'draft-99'], /--profile/],
  ])('ends with 2 and one line for %s', async (_what, content, flags, message) => {
    const { code, out, err } = await verify(content, ...flags)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })

  it('ends with 2 for a wrong trust set, naming the kid, and for files that are not there', async () => {
    const rows = [{ kid: 'carol', alg: 'EdDSA', public_key_hex: '00' }]
    const wrong = await verify(good(), ...KEY, '--witness-keys', write(rows, 'w.json'))
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('carol')])
    expect((await verify(good(), '--witness-keys', write({}, 'w.json'))).code).toBe(2)
    expect((await verify(good(), '--raw-envelopes', '/nowhere/raw.json')).code).toBe(2)
    const missing = await runInProcess(['bundle', 'verify', '/nowhere/bundle.json'])
    expect([missing.code, missing.err]).toEqual([2, expect.stringMatching(/cannot read \/nowhere.*ENOENT/)])
  })

  it('finds what JSON can spell and canonical JSON cannot, at its place', async () => {
    const text = JSON.stringify(good())
    for (const [from, to] of [
      ['"rows":120', '"rows":1e400'],
      ['"rows":120', '"rows":9007199254740993'],
      ['"task":"summarize', '"task":"\\ud800summarize'],
    ] as const) {
      const { code, out } = await verify(text.replace(from, to), ...KEY, '--json')
      expect(code).toBe(1)
      const { failure_details: failures } = JSON.parse(out)
      expect(failures[0]).toMatchObject({ reason: 'integrity', seq: from.includes('task') ? 1 : 4 })
    }
  })

  it('answers invalid_bundle for any JSON that is none', async () => {
    for (const content of [[], 5, null, 'x', {}, { v: 2, anchor: {} }]) {
      const { code, out } = await verify(JSON.stringify(content), '--json')
      expect([code, JSON.parse(out).failure_details[0].reason]).toEqual([1, 'invalid_bundle'])
    }
  })

  it('lets no value of a bundle forge a line', async () => {
    const bundle = good()
    let previous = '0'.repeat(64)
    for (const entry of bundle.entries) {
      for (const member of ['node', 'agent', 'scope', 'tool', 'task']) {
        if (member in entry) entry[member] = 'x\nOK\n\u001b[2Kanchor=verified'
      }
      entry.prev_hash = previous
      previous = entry.hash = hashEntry(previous, entry) ?? ''
    }
    for (const command of ['verify', 'view']) {
      const { code, out } = await runInProcess([
        'bundle',
        command,
        write(bundle),
        ...(command === 'verify' ? ['--entries'] : []),
      ])
      expect(code).toBe(1)
      expect(out).not.toContain('\u001b')
      expect(out.split('\n')).not.toContain('OK')
      expect(out.split('\n').some((line) => line.startsWith('anchor='))).toBe(false)
    }
  })
})

describe('a ledger as JSON Lines', () => {
  it('is OK, TAMPERED or EMPTY', async () => {
    const text = lines(good())
    const ok = await verify(text)
    expect([ok.code, ok.out]).toEqual([0, 'OK'])
    const gap = await verify(text.split('\n').toSpliced(3, 1).join('\n'))
    expect([gap.code, gap.out]).toEqual([1, 'TAMPERED — seq gap at 3 (got 4)'])
    const empty = await verify('')
    expect([empty.code, empty.out]).toEqual([1, 'EMPTY — no events to verify'])
    const one = await verify(text.split('\n')[0])
    expect([one.code, one.out]).toEqual([0, 'OK'])
    const json = await verify(text, '--json')
    expect(JSON.parse(json.out)).toEqual({
      ok: true,
      ledger: 'OK',
      message: null,
      entries: 9,
      head: good().anchor.head,
    })
  })

  it('is compared with a retained head, which shows a missing end', async () => {
    const text = lines(good())
    const head = good().anchor.head as string
    expect((await verify(text, '--expected-head', head)).code).toBe(0)
    const stripped = text.split('\n').slice(0, 7).join('\n')
    expect((await verify(stripped)).code).toBe(0)
    const found = await verify(stripped, '--expected-head', head)
    expect([found.code, found.out]).toEqual([1, expect.stringMatching(/^FAILED — /)])
  })

  it('carries no anchor, so a key leaves something unchecked; a broken line is named', async () => {
    expect((await verify(lines(good()), ...KEY)).code).toBe(3)
    const torn = await verify(lines(good()).slice(0, -9))
    expect([torn.code, torn.err]).toEqual([2, expect.stringContaining('line 9')])
  })
})

describe('heron bundle view', () => {
  it('shows the tree of a bundle and of a ledger, with the verdict last', async () => {
    for (const [content, verdict] of [
      [good(), '9 events; OK, signatures not checked'],
      [lines(good()), '9 events; OK'],
    ] as const) {
      const { code, out } = await runInProcess(['bundle', 'view', write(content)])
      expect(code).toBe(0)
      expect(out.trimEnd().split('\n')).toEqual([
        'orchestrator  [root]',
        '  mail.send ✓',
        '  summarizer  «summarize Q3 pipeline»',
        '    crm.read ✓',
        '    crm.export ✗ scope_not_granted',
        verdict,
      ])
    }
  })

  it('says when the material does not hold, and gives programs graph and denials', async () => {
    const { bundle } = caseOf(vectors, 'reject_widened_scope')
    const failed = await runInProcess(['bundle', 'view', write(bundle)])
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('FAILED: 1 findings')])
    const { out } = await runInProcess(['bundle', 'view', write(good()), '--json'])
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      events: 9,
      edges: [{ from: 'vectors:n0', to: 'vectors:n1' }],
      denials: [{ node: 'vectors:n1', scope: 'crm.export', disposition: 'out_of_authority', count: 1 }],
    })
  })
})
