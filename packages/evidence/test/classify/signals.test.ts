import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSignals } from '../../src/classify/signals.js'
import type { Signals } from '../../src/policy/types.js'

const DIGEST = `sha256:${'0a'.repeat(32)}`
const inference = {
  inferred: 'destination',
  inference_model: 'm-1',
  inference_prompt_hash: DIGEST,
  inference_slice: 'last 4 turns',
}
const read = (signals: unknown) => readSignals(signals as Signals)
const accepted = (signals: unknown) => {
  const reading = read(signals)
  if (!reading.ok) throw new Error(`${reading.pointer} ${reading.message}`)
  return reading
}
const nothing = accepted(undefined)

describe('signals', () => {
  it('may be absent', () => {
    expect(nothing).toEqual({
      ok: true,
      declared: {
        operation: 'unknown',
        data_class: 'unknown',
        destination: 'unknown',
        reversibility: 'unknown',
        counts: {},
      },
      inference: null,
      approval: null,
      commitments: [],
    })
    expect(accepted({})).toEqual(nothing)
  })

  it('set the dimension that each is for', () => {
    expect(accepted({ op: 'send' }).declared.operation).toBe('send')
    expect(accepted({ data_class: 'personal' }).declared.data_class).toBe('personal')
    expect(accepted({ destination: 'third_party' }).declared.destination).toBe('third_party')
    expect(accepted({ recipient_external: true }).declared.destination).toBe('external')
    expect(accepted({ recipient_external: false }).declared.destination).toBe('internal')
    expect(accepted({ reversibility: 'costly' }).declared.reversibility).toBe('costly')
    expect(accepted({ reversible: true }).declared.reversibility).toBe('reversible')
    expect(accepted({ reversible: false }).declared.reversibility).toBe('terminal')
    const counts = { record_count: 0, recipient_count: 2, amount: 4900 }
    expect(accepted(counts).declared.counts).toEqual(counts)
  })

  it('that say it at length win over the short form', () => {
    expect(accepted({ reversibility: 'costly', reversible: true }).declared.reversibility).toBe('costly')
    expect(accepted({ destination: 'internal', recipient_external: true }).declared.destination).toBe(
      'internal',
    )
    expect(accepted({ reversibility: 'unknown', reversible: true }).declared.reversibility).toBe('reversible')
  })

  it('that nobody knows are welcome', () => {
    expect(accepted({ mood: 'fine', constructor: 1, ['__proto__']: true })).toEqual(nothing)
  })

  it('outside their vocabulary read as not stated', () => {
    const strange = fc.oneof(
      fc.constantFrom('SEND', 'none ', 'toString', 'unknown', ''),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    )
    fc.assert(
      fc.property(strange, (value) => {
        const names = ['op', 'data_class', 'destination', 'reversibility']
        expect(accepted(Object.fromEntries(names.map((name) => [name, value])))).toEqual(nothing)
      }),
    )
    for (const value of ['3', -1, NaN, Infinity, true, null]) {
      expect(accepted({ record_count: value, recipient_count: value, amount: value })).toEqual(nothing)
    }
    for (const value of ['true', 1, 0, null]) {
      expect(accepted({ recipient_external: value, reversible: value })).toEqual(nothing)
    }
  })

  it('must be flat', () => {
    expect(read({ op: 'send', to: ['a'] })).toMatchObject({
      ok: false,
      code: 'invalid_request',
      pointer: '/to',
    })
    expect(read({ 'a/b': {} })).toMatchObject({ ok: false, code: 'invalid_request', pointer: '/a~1b' })
    for (const value of [[], 'x', 3])
      expect(read(value)).toMatchObject({ ok: false, code: 'invalid_request' })
  })
})

describe('commitments', () => {
  it('are named, and their values stay with the vendor', () => {
    expect(accepted({ shown_text_hash: DIGEST, instructions_hash: DIGEST }).commitments).toEqual([
      'instructions_hash',
      'shown_text_hash',
    ])
    expect(accepted({ instructions_hash: null }).commitments).toEqual([])
  })

  it.each(['instructions_hash', 'shown_text_hash'])('%s must be a digest', (name) => {
    for (const value of ['', 'abc', DIGEST.toUpperCase(), DIGEST.slice(0, -1), 7, true]) {
      expect(read({ [name]: value })).toMatchObject({
        ok: false,
        code: 'malformed_digest',
        pointer: `/${name}`,
      })
    }
  })
})

