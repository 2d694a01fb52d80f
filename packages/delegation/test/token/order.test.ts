/**
 * The order of verification (delegation.md §2.7, §2.8): for each adjacent pair of steps a chain that fails both, whose
 * verdict is the earlier step's. The lists below are the specification's, written out again.
 */
import { describe, expect, it } from 'vitest'
import { memoryReplayCache } from '../../src/dpop/replay-cache.js'
import { TOKEN_RULES } from '../../src/token/rules.js'
import { AUDIENCE, detailOf, type Draft, verdict, verifyChanged } from './support.js'

type Defect = { readonly step: string; readonly verdict: string; readonly make: (draft: Draft) => unknown }

const replay = memoryReplayCache()

// Each defect fails its own step and no earlier one.
const DEFECTS: Readonly<Record<string, Defect>> = Object.fromEntries(
  [
    { step: 'parse', verdict: 'non_canonical@2', make: (draft: Draft) => (draft.payloadTexts[2] = '{ }') },
    { step: 'claims', verdict: 'malformed@2', make: (draft: Draft) => (draft.claims[2]!['jti'] = 7) },
    {
      step: 'authorities',
      verdict: 'malformed@1',
      make: (draft: Draft) => detailOf(draft, 1).scopes.push('*'),
    },
    { step: 'signatures', verdict: 'signature_invalid@2', make: (draft: Draft) => draft.unsigned.add(2) },
    {
      step: 'linkage',
      verdict: 'par_hash_mismatch@2',
      make: (draft: Draft) => (draft.claims[2]!['par_hash'] = 'A'.repeat(43)),
    },
    {
      step: 'depth',
      verdict: 'depth_invalid@2',
      make: (draft: Draft) => (draft.claims[2]!['del_depth'] = 1),
    },
    {
      step: 'principal',
      verdict: 'principal_altered@1',
      make: (draft: Draft) => (draft.claims[1]!['sub'] = 'user-2'),
    },
    {
      step: 'narrowing',
      verdict: 'not_narrower@1',
      make: (draft: Draft) => detailOf(draft, 1).scopes.push('pay.send'),
    },
    { step: 'window', verdict: 'expired@0', make: (draft: Draft) => (draft.claims[0]!['nbf'] = 1001) },
    {
      step: 'holder',
      verdict: 'holder_binding_failed@2',
      make: (draft: Draft) =>
        (draft.options = {
          ...draft.options,
          holder: { proofs: [], method: 'GET', uri: 'https://tool.example/', replay },
        }),
    },
    {
      step: 'status',
      verdict: 'status_unknown@0',
      make: (draft: Draft) => {
        draft.claims[0]!['status'] = { status_list: { idx: 0, uri: 'https://issuer.example/status' } }
        draft.options = { ...draft.options, status: { issuers: [], list: () => null } }
      },
    },
    {
      step: 'audience',
      verdict: 'audience_mismatch@2',
      make: (draft: Draft) => (draft.options = { ...draft.options, audience: 'https://other.example' }),
    },
    {
      step: 'action',
      verdict: 'scope_not_granted@2',
      make: (draft: Draft) => (draft.options = { ...draft.options, action: { scope: 'pay.send' } }),
    },
  ].map((defect): [string, Defect] => [defect.step, defect]),
)

const ORDERS = {
  'draft-01': [
    'parse',
    'signatures',
    'linkage',
    'depth',
    'authorities',
    'narrowing',
    'window',
    'holder',
    'status',
    'audience',
    'action',
  ],
  'draft-02': [
    'parse',
    'claims',
    'authorities',
    'signatures',
    'linkage',
    'depth',
    'principal',
    'narrowing',
    'window',
    'holder',
    'status',
    'audience',
    'action',
  ],
} as const

describe.each(['draft-01', 'draft-02'] as const)('%s', (profile) => {
  const order = ORDERS[profile]
  const defect = (step: string): Defect => DEFECTS[step]!
  // A chain whose audience is in order, so that the action step is what fails.
  const confirm = (draft: Draft): void => {
    if (profile === 'draft-02') draft.options = { ...draft.options, audience: AUDIENCE }
  }

  it('has the steps of the specification', () => {
    expect(TOKEN_RULES[profile].order).toEqual(order)
  })

  it.each(order)('a chain with a defect of `%s` alone fails there', async (step) => {
    const result = await verifyChanged(profile, (draft) => {
      confirm(draft)
      defect(step).make(draft)
    })
    expect(verdict(result)).toBe(defect(step).verdict)
  })

  const pairs = order.slice(1).map((step, index): [string, string] => [order[index]!, step])
  it.each(pairs)('`%s` is judged before `%s`', async (earlier, later) => {
    const result = await verifyChanged(profile, (draft) => {
      confirm(draft)
      defect(later).make(draft)
      defect(earlier).make(draft)
    })
    expect(verdict(result)).toBe(defect(earlier).verdict)
  })
})

