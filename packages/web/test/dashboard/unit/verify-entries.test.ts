/** The operator log recomputed in the browser: an honest one holds, and every kind of damage is told apart. */
import { describe, expect, it } from 'vitest'
import {
  type AuditPayload,
  type AuditRecord,
  chainLogEntry,
  type Digest,
  publicKeyOfSeed,
  type Receipt,
  receiptText,
  signEd25519,
  toBase64url,
  toJwk,
} from '../../../../evidence/src/index.js'
import { verifyEntries } from '../../../src/dashboard/pages/log/verify-entries.js'

const SEED = new Uint8Array(32).fill(7)
const KEYS = [toJwk('k1', publicKeyOfSeed(SEED))]

function logOf(length: number): Receipt<AuditPayload>[] {
  const receipts: Receipt<AuditPayload>[] = []
  let head: Digest | null = null
  for (let seq = 0; seq < length; seq += 1) {
    const record: AuditRecord = {
      ...{ kind: 'audit_entry', v: 1, chain: 'project:prj_1', seq, act: 'window.changed' },
      ...{
        actor: 'actor_1',
        subject: 'window',
        reason: null,
        before: { days: seq },
        after: { days: seq + 1 },
      },
      at: '2026-11-30T12:00:00.000Z',
    }
    const payload = chainLogEntry(record, head)
    head = payload.entry_hash as Digest
    receipts.push(signed(payload))
  }
  return receipts
}

function signed(payload: AuditPayload): Receipt<AuditPayload> {
  const signature = signEd25519(SEED, new TextEncoder().encode(receiptText(payload)))
  return { payload, alg: 'EdDSA', kid: 'k1', signature: toBase64url(signature) }
}

const brokenOf = async (receipts: readonly Receipt<AuditPayload>[]) =>
  (await verifyEntries(receipts, KEYS)).broken

describe('a log in the browser', () => {
  it('holds, in whatever order its pages come, and from the middle on', async () => {
    const log = logOf(4)
    expect(await verifyEntries([...log].reverse(), KEYS)).toEqual({ checked: 4, broken: [] })
    expect(await brokenOf(log.slice(2))).toEqual([])
  })

  it('names a word that was changed, signature and all', async () => {
    const log = logOf(3)
    const entry = log[1]!
    log[1] = { ...entry, payload: { ...entry.payload, reason: 'another' } }
    expect(await brokenOf(log)).toEqual([
      { seq: 1, why: 'hash' },
      { seq: 1, why: 'signature' },
    ])
  })

  it('names an entry that was put in by whoever has the key', async () => {
    const log = logOf(3)
    const { entry_hash: _hash, prev_hash: _prev, kind: _kind, v: _v, ...members } = log[1]!.payload
    const forged = chainLogEntry({ ...members, kind: 'audit_entry', v: 1, subject: 'other' }, null)
    log[1] = signed(forged)
    expect(await brokenOf(log)).toEqual([
      { seq: 1, why: 'link' },
      { seq: 2, why: 'link' },
    ])
  })

  it('names a key that nobody published', async () => {
    const [entry] = logOf(1)
    expect(await brokenOf([{ ...entry!, kid: 'k2' }])).toEqual([{ seq: 0, why: 'unknown key' }])
  })
})
