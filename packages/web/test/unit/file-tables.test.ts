import type { LogEntry } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { readFileRecord } from '../../src/evidence/source/file-record.js'
import { policyOf } from '../../src/evidence/source/file-tables.js'

const entry = (seq: number, act: string, rule: string, reason: string) => {
  const record = { act, subject: `rule:${rule}`, reason, at: '2026-11-30T12:00:00.000Z', seq }
  return { type: 'log', record } as unknown as LogEntry
}

describe('rules that a file says were turned off', () => {
  it('are those of which its log says so last', () => {
    const log = [
      entry(0, 'rule.disabled', 'heron.read.allow', 'first'),
      entry(1, 'rule.disabled', 'heron.write.allow', 'kept off'),
      entry(2, 'rule.enabled', 'heron.read.allow', 'on again'),
      entry(3, 'rule.removed', 'own.x', 'gone'),
    ]
    expect(policyOf({ ...readFileRecord(''), log }, []).disabled).toEqual([
      { rule: 'heron.write.allow', reason: 'kept off', at: '2026-11-30T12:00:00.000Z' },
    ])
  })
})
