import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorToken, anchorTypeOf, extractAnchors, isAnchorToken } from '../../src/anchor/anchors.js'
import { looksPersonal } from '../../src/anchor/patterns.js'

const key = { secret: 'a secret of the vendor' }

describe('anchors', () => {
  it('gives one address one token however it is written', () => {
    expect(anchorToken('email', ' Maria@ACME.com ', key)).toBe(anchorToken('email', 'maria@acme.com', key))
  })

  it('gives another token under another secret, scope or type', () => {
    const token = anchorToken('email', 'maria@acme.com', key)
    expect(anchorToken('email', 'maria@acme.com', { secret: 'another' })).not.toBe(token)
    expect(anchorToken('email', 'maria@acme.com', { ...key, scope: 'heron' })).not.toBe(token)
    expect(anchorToken('phone', 'maria@acme.com', key)).not.toBe(token.replace('email', 'phone'))
  })

  it('lists e-mails first, then phones, each in order of appearance, duplicates once', () => {
    const text = 'Call +44 20 7946 0958, write b@x.org, then a@x.org and B@X.ORG; or +1 (415) 555-0142.'
    expect(extractAnchors(text, key)).toEqual([
      anchorToken('email', 'b@x.org', key),
      anchorToken('email', 'a@x.org', key),
      anchorToken('phone', '+44 20 7946 0958', key),
      anchorToken('phone', '+1 (415) 555-0142', key),
    ])
  })

  it.each([
    ['maria@acme.com', true],
    ['Write to o.k+tag-1@mail.acme.co.uk.', true],
    ['+1 (415) 555-0142', true],
    ['user_881', false],
    ['maria@localhost', false],
    ['@acme.com', false],
    ['4155550142', false],
    ['+1234', false],
    ['job_4471', false],
  ])('judges whether %j names a person', (text, personal) => {
    expect(looksPersonal(text)).toBe(personal)
  })

  it('leaves the full stop of a sentence out of the address', () => {
    expect(extractAnchors('Mail maria@acme.com.', key)).toEqual([anchorToken('email', 'maria@acme.com', key)])
  })

  it('knows the type of a value only when the whole of it is an anchor', () => {
    expect(anchorTypeOf(' maria@acme.com ')).toBe('email')
    expect(anchorTypeOf('+1 (415) 555-0142')).toBe('phone')
    expect(anchorTypeOf('to maria@acme.com')).toBeNull()
  })

  it('always makes a token that is recognised as one and holds nothing of the value', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('email' as const, 'phone' as const), (value, type) => {
        const token = anchorToken(type, value, key)
        expect(isAnchorToken(token)).toBe(true)
        expect(looksPersonal(token)).toBe(false)
      }),
    )
  })

  it('reads a megabyte of word characters without an address in one pass', () => {
    expect(extractAnchors('a'.repeat(1_000_000), key)).toEqual([])
    expect(extractAnchors('+1'.repeat(500_000), key)).toEqual([])
  })
})
