/** Scrubbing text (heron.md §12): what is found, what survives, and that a second pass finds nothing more. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactText, toolNameIsPersonal } from '../../src/domain/redaction/redact-text.js'
import { publishableErrorCode, redactResourceRef } from '../../src/domain/redaction/renderings.js'

const PEM = [
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  'b3BlbnNzaC1rZXktdjEAAAAABG5vbmU',
  '-----END OPENSSH PRIVATE KEY-----',
].join('\n')
const JWT = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'c2lnbmF0dXJl'].join('.')
/** Key shapes are put together here so that no scanner takes this file for a leak. */
const key = (prefix: string): string => `${prefix}${'a1B2c3D4e5F6g7H8'.repeat(2)}`

describe('what is found', () => {
  it.each([
    ['maria@acme.com', '<redacted:email>'],
    ['to Maria.Lopez+x@mail.acme.co.uk.', 'to <redacted:email>.'],
    ['maria%40acme.com', '<redacted:email>'],
    ['мария@почта.рф', '<redacted:email>'],
    ['maria＠acme．com', '<redacted:email>'],
    ['ma\u200bria@ac\u00adme.com', '<redacted:email>'],
    ['a@b.co,c@d.org', '<redacted:email>,<redacted:email>'],
    ['4111 1111 1111 1111', '<redacted:card>'],
    ['pay 378282246310005 now', 'pay <redacted:card> now'],
    ['x4111111111111111y', 'x<redacted:card>y'],
    ['４１１１ １１１１ １１１１ １１１１', '<redacted:card>'],
    ['٤١١١١١١١١١١١١١١١', '<redacted:card>'],
    ['4111–1111–1111–1111', '<redacted:card>'],
    ['+1 (415) 555-0142', '<redacted:phone>'],
    ['call 415-555-0142!', 'call <redacted:phone>!'],
    ['+４９ ３０ ９０１８２０', '<redacted:phone>'],
    ['0049 30 901820', '<redacted:phone>'],
    ['030 901820', '<redacted:phone>'],
    ['10.0.0.17', '<redacted:ip>'],
    ['at 192.168.1.254:8080', 'at <redacted:ip>:8080'],
    ['fe80::1', '<redacted:ip>'],
    ['ip:2001:db8::8a2e:370:7334', 'ip:<redacted:ip>'],
    ['2001:0db8:0000:0000:0000:8a2e:0370:7334', '<redacted:ip>'],
    ['[::1]:443', '[<redacted:ip>]:443'],
    [`Authorization: Bearer ${key('')}`, 'Authorization: <redacted:token>'],
    [`curl -H "Bearer ${key('')}"`, 'curl -H "<redacted:token>"'],
    ['password=hunter2', '<redacted:token>'],
    ['{"api_key": "abc"}', '{"<redacted:token>"}'],
    [key('hrn_live_'), '<redacted:api_key>'],
    [key('sk-proj-'), '<redacted:api_key>'],
    [key('ghp_'), '<redacted:api_key>'],
    [`AKIA${'ABCD1234'.repeat(2)}`, '<redacted:api_key>'],
    [JWT, '<redacted:jwt>'],
    [`cookie was ${JWT}, ok`, 'cookie was <redacted:jwt>, ok'],
    [PEM, '<redacted:private_key>'],
    [PEM.slice(0, 60), '<redacted:private_key>'],
    ['d41d8cd98f00b204e9800998ecf8427e', '<redacted:token>'],
  ])('%j becomes %j', (text, expected) => {
    expect(redactText(text)).toBe(expected)
    expect(redactText(expected)).toBe(expected)
  })
})

