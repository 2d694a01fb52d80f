/** The parse phase (delegation.md §2.6): what is no token, and what two readers could take differently. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CHAIN_TOKENS, MAX_TOKEN_CHARS } from '../../src/token/limits.js'
import { verifyChain } from '../../src/token/verify.js'
import { build, type Draft, soundDraft, verdict, verifyChanged } from './support.js'

const profiles = ['draft-01', 'draft-02'] as const
const { options } = soundDraft('draft-01')
const judge = async (tokens: unknown): Promise<string> => verdict(await verifyChain(tokens, options))
const b64 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64url')

describe('a chain', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'a.b.c'],
    ['an object', { 0: 'a.b.c', length: 1 }],
    ['empty', []],
    ['too long', new Array<string>(MAX_CHAIN_TOKENS + 1).fill('a.b.c')],
  ])('that is %s is malformed', async (_what, tokens) => {
    expect(await judge(tokens)).toBe('malformed')
  })
})

describe('a token', () => {
  const [good] = build(soundDraft('draft-01')) as [string]
  const [header, payload, signature] = good.split('.') as [string, string, string]

  it.each<[string, unknown]>([
    ['a number', 7],
    ['null', null],
    ['empty', ''],
    ['of two parts', `${header}.${payload}`],
    ['of four parts', `${good}.`],
    ['padded', `${header}=.${payload}.${signature}`],
    ['padded in its signature', `${header}.${payload}.${signature}=`],
    ['of the other base64 alphabet', `${header}.${payload}.${'+'.repeat(43)}`],
    ['of an impossible length', `${header}.${payload}.${signature.slice(0, 41)}`],
    ['with a line feed at its end', `${good}\n`],
    ['with a space before it', ` ${good}`],
    ['without a header', `.${payload}.${signature}`],
    ['without a payload', `${header}..${signature}`],
    ['larger than allowed', `${header}.${'A'.repeat(MAX_TOKEN_CHARS)}.${signature}`],
    ['not UTF-8', `${header}.${b64(new Uint8Array([0x7b, 0xff, 0x7d]))}.${signature}`],
    ['with a byte order mark', `${header}.${b64('\ufeff{}')}.${signature}`],
    ['no JSON', `${header}.${b64('{')}.${signature}`],
    ['with trailing data', `${header}.${b64('{} {}')}.${signature}`],
    ['a list', `${header}.${b64('[]')}.${signature}`],
    ['null inside', `${header}.${b64('null')}.${signature}`],
    ['with a header that is a text', `${b64('"x"')}.${payload}.${signature}`],
    ['nested too deep', `${header}.${b64(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`)}.${signature}`],
  ])('that is %s is malformed', async (_what, token) => {
    expect(await judge([token])).toBe('malformed@0')
  })

  it('without a signature is parsed, and refused for what it is', async () => {
    expect(await judge([`${header}.${payload}.`])).toBe('signature_invalid@0')
  })

  it('whose signature is a second spelling of the same bytes does not verify', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(signature.at(-1)!)
    const respelled = signature.slice(0, -1) + alphabet[last + 1]!
    expect(b64(Buffer.from(respelled, 'base64url'))).toBe(signature)
    expect(await judge([`${header}.${payload}.${respelled}`])).toBe('signature_invalid@0')
  })
})

describe.each(profiles)('%s: the text of header and payload', (profile) => {
  const withPayload = (text: string): Promise<string> =>
    verifyChanged(profile, (draft) => (draft.payloadTexts[1] = text)).then(verdict)
  const withHeader = (text: string): Promise<string> =>
    verifyChanged(profile, (draft) => (draft.headerTexts[1] = text)).then(verdict)

  it.each([
    ['a repeated member', '{"a":1,"a":1}', 'duplicate_member'],
    ['a member repeated by an escape', '{"a":1,"\\u0061":1}', 'duplicate_member'],
    ['a repeated member deep inside', '{"a":[{"b":{"c":1,"c":2}}]}', 'duplicate_member'],
    ['NaN', '{"a":NaN}', 'non_finite'],
    ['Infinity', '{"a":Infinity}', 'non_finite'],
    ['-Infinity', '{"a":-Infinity}', 'non_finite'],
    ['an overflowing number', '{"a":1e400}', 'non_finite'],
    ['2^53', '{"a":9007199254740992}', 'malformed'],
    ['-2^53', '{"a":-9007199254740992}', 'malformed'],
    ['2^53 + 1, the same double as 2^53', '{"a":9007199254740993}', 'malformed'],
    ['1e16 written out', '{"a":10000000000000000}', 'malformed'],
    ['1e+21, integral beyond the safe range', '{"a":1e+21}', 'malformed'],
    ['a lone surrogate, escaped', '{"a":"\\ud800"}', 'non_canonical'],
    ['a lone low surrogate in a name', '{"\\udc00":1}', 'non_canonical'],
    ['members out of order', '{"b":1,"a":1}', 'non_canonical'],
    ['UTF-8 order instead of UTF-16 order', '{"\ue000":1,"\u{10000}":2}', 'non_canonical'],
    ['a space', '{"a": 1}', 'non_canonical'],
    ['a line feed at the end', '{"a":1}\n', 'non_canonical'],
    ['7.0', '{"a":7.0}', 'non_canonical'],
    ['1e2', '{"a":1e2}', 'non_canonical'],
    ['-0', '{"a":-0}', 'non_canonical'],
    ['1e-6, whose canonical text is 0.000001', '{"a":1e-6}', 'non_canonical'],
    ['an escape that is not needed', '{"a":"\\u0062"}', 'non_canonical'],
    ['an escaped slash', '{"a":"\\/"}', 'non_canonical'],
    ['an escape in upper-case hex', '{"a":"\\u001F"}', 'non_canonical'],
    ['an escaped non-ASCII letter', '{"a":"\\u00e9"}', 'non_canonical'],
    ['a trailing comma', '{"a":1,}', 'malformed'],
    ['a comment', '{"a":1/**/}', 'malformed'],
    ['single quotes', "{'a':1}", 'malformed'],
    ['a leading zero', '{"a":01}', 'malformed'],
    ['a raw control character', '{"a":"\u0001"}', 'malformed'],
  ])('%s', async (_what, text, reason) => {
    expect(await withPayload(text)).toBe(`${reason}@1`)
    expect(await withHeader(text)).toBe(`${reason}@1`)
  })

  it('a raw lone surrogate, three bytes of a would-be UTF-8, is non_canonical', async () => {
    const draft = soundDraft(profile)
    const [root, child] = build(draft) as [string, string]
    const [header, , signature] = child.split('.') as [string, string, string]
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])
    const tokens = [root, `${header}.${b64(bytes)}.${signature}`]
    expect(verdict(await verifyChain(tokens, draft.options))).toBe('non_canonical@1')
  })

  it('a header is parsed before its payload', async () => {
    const both = await verifyChanged(profile, (draft) => {
      draft.headerTexts[1] = '{ }'
      draft.payloadTexts[1] = '{"a":1,"a":1}'
    })
    expect(verdict(both)).toBe('non_canonical@1')
  })

  it('a `crit` header is refused: no extension is implemented here', async () => {
    for (const crit of [['b64'], [], null]) {
      const result = await verifyChanged(profile, (draft) => (draft.headers[1]!['crit'] = crit))
      expect(verdict(result)).toBe('malformed@1')
    }
  })

  it('the c14n label is informational: absent or odd, canonical bytes decide', async () => {
    for (const c14n of [undefined, 'none', 7]) {
      const result = await verifyChanged(profile, (draft) => {
        if (c14n === undefined) Reflect.deleteProperty(draft.headers[1]!, 'c14n')
        else draft.headers[1]!['c14n'] = c14n
      })
      expect(verdict(result)).toBe('accept')
    }
  })
})

