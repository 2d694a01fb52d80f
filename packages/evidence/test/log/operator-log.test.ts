import { describe, expect, it } from 'vitest'
import { hashChained } from '../../src/crypto/digest.js'
import { canonicalize } from '../../src/json/canonical.js'
import { actorPseudonym, chainLogEntry, logRecordOf } from '../../src/log/operator-log.js'
import type { AuditRecord } from '../../src/receipt/payloads.js'

const entry = (seq: number): AuditRecord => ({
  kind: 'audit_entry',
  v: 1,
  chain: 'project:prj_1',
  seq,
  act: 'vendor_key.imported',
  actor: 'actor_0',
  subject: 'k1',
  reason: null,
  before: null,
  after: { state: 'active' },
  at: '2026-11-30T12:00:00.000Z',
})

describe('operator log chain', () => {
  it('signs a payload from which a reader recomputes the entry hash', () => {
    const first = chainLogEntry(entry(0), null)
    const second = chainLogEntry(entry(1), first.entry_hash as `sha256:${string}`)
    expect(second.prev_hash).toBe(first.entry_hash)
    expect(hashChained(canonicalize(logRecordOf(second)), first.entry_hash as `sha256:${string}`)).toBe(
      second.entry_hash,
    )
  })

  it('makes one admin of two projects two strangers', () => {
    const secret = new Uint8Array(32).fill(7)
    const one = actorPseudonym(secret, 'project:a', 'user_1')
    expect(actorPseudonym(secret, 'project:b', 'user_1')).not.toBe(one)
    expect(actorPseudonym(secret, 'organization:a', 'user_1')).not.toBe(one)
    expect(actorPseudonym(secret, 'project:a', 'user_1')).toBe(one)
  })
})
