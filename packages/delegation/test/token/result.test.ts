/** What an answer says, and what it must not claim (delegation.md §2.8 step 8, §2.12, §2.13). */
import { describe, expect, it } from 'vitest'
import { CallerError } from '../../src/caller-error.js'
import { TOKEN_REASONS } from '../../src/token/reasons.js'
import { verifyChains } from '../../src/token/several.js'
import { permitsUnderChain, type VerifiedChain } from '../../src/token/verify.js'
import { AUDIENCE, build, detailOf, type Draft, soundDraft, verdict, verifyChanged } from './support.js'

const verifiedOf = async (
  profile: 'draft-01' | 'draft-02',
  change?: (draft: Draft) => void,
): Promise<VerifiedChain> => {
  const result = await verifyChanged(profile, change)
  if (result.outcome !== 'accept') throw new Error(verdict(result))
  return result.verified
}

describe('an accepted chain', () => {
  it('says its profile, its leaf, its depth and what was not performed', async () => {
    const result = await verifyChanged('draft-02')
    expect(result).toMatchObject({
      outcome: 'accept',
      profile: 'draft-02',
      depth: 2,
      del_max_depth: 5,
      audience: 'not checked',
      authorized: false,
      leaf_authority: {
        scopes: ['crm.read'],
        constraints: [
          { key: 'egress', rank: 'none', order: ['none', 'internal', 'any'] },
          { key: 'max_rows', max: 10 },
        ],
        ttl: 1500,
      },
      steps_not_performed: ['step_6_holder_binding', 'step_7_status', 'step_8_audience', 'step_8_action'],
    })
    expect(result.outcome === 'accept' && result.payloads).toHaveLength(3)
  })

  it('reports the lowest bound on the chain’s length', async () => {
    const result = await verifyChanged('draft-01', (draft) => (draft.claims[1]!['del_max_depth'] = 4))
    expect(result).toMatchObject({ del_max_depth: 4 })
  })

  it('does not authorize anything without holder binding', async () => {
    const result = await verifyChanged('draft-02', (draft) => {
      draft.options = { ...draft.options, audience: AUDIENCE, action: { scope: 'crm.read' } }
    })
    expect(result).toMatchObject({
      outcome: 'accept',
      audience: 'matched',
      authorized: false,
      steps_not_performed: ['step_6_holder_binding', 'step_7_status'],
    })
  })
})

describe('a rejected chain', () => {
  it('has one reason, the hop, and a sentence', async () => {
    const result = await verifyChanged('draft-01', (draft) => draft.unsigned.add(1))
    expect(result).toMatchObject({
      outcome: 'reject',
      reason: 'signature_invalid',
      hop: 1,
      profile: 'draft-01',
    })
    expect(result.detail).not.toBe('')
  })

  it('never repeats a token, and keeps a stranger’s text inside its line', async () => {
    const draft = soundDraft('draft-02')
    detailOf(draft, 0).constraints.push({ key: 'a\nACCEPT', max: 1 })
    const tokens = build(draft)
    const result = await verifyChanged('draft-02', (changed) => (changed.claims = draft.claims))
    expect(verdict(result)).toBe('not_narrower@1')
    expect(result.detail).not.toContain('\n')
    for (const token of tokens) expect(JSON.stringify(result)).not.toContain(token)
  })
})

describe('the audience', () => {
  const audienceOf = (aud: unknown, audience: string) => (draft: Draft) => {
    draft.claims[2]!['aud'] = aud
    draft.options = { ...draft.options, audience }
  }

  it.each([
    [AUDIENCE, 'accept'],
    [['https://a.example', AUDIENCE], 'accept'],
    [`${AUDIENCE}/`, 'audience_mismatch@2'],
    [AUDIENCE.toUpperCase(), 'audience_mismatch@2'],
    [['https://a.example'], 'audience_mismatch@2'],
    ['', 'audience_mismatch@2'],
  ])('%j: %s', async (aud, expected) => {
    expect(verdict(await verifyChanged('draft-02', audienceOf(aud, AUDIENCE)))).toBe(expected)
  })

  it('is the leaf’s alone', async () => {
    const result = await verifyChanged('draft-02', (draft) => {
      draft.claims[0]!['aud'] = 'elsewhere'
      draft.options = { ...draft.options, audience: AUDIENCE }
    })
    expect(verdict(result)).toBe('accept')
  })

  it('a draft-01 leaf with a null audience does not match one that is asked for', async () => {
    expect(verdict(await verifyChanged('draft-01', audienceOf(null, AUDIENCE)))).toBe('audience_mismatch@2')
  })
})

