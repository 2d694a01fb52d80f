/** Looking into chains and finding them in files, without a word that they were verified. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTokenFile } from '../../src/token/file.js'
import { inspectChain } from '../../src/token/inspect.js'
import { MAX_CHAIN_TOKENS } from '../../src/token/limits.js'
import { build, detailOf, soundDraft } from './support.js'

describe('inspection', () => {
  it('shows header, claims, authority and links, unverified', () => {
    const draft = soundDraft('draft-02')
    draft.unsigned.add(0)
    const view = inspectChain(build(draft), 'draft-02')
    expect(view.verified).toBe(false)
    expect(view.tokens).toHaveLength(3)
    expect(view.tokens[1]).toMatchObject({
      hop: 1,
      header: { alg: 'HS256' },
      claims: { client_id: 'reader' },
      authority: { scopes: ['crm.read'], ttl: 2500 },
      linked: true,
      problems: [],
    })
    expect(view.tokens.map(({ linked }) => linked)).toEqual([null, true, true])
  })

  it('shows what it can of a chain with defects, and names them', () => {
    const draft = soundDraft('draft-02')
    detailOf(draft, 0).scopes.push('*')
    draft.claims[1]!['jti'] = 7
    draft.claims[2]!['par_hash'] = 'AAAA'
    const [root, child, leaf] = build(draft)
    const view = inspectChain([root, child, leaf, 'x.y.z', 7], 'draft-02')
    expect(view.tokens.map(({ problems }) => problems.length)).toEqual([1, 1, 0, 1, 1])
    expect(view.tokens.map(({ linked }) => linked)).toEqual([null, true, false, null, null])
    expect(view.tokens[0]!.authority).toBeNull()
  })

  it('shows a bounded number of tokens', () => {
    const view = inspectChain(new Array(MAX_CHAIN_TOKENS + 5).fill('a.b.c'), 'draft-01')
    expect(view.tokens).toHaveLength(MAX_CHAIN_TOKENS)
    expect(view.problems).toHaveLength(1)
  })

  it('answers anything', () => {
    fc.assert(
      fc.property(fc.anything(), (tokens) => {
        expect(inspectChain(tokens, 'draft-02').verified).toBe(false)
      }),
    )
  })
})

describe('token files', () => {
  it.each([
    ['an object with tokens', '{"tokens":["a","b"],"other":1}'],
    ['the same with space around', ' \n{"tokens":["a","b"]}\n'],
    ['lines', 'a\nb\n'],
    ['lines of another system, with blanks', '\r\n  a\r\n\r\nb'],
  ])('%s', (_what, text) => {
    expect(readTokenFile(text)).toEqual({ ok: true, tokens: ['a', 'b'] })
  })

  it('leaves it to the verifier to judge what stands where tokens should', () => {
    expect(readTokenFile('{"tokens":[1,null]}')).toEqual({ ok: true, tokens: [1, null] })
    expect(readTokenFile('["a"]')).toEqual({ ok: true, tokens: ['["a"]'] })
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t'],
    ['broken JSON', '{"tokens":'],
    ['a repeated member', '{"tokens":[],"tokens":[]}'],
    ['no tokens', '{}'],
    ['tokens that are no list', '{"tokens":"a"}'],
  ])('%s is unreadable', (_what, text) => {
    expect(readTokenFile(text)).toMatchObject({ ok: false })
  })
})