describe('an inference statement', () => {
  it('names its dimensions in the order of the taxonomy', () => {
    expect(accepted({ ...inference, inferred: ' magnitude,operation , operation' }).inference).toEqual({
      dimensions: ['operation', 'magnitude'],
      model: 'm-1',
      prompt_hash: DIGEST,
      slice: 'last 4 turns',
    })
  })

  it.each(Object.keys(inference))('is incomplete without %s', (name) => {
    for (const value of [undefined, null]) {
      const reading = read({ ...inference, [name]: value })
      expect(reading).toMatchObject({ ok: false, code: 'incomplete_inference', pointer: `/${name}` })
    }
    const alone = read({ [name]: inference[name as keyof typeof inference] })
    expect(alone).toMatchObject({ ok: false, code: 'incomplete_inference' })
  })

  it('with a dimension that there is not is refused, since its answer would pass for a declaration', () => {
    for (const inferred of ['', ',', 'dest', 'destination,', 'destination;operation', 4, true]) {
      expect(read({ ...inference, inferred })).toMatchObject({
        code: 'incomplete_inference',
        pointer: '/inferred',
      })
    }
  })

  it('names model, question and how much was shown', () => {
    expect(read({ ...inference, inference_model: ' ' })).toMatchObject({ pointer: '/inference_model' })
    expect(read({ ...inference, inference_slice: false })).toMatchObject({ pointer: '/inference_slice' })
    expect(accepted({ ...inference, inference_slice: 4 }).inference?.slice).toBe('4')
    expect(read({ ...inference, inference_prompt_hash: 'md5:1' })).toMatchObject({
      code: 'malformed_digest',
      pointer: '/inference_prompt_hash',
    })
  })
})

describe('an approval statement', () => {
  const answer = { resolves_action: 'act_1', human_decision: 'APPROVE' }

  it('answers a step-up, or was given before', () => {
    expect(accepted(answer).approval).toEqual({ kind: 'answer', ...answer, approver: null })
    expect(accepted({ ...answer, approver: 'u_7' }).approval).toMatchObject({ approver: 'u_7' })
    expect(accepted({ human_authorized: true }).approval).toEqual({ kind: 'prior', approver: null })
    expect(accepted({ human_authorized: true, approver: 'u_7' }).approval).toMatchObject({ approver: 'u_7' })
    expect(accepted({ human_authorized: false }).approval).toBe(null)
    expect(accepted({ ...answer, human_authorized: false }).approval).toMatchObject({ kind: 'answer' })
  })

  it.each([
    ['one half', { resolves_action: 'act_1' }, '/human_decision'],
    ['the other half', { human_decision: 'APPROVE' }, '/resolves_action'],
    ['only who', { approver: 'u_7' }, '/approver'],
    ['only who, and that nobody authorised', { approver: 'u_7', human_authorized: false }, '/approver'],
    ['both forms', { ...answer, human_authorized: true }, '/human_authorized'],
    [
      'half of one form and the other',
      { resolves_action: 'act_1', human_authorized: true },
      '/human_authorized',
    ],
    ['an empty answer', { ...answer, human_decision: '' }, '/human_decision'],
    ['an answer that is no text', { ...answer, human_decision: true }, '/human_decision'],
    ['an authorisation that is no boolean', { human_authorized: 'yes' }, '/human_authorized'],
    ['an approver that is no text', { ...answer, approver: true }, '/approver'],
  ])('is refused with %s', (_, signals, pointer) => {
    expect(read(signals)).toMatchObject({ ok: false, code: 'incomplete_approval', pointer })
  })

  it.each(['ann@example.org', 'Ann <ann@example.org>', '+49 (30) 1234-5678'])(
    'withholds the approver %s',
    (approver) => {
      expect(accepted({ ...answer, approver }).approval).toMatchObject({ approver: '<redacted:approver>' })
      expect(accepted({ human_authorized: true, approver }).approval).toMatchObject({
        approver: '<redacted:approver>',
      })
    },
  )

  it('withholds a person in any other text that is published', () => {
    const decision = 'DECLINED by ann@example.org'
    expect(accepted({ ...answer, human_decision: decision }).approval).toMatchObject({
      human_decision: '<redacted:human_decision>',
    })
    expect(accepted({ ...inference, inference_slice: 'mail of ann@example.org' }).inference?.slice).toBe(
      '<redacted:inference_slice>',
    )
  })
})

describe('reading', () => {
  it('never throws', () => {
    const keys = fc.constantFrom(
      'op',
      'inferred',
      'approver',
      'human_authorized',
      'amount',
      'instructions_hash',
      '__proto__',
    )
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(keys, fc.jsonValue()), fc.jsonValue()), (signals) => {
        expect(typeof read(signals).ok).toBe('boolean')
      }),
    )
  })
})