describe('an action under a verified chain', () => {
  it('is not permitted under draft-02 until an audience was matched', async () => {
    const open = await verifiedOf('draft-02')
    expect(permitsUnderChain(open, { scope: 'crm.read' })).toMatchObject({
      allowed: false,
      reasons: [{ code: 'audience_mismatch' }],
    })
    expect(permitsUnderChain(open, { scope: 'crm.read' }, { audience: AUDIENCE }).allowed).toBe(true)
    expect(permitsUnderChain(open, { scope: 'crm.read' }, { audience: 'x' }).allowed).toBe(false)
  })

  it('carries over an audience that was matched at verification, and checks another', async () => {
    const confirmed = await verifiedOf('draft-02', (draft) => {
      draft.options = { ...draft.options, audience: AUDIENCE }
    })
    expect(permitsUnderChain(confirmed, { scope: 'crm.read' }).allowed).toBe(true)
    expect(permitsUnderChain(confirmed, { scope: 'crm.read' }, { audience: 'x' }).allowed).toBe(false)
  })

  it('asks for no audience under draft-01', async () => {
    expect(permitsUnderChain(await verifiedOf('draft-01'), { scope: 'crm.read' }).allowed).toBe(true)
  })

  it('is judged with the totals of the enforcement point, never those of the request', async () => {
    const verified = await verifiedOf('draft-02', (draft) => {
      for (const hop of [0, 1, 2])
        detailOf(draft, hop).constraints.push({ key: 'max_spend', max_lifetime: 5 })
      draft.options = { ...draft.options, audience: AUDIENCE }
    })
    const asked = { scope: 'crm.read', context: { spend_total: 0 } }
    expect(permitsUnderChain(verified, asked)).toMatchObject({ reasons: [{ code: 'ceiling_exceeded' }] })
    expect(permitsUnderChain(verified, { ...asked, totals: { spend_total: 5 } }).allowed).toBe(true)
    expect(() => permitsUnderChain(verified, { ...asked, totals: { rows_total: 1 } })).toThrow(CallerError)
  })
})

describe('several chains', () => {
  it('are verified alone: one that holds suffices, and a failing one affects no other', async () => {
    const good = soundDraft('draft-01')
    const bad = soundDraft('draft-01')
    bad.unsigned.add(0)
    const result = await verifyChains([build(bad), build(good), null], good.options)
    expect(result).toMatchObject({ outcome: 'accept', accepted: 1 })
    expect(result.results.map(verdict)).toEqual(['signature_invalid@0', 'accept', 'malformed'])
  })

  it('are never combined: scopes of two chains do not add up', async () => {
    const mail = soundDraft('draft-01')
    for (const hop of [1, 2]) detailOf(mail, hop).scopes = ['mail.send']
    const crm = soundDraft('draft-01')
    const asked = { ...crm.options, action: { scope: 'pay.send' } }
    expect(await verifyChains([build(mail), build(crm)], asked)).toMatchObject({
      outcome: 'reject',
      accepted: null,
    })
    const mixed = [build(mail)[0], build(crm)[1]]
    expect((await verifyChains([mixed], crm.options)).results.map(verdict)).toEqual(['accept'])
    const spliced = [build(mail)[0], build(mail)[1], build(crm)[2]]
    expect((await verifyChains([spliced], crm.options)).results.map(verdict)).toEqual(['par_hash_mismatch@2'])
  })

  it('none of them is a refusal', async () => {
    expect(await verifyChains([], soundDraft('draft-01').options)).toMatchObject({ outcome: 'reject' })
  })
})

describe('the vocabulary', () => {
  it('is the specification’s', () => {
    const first = [
      'malformed',
      'non_finite',
      'duplicate_member',
      'non_canonical',
      'signature_invalid',
      'par_hash_mismatch',
      'depth_invalid',
      'not_narrower',
      'expired',
    ]
    const action = ['scope_not_granted', 'ceiling_exceeded', 'unknown_constraint']
    const second = [
      'principal_altered',
      'holder_binding_failed',
      'revoked',
      'status_unknown',
      'audience_mismatch',
    ]
    expect([...TOKEN_REASONS['draft-01']].sort()).toEqual([...first, ...action].sort())
    expect([...TOKEN_REASONS['draft-02']].sort()).toEqual([...first, ...second, ...action].sort())
  })
})