describe('what survives', () => {
  it.each([
    [''],
    ['Hi'],
    ['<email:0f367fdcc159df07>'],
    ['to <email:0f367fdcc159df07>, <phone:1d2686f311927b84>'],
    ['Quarterly report, 42 rows, 17.5 %'],
    ['2026-11-30T18:43:03.399Z'],
    ['12:30:45'],
    ['version 1.2.3'],
    ['std::vector'],
    ['4111 1111 1111 1112'],
    ['0000 0000 0000 0000'],
    ['sha256:710d7cab265752dc96af604a5434ee59d9e004a932ef8dc0468595b6df0f14cb'],
    ['550e8400-e29b-41d4-a716-446655440000'],
    ['thread_1'],
    ['npm_package_version_name'],
    ['gmail:account_12'],
    ['mcp__GoogleWorkspace__createCalendarEventV2'],
    ['user@localhost'],
    ['日本語の文章'],
  ])('%j stays', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it('does not keep a marker that is none of ours', () => {
    expect(redactText('<redacted:maria@acme.com>')).not.toContain('maria')
    expect(redactText('<email:maria@acme.com>')).not.toContain('maria')
  })
})

describe('in general', () => {
  const SENSITIVE = [
    'maria@acme.com',
    '4111111111111111',
    '+14155550142',
    '192.168.17.254',
    '2001:db8::8a2e:370:7334',
    JWT,
    key('hrn_test_'),
  ]
  /** Whatever is no part of a number, word or address itself, however it is spelled. */
  const around = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((text) => !/[\w.+@:-]|\p{Nd}/u.test(text.normalize('NFKC')))

  it('finds personal data whatever stands around it', () => {
    fc.assert(
      fc.property(around, fc.constantFrom(...SENSITIVE), around, (before, sensitive, after) => {
        expect(redactText(before + sensitive + after)).not.toContain(sensitive)
      }),
    )
  })

  it('changes nothing when it is done again', () => {
    const fragments = fc.constantFrom(
      ...SENSITIVE,
      'token=',
      'password: ',
      '<redacted:email>',
      '::',
      '.',
      '-',
      '@',
      '+',
    )
    const soup = fc
      .array(fc.oneof(fragments, fc.string({ maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 4 })), {
        maxLength: 12,
      })
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(soup, (text) => {
        const once = redactText(text)
        expect(redactText(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['a@b.co ', 'addresses'],
    ['%40', 'encoded at signs'],
    ['eyJ', 'starts of tokens'],
    ['+1(((', 'starts of phone numbers'],
    ['-----BEGIN ', 'starts of private keys'],
    ['1:', 'starts of addresses'],
    [':', 'colons'],
    ['4111 ', 'digit groups'],
    ['１', 'full-width digits'],
    ['password ', 'words without a value'],
    ['token=x ', 'assignments'],
    ['<', 'brackets'],
  ])('ends on a body full of %j (%s)', (unit) => {
    const text = unit.repeat(Math.floor(262_144 / unit.length))
    expect(redactText(text)).toBeTypeOf('string')
  })
})

describe('renderings of signed members', () => {
  it('refuses a tool name with personal data in it', () => {
    for (const name of [
      'mail_maria@acme.com',
      'call+14155550142',
      'charge_4111111111111111',
      'ssh.10.0.0.17',
    ]) {
      expect(toolNameIsPersonal(name), name).toBe(true)
    }
    for (const name of [
      'gmail.send',
      'mcp__files__read_text_file',
      'crm.contacts.export',
      'v1.2.3',
      'send_to_415',
    ]) {
      expect(toolNameIsPersonal(name), name).toBe(false)
    }
  })

  it('publishes an error code only when it is a plain code', () => {
    for (const code of ['heron_denied', 'ECONNREFUSED', 'http:503', 'a.b-c_d', 'x'.repeat(64)]) {
      expect(publishableErrorCode(code)).toBe(code)
    }
    for (const code of [
      '',
      'not found',
      'maria@acme.com',
      'x'.repeat(65),
      'fehler_ü',
      '10.0.0.17',
      '4111111111111111',
    ]) {
      expect(publishableErrorCode(code)).toBe('<redacted:error_code>')
    }
    expect(publishableErrorCode(null)).toBeNull()
  })

  it('renders a resource without the person in it', () => {
    expect(redactResourceRef('gmail:account_12')).toBe('gmail:account_12')
    expect(redactResourceRef('mailbox/maria@acme.com/inbox')).not.toContain('maria@')
  })
})