describe('hostile input of any kind', () => {
  it('is answered, never thrown', async () => {
    const piece = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.jsonValue().map((v) => JSON.stringify(v)),
    )
    const token = fc.oneof(
      fc.string(),
      fc.tuple(piece, piece, piece).map((parts) => parts.map(b64).join('.')),
      fc.tuple(fc.string(), fc.string()).map((parts) => parts.join('.')),
    )
    const any = fc.oneof(fc.array(token, { maxLength: 3 }), fc.anything())
    for (const profile of profiles) {
      await fc.assert(
        fc.asyncProperty(any, async (tokens) => {
          const result = await verifyChain(tokens, { ...options, profile })
          expect(result.outcome).toBe('reject')
        }),
        { numRuns: 500 },
      )
    }
  })

  it('changing any one character of a sound chain turns the verdict', async () => {
    for (const profile of profiles) {
      const draft: Draft = soundDraft(profile)
      const tokens = build(draft)
      await fc.assert(
        fc.asyncProperty(
          fc.nat(2),
          fc.nat(),
          fc.constantFrom('A', 'b', 'Z', '0', '-', '_', '.', '='),
          async (hop, at, char) => {
            const token = tokens[hop]!
            const index = at % token.length
            if (token[index] === char) return
            const changed = token.slice(0, index) + char + token.slice(index + 1)
            const result = await verifyChain(tokens.with(hop, changed), draft.options)
            expect(result.outcome).toBe('reject')
          },
        ),
        { numRuns: 1000 },
      )
    }
  })
})
