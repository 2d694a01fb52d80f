import type { JsonValue } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { type InternalRecipients, recipientSignals, recordSignals } from '../../src/contract/count.js'
import { buildSubmission } from '../../src/contract/submission.js'

const count = (
  args: { [name: string]: JsonValue },
  internal: InternalRecipients | null = ['acme.com', '*.acme.org'],
  paths = ['to', 'cc'],
) => recipientSignals(args, paths, internal)

describe('counting recipients', () => {
  it('counts everybody once over all the fields', () => {
    expect(count({ to: 'maria@acme.com', cc: ['bob@acme.com', ' Maria@ACME.com'] })).toEqual({
      recipient_count: 2,
      recipient_external: false,
    })
  })

  it('says external as soon as one is outside', () => {
    expect(count({ to: 'maria@acme.com', cc: ['bob@x.io'] })).toEqual({
      recipient_count: 2,
      recipient_external: true,
    })
  })

  it.each([
    ['one domain', 'a@acme.com', false],
    ['a subdomain that is not listed', 'a@mail.acme.com', true],
    ['a domain that only ends alike', 'a@evilacme.com', true],
    ['a listed subdomain', 'a@mail.acme.org', false],
    ['the domain above a listed subdomain', 'a@acme.org', true],
    ['a domain that only ends like a listed subdomain', 'a@evilacme.org', true],
  ])('compares whole domains: %s', (_name, to, external) => {
    expect(count({ to })).toEqual({ recipient_count: 1, recipient_external: external })
  })

  it.each([
    ['a quoted local part', '"maria@acme.com"@evil.example'],
    ['two at signs', 'maria@acme.com@evil.example'],
    ['a domain of look-alike letters', 'maria@аcme.com'],
    ['a domain that goes on outside ASCII', 'maria@acme.comé'],
    ['a comment', 'eve@evil.example(@acme.com)'],
    ['a group without address', 'the whole team'],
    ['a phone number', '+1 (415) 555-0142'],
    ['an object', { email: 'maria@acme.com' }],
    ['a number', 7],
  ] as [string, JsonValue][])('never takes %s for one of the house', (_name, to) => {
    expect(count({ to })['recipient_external']).not.toBe(false)
    expect(count({ to, cc: ['maria@acme.com'] })['recipient_external']).not.toBe(false)
    expect(count({ to })['recipient_count']).toBeGreaterThan(0)
  })

  it('reads several addresses with names in one text', () => {
    expect(count({ to: 'Maria <maria@acme.com>; "Bob" <bob@acme.com>,carol@acme.com' })).toEqual({
      recipient_count: 3,
      recipient_external: false,
    })
  })

  it('states no count where none of the fields is there, since the model may have named it otherwise', () => {
    expect(count({ recipients: ['eve@evil.example'] })).toEqual({})
  })

  it('states a count of nobody where the field is there and empty', () => {
    expect(count({ to: [], cc: null })).toEqual({ recipient_count: 0 })
  })

  it('states no destination without knowing who belongs to the house', () => {
    expect(count({ to: 'maria@acme.com' }, null)).toEqual({ recipient_count: 1 })
  })

  it('asks a function about each recipient as written, save for case', () => {
    const asked: string[] = []
    const internal = (recipient: string): boolean => {
      asked.push(recipient)
      return recipient.startsWith('+49')
    }
    expect(count({ to: '+49 30 1234567', cc: ['Bob@x.io'] }, internal)).toEqual({
      recipient_count: 2,
      recipient_external: true,
    })
    expect(asked).toEqual(['+49 30 1234567', 'bob@x.io'])
  })

  it('counts at deep paths', () => {
    const args = { messages: [{ to: 'a@acme.com' }, { to: 'b@acme.com' }] }
    expect(count(args, ['acme.com'], ['messages.*.to'])).toEqual({
      recipient_count: 2,
      recipient_external: false,
    })
  })
})

describe('counting wherever the places stand', () => {
  it('finds recipients at any depth, each once', () => {
    const args = { to: 'a@acme.com', message: { to: ['b@x.io', 'A@acme.com'], parts: [{ cc: 'c@x.io' }] } }
    expect(count(args)).toEqual({ recipient_count: 3, recipient_external: true })
  })

  it.each([
    ['lists add up', { rows: [1, 2], inner: { rows: [3] } }, 'rows', 3],
    ['a number inside', { filter: { limit: 500 } }, 'limit', 500],
    ['a negative number counts for nothing', { limit: -5, filter: { limit: 7 } }, 'limit', 7],
  ] as [string, { [name: string]: JsonValue }, string, number][])(
    'records: %s',
    (_name, args, path, expected) => {
      expect(recordSignals(args, path)).toEqual({ record_count: expected })
    },
  )

  it('says nothing, and lets nothing be claimed, of arguments too large to be looked at whole', () => {
    const args = { to: 'a@acme.com', junk: Array.from({ length: 20_000 }, () => ({})) }
    expect(count(args)).toEqual({ recipient_count: null, recipient_external: null })
    const contract = { recipients: ['to'], signals: { recipient_external: false, op: 'send' } }
    const context = { anchorKey: null, internal: ['acme.com'], signals: {} }
    expect(buildSubmission(args, contract, context).signals).toEqual({ op: 'send' })
  })
})