describe('within a step', () => {
  it('all tokens are parsed before any signature is checked', async () => {
    for (const profile of ['draft-01', 'draft-02'] as const) {
      const result = await verifyChanged(profile, (draft) => {
        draft.unsigned.add(0)
        draft.payloadTexts[2] = '{"a":1,"a":1}'
      })
      expect(verdict(result)).toBe('duplicate_member@2')
    }
  })

  it('draft-02: JSON-level findings of any token come before claim rules of an earlier one', async () => {
    const result = await verifyChanged('draft-02', (draft) => {
      draft.claims[0]!['iss'] = 1
      draft.payloadTexts[2] = '{"a":1e400}'
    })
    expect(verdict(result)).toBe('non_finite@2')
  })

  it('all signatures are checked before any link, and all links before any depth', async () => {
    const early = await verifyChanged('draft-01', (draft) => {
      draft.claims[1]!['par_hash'] = 'A'.repeat(43)
      draft.unsigned.add(2)
    })
    expect(verdict(early)).toBe('signature_invalid@2')
    const late = await verifyChanged('draft-01', (draft) => {
      draft.claims[0]!['del_depth'] = 1
      draft.claims[2]!['par_hash'] = 'A'.repeat(43)
    })
    expect(verdict(late)).toBe('par_hash_mismatch@2')
  })

  it('draft-01: all authorities are read before any is compared', async () => {
    const result = await verifyChanged('draft-01', (draft) => {
      detailOf(draft, 1).scopes.push('pay.send')
      detailOf(draft, 2).scopes.push('*')
    })
    expect(verdict(result)).toBe('malformed@2')
  })

  it('depth of the whole chain comes before the principal of any hop', async () => {
    const result = await verifyChanged('draft-02', (draft) => {
      draft.claims[1]!['sub'] = 'user-2'
      draft.claims[2]!['del_depth'] = 9
    })
    expect(verdict(result)).toBe('depth_invalid@2')
  })

  it('a root with a foreign detail type and a bad signature is malformed under draft-02, unsigned under draft-01', async () => {
    const change = (draft: Draft): void => {
      ;(detailOf(draft, 0) as Record<string, unknown>)['type'] = 'payment'
      draft.unsigned.add(0)
    }
    expect(verdict(await verifyChanged('draft-02', change))).toBe('malformed@0')
    expect(verdict(await verifyChanged('draft-01', change))).toBe('signature_invalid@0')
  })

  it('an expiry beyond the parent’s is not_narrower under draft-01 when the lifetime grew, expired under draft-02', async () => {
    const grow = (draft: Draft): void => {
      draft.claims[2]!['exp'] = 3500
    }
    expect(verdict(await verifyChanged('draft-01', grow))).toBe('not_narrower@2')
    expect(verdict(await verifyChanged('draft-02', grow))).toBe('expired@2')
  })

  it('a child shifted later as a whole is expired under both', async () => {
    const shift = (draft: Draft): void => {
      draft.claims[2]!['iat'] = 2100
      draft.claims[2]!['exp'] = 3600
    }
    expect(verdict(await verifyChanged('draft-01', shift))).toBe('expired@2')
    expect(verdict(await verifyChanged('draft-02', shift))).toBe('expired@2')
  })

  it('the window is judged hop by hop, each with nbf, now, and its parent', async () => {
    const result = await verifyChanged('draft-01', (draft) => {
      draft.claims[0]!['nbf'] = 2000
      draft.claims[1]!['nbf'] = 'soon'
    })
    expect(verdict(result)).toBe('expired@0')
  })

  it('step 8 answers scope before constraints, and lists all', async () => {
    const result = await verifyChanged('draft-02', (draft) => {
      draft.options = {
        ...draft.options,
        audience: AUDIENCE,
        action: { scope: 'pay.send', context: { rows: 99 } },
      }
    })
    expect(verdict(result)).toBe('scope_not_granted@2')
    expect(result.outcome === 'reject' && result.reasons?.map(({ code }) => code)).toEqual([
      'scope_not_granted',
      'ceiling_exceeded',
    ])
  })
})
