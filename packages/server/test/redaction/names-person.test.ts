import { describe, expect, it } from 'vitest'
import { namesPersonOrSecret } from '../../src/domain/redaction/names-person.js'
import { publishableSignals, storableSignature } from '../../src/domain/redaction/renderings.js'
import { seedsOf } from '../privacy/seeds.js'

describe('an identifier that names a person or opens something', () => {
  it.each(seedsOf(1).filter(({ refusedAsId }) => refusedAsId))('is seen: $text', ({ text }) => {
    expect(namesPersonOrSecret(text)).toBe(true)
    expect(namesPersonOrSecret(`run for ${text}, 2`)).toBe(true)
  })

  // What honest vendors use must pass, or their agents stop.
  it.each([
    'user_881',
    'gmail:account_12',
    'run_8810',
    'acme/support-agent@2',
    'claude-sonnet-4-5-20250929',
    '4111111111111111',
    '1234567890123456789',
    '0151-2345678',
    '192.168.0.1',
    '2026-11-30T18:43:03.399Z',
    'd41d8cd98f00b204e9800998ecf8427e',
    '0b0b6b2e-5f0e-4a43-8a3d-3f2d1f2a1f10',
    'token:run-12',
    '*@acme.example',
    'http://crm.internal/contacts?id=5%20x',
    '100%zz',
    '',
  ])('is not seen in `%s`', (text) => {
    expect(namesPersonOrSecret(text)).toBe(false)
  })
})

describe('signals whose text is published', () => {
  it('are withheld where they say too much, and only they', () => {
    const signals = { approver: 'ｅｖｅ＠example.org', note: 'eve@example.org', human_authorized: true }
    expect(publishableSignals(signals)).toEqual({ ...signals, approver: '<redacted:approver>' })
    expect(publishableSignals({ approver: 'ask Eve, password=hunter2' })).toEqual({
      approver: '<redacted:approver>',
    })
    const opaque = { approver: 'd41d8cd98f00b204e9800998ecf8427e', inference_model: 'gpt-4.1' }
    expect(publishableSignals(opaque)).toEqual(opaque)
    expect(publishableSignals(undefined)).toBeUndefined()
  })
})

describe('a signature that cannot be one', () => {
  it('is scrubbed before it is stored; one that can be is stored as sent', () => {
    const possible = 'A'.repeat(84) + '_-'
    expect(storableSignature(possible)).toBe(possible)
    expect(storableSignature('eve@example.org')).toBe('<redacted:email>')
  })
})
