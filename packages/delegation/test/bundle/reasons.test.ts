import type { JsonValue } from '@heron/evidence'
import { afterAll, describe, expect, it } from 'vitest'
import { BUNDLE_REASONS, OUTSIDE_CONTRACT_REASONS } from '../../src/bundle/reasons.js'
import {
  findings,
  goodBundle,
  goodV1Bundle,
  KEY,
  type Mutable,
  type MutableBundle,
  type Position,
  resign,
  verify,
} from './fixture.js'

/** Applies one change to a good version 2 bundle, chains and signs it anew, and answers what was found. */
function after(change: (bundle: MutableBundle) => void, base = goodBundle): Position[] {
  const bundle = base()
  change(bundle)
  const found = findings(verify(resign(bundle)))
  for (const [reason] of found) seen.add(reason)
  return found
}

function at(bundle: MutableBundle, index: number): Mutable {
  return bundle.entries[index]!
}

const seen = new Set<string>()
const n0 = 'vectors:n0'
const n1 = 'vectors:n1'

describe('a good bundle', () => {
  it('is accepted on both schema versions', () => {
    expect(verify(goodBundle())).toMatchObject({
      ok: true,
      nodes: 2,
      actions_checked: 2,
      ungated: 0,
      chain_id: 'vectors',
      verified_against: 'bundle_anchor',
      checks: { anchor: 'verified', expected_anchor: 'not checked', envelopes: 'not present' },
      execution_binding: { aggregate: 'clean', params_coverage: 'complete', failures: [] },
    })
    expect(verify(goodV1Bundle())).toMatchObject({
      ok: true,
      nodes: 3,
      actions_checked: 1,
      ungated: 1,
      execution_binding: { status: 'not applicable' },
    })
  })

  it('says "not checked" of the anchor when no key was given, and never believes its `verified`', () => {
    const bundle = goodBundle()
    bundle.anchor['sig'] = '00'
    expect(verify(bundle, { anchorKey: undefined as never }).checks.anchor).toBe('not checked')
    expect(findings(verify(bundle))).toEqual([['integrity(anchor)', null, null]])
  })
})

describe('versions', () => {
  it('unsupported_version: a version other than 1 and 2, and 2 as a text or true', () => {
    for (const v of [3, '2', true, null, 2.5]) {
      const bundle = goodBundle()
      bundle['v'] = v
      const found = findings(verify(bundle))
      expect(found[0]).toEqual(['unsupported_version', null, null])
      for (const [reason] of found) seen.add(reason)
    }
  })

  it('anchor_version_mismatch: the anchor declares another version', () => {
    const bundle = goodBundle()
    bundle.anchor['v'] = 1
    expect(findings(verify(bundle, { anchorKey: undefined as never }))).toEqual([
      ['anchor_version_mismatch', null, null],
    ])
    seen.add('anchor_version_mismatch')
  })

  it('root_version_mismatch and mixed_entry_versions: the root is not exempt', () => {
    expect(after((bundle) => (at(bundle, 0)['v'] = 1))).toEqual([
      ['root_version_mismatch', 0, n0],
      ['mixed_entry_versions', 0, n0],
    ])
  })

  it('mixed_entry_versions: once, at the first entry that disagrees, with every version in its message', () => {
    const bundle = goodBundle()
    at(bundle, 4)['v'] = 1
    at(bundle, 6)['v'] = true
    const report = verify(resign(bundle))
    expect(findings(report)).toEqual([['mixed_entry_versions', 4, n1]])
    expect(report.failures[0]).toContain('1, true')
    expect(report.execution_binding).toEqual({ status: 'not applicable' })
  })
})

describe('structure', () => {
  it('missing_root: none, or more than one', () => {
    expect(after((bundle) => (at(bundle, 0)['event'] = 'done')).map(([reason]) => reason)).toContain(
      'missing_root',
    )
    const twice = after((bundle) => bundle.entries.push(structuredClone(at(bundle, 0))))
    expect(twice).toContainEqual(['missing_root', null, null])
  })

  it('missing_root: a ledger without entries', () => {
    const bundle = resign({ ...goodBundle(), entries: [] })
    expect(bundle.anchor).toMatchObject({ seq: -1, head: 'GENESIS' })
    expect(findings(verify(bundle))).toEqual([['missing_root', null, null]])
  })

  it('unknown_ledger_fields: a member that no entry has', () => {
    expect(after((bundle) => (at(bundle, 3)['note'] = 'x'))).toEqual([['unknown_ledger_fields', 3, n0]])
  })

  it('chain_id_mismatch: the first foreign entry, then the anchor', () => {
    const bundle = goodBundle()
    at(bundle, 2)['chain_id'] = 'other'
    at(bundle, 5)['chain_id'] = 'other'
    const signed = resign(bundle)
    signed.anchor['chain_id'] = 'other'
    expect(findings(verify(signed))).toEqual([
      ['chain_id_mismatch', 2, n0],
      ['chain_id_mismatch', null, null],
      ['integrity(anchor)', null, null],
    ])
    seen.add('chain_id_mismatch')
  })

  it('expected_head_mismatch and expected_anchor_mismatch: a retained reference differs', () => {
    const bundle = goodBundle()
    const stripped = resign({ ...goodBundle(), entries: goodBundle().entries.slice(0, 7) })
    const { seq, head, chain_id, v } = bundle.anchor
    const retained = { seq, head, chain_id, v }
    expect(verify(bundle, { expectedHead: retained.head, expectedAnchor: retained })).toMatchObject({
      ok: true,
      verified_against: 'expected_anchor',
      checks: { expected_anchor: 'verified' },
    })
    // A stripped tail with a fresh anchor is consistent in itself: only what was retained tells.
    expect(findings(verify(stripped, { expectedHead: retained.head, expectedAnchor: retained }))).toEqual([
      ['expected_head_mismatch', null, null],
      ['expected_anchor_mismatch', null, null],
    ])
    expect(findings(verify(bundle, { expectedHead: { head: retained.head, seq: 7 } }))).toEqual([
      ['expected_head_mismatch', null, null],
    ])
    for (const other of [{ chain_id: 'x' }, { v: 1 }, { seq: 7 }]) {
      expect(findings(verify(bundle, { expectedAnchor: { ...retained, ...other } }))).toEqual([
        ['expected_anchor_mismatch', null, null],
      ])
    }
    seen.add('expected_head_mismatch').add('expected_anchor_mismatch')
    expect(() => verify(bundle, { expectedHead: 'HEAD' })).toThrow(/64 lower-case hex/)
  })
})

describe('integrity', () => {
  it('integrity: the first broken entry, whatever member was touched', () => {
    for (const [member, value] of [
      ['ts', 99],
      ['prev_hash', '0'.repeat(64)],
      ['hash', '0'.repeat(64)],
      ['seq', 7],
      ['seq', true],
    ] as [string, JsonValue][]) {
      const bundle = goodBundle()
      at(bundle, 3)[member] = value
      const found = findings(verify(bundle))
      expect(found).toContainEqual(['integrity', at(bundle, 3)['seq'], n0])
      expect(found).toContainEqual(['integrity(anchor)', null, null])
    }
    seen.add('integrity').add('integrity(anchor)')
  })

  it('integrity: an entry without a canonical form, of an integer beyond 2^53-1 too', () => {
    for (const value of ['\ud800', 1e400, 2 ** 53, 1e21]) {
      const bundle = goodBundle()
      at(bundle, 4)['ts'] = value
      expect(findings(verify(bundle))).toContainEqual(['integrity', 4, n1])
    }
  })

  it('integrity(anchor): by signature, kid, chain id, head and seq', () => {
    const foreign = { ...KEY, kid: 'other' }
    expect(findings(verify(goodBundle(), { anchorKey: foreign }))).toEqual([
      ['integrity(anchor)', null, null],
    ])
    const { anchor: _dropped, ...without } = goodBundle()
    expect(findings(verify(without))).toEqual([['integrity(anchor)', null, null]])
    // An honest anchor over a longer ledger: everything but the head agrees.
    const shorter = { ...resign({ ...goodBundle(), entries: goodBundle().entries.slice(0, 8) }) }
    expect(findings(verify({ ...shorter, anchor: goodBundle().anchor }))).toEqual([
      ['integrity(anchor)', null, null],
    ])
  })

  it('throws for an anchor key that cannot be used, naming its kid', () => {
    const short = { alg: 'EdDSA', kid: 'short-key', publicKey: new Uint8Array(31) } as const
    expect(() => verify(goodBundle(), { anchorKey: short })).toThrow(/short-key/)
    const empty = { alg: 'HS256', kid: 'empty-key', secret: new Uint8Array() } as const
    expect(() => verify(goodBundle(), { anchorKey: empty })).toThrow(/empty-key/)
  })
})

describe('authorities', () => {
  it('unreadable_authority and unreadable_granted: the entry, and whatever rests on it', () => {
    expect(after((bundle) => (at(bundle, 0)['authority'] = null))).toEqual([
      ['unreadable_authority', 0, n0],
      ['monotonicity', 1, n1],
      ['containment', 2, n0],
    ])
    expect(after((bundle) => (at(bundle, 1)['granted'].extra = 1))).toEqual([
      ['unreadable_granted', 1, n1],
      ['containment', 4, n1],
    ])
    expect(after((bundle) => (at(bundle, 1)['node'] = 7))[0]).toEqual(['unreadable_granted', 1, 7])
  })

  it('monotonicity: names the first dimension that widens', () => {
    for (const [change, dimension] of [
      [{ scopes: ['pay.send'] }, 'scopes'],
      [{ constraints: [] }, 'ceiling max_rows'],
      [{ ttl: null }, 'ttl'],
    ] as const) {
      const bundle = goodBundle()
      Object.assign(at(bundle, 1)['granted'], change)
      const report = verify(resign(bundle))
      expect(findings(report)[0]).toEqual(['monotonicity', 1, n1])
      expect(report.failures[0]).toMatch(new RegExp(`${dimension}$`))
    }
    seen.add('monotonicity')
  })

  it('monotonicity: a parent that is missing, itself, later, or revoked before', () => {
    for (const parent of ['vectors:n9', n1, null, 5]) {
      expect(after((bundle) => (at(bundle, 1)['parent'] = parent))).toEqual([['monotonicity', 1, n1]])
    }
    const revoked = after((bundle) => {
      const kill = {
        v: 2,
        c14n: 'JCS',
        ts: 2,
        event: 'kill',
        chain_id: 'vectors',
        target: n0,
        revoked: [n0, 7],
      }
      bundle.entries.splice(1, 0, kill)
    })
    expect(revoked).toContainEqual(['monotonicity', 2, n1])
    expect(revoked).toContainEqual(['containment', 3, n0])
  })

  it('monotonicity: a node defined twice; the first definition stands', () => {
    const found = after((bundle) => {
      const wider = structuredClone(at(bundle, 1))
      wider['granted'].scopes = ['crm.*']
      bundle.entries.splice(2, 0, wider)
      at(bundle, 5)['scope'] = 'crm.export'
    })
    expect(found).toContainEqual(['monotonicity', 2, n1])
    expect(found).toContainEqual(['containment', 5, n1])
  })

  it('containment: unknown node, later node, foreign scope, exceeded ceiling, context that is none', () => {
    const changes: ((bundle: MutableBundle) => void)[] = [
      (bundle) => (at(bundle, 4)['scope'] = 'crm.export'),
      (bundle) => (at(bundle, 4)['scope'] = 5),
      (bundle) => (at(bundle, 4)['context'] = { rows: 5001 }),
      (bundle) => (at(bundle, 4)['context'] = { rows: '120' }),
      (bundle) => (at(bundle, 4)['context'] = [120]),
      (bundle) => (at(bundle, 4)['context'] = 'rows'),
    ]
    for (const change of changes) expect(after(change)).toEqual([['containment', 4, n1]])
    expect(after((bundle) => (at(bundle, 2)['node'] = 'nobody'))).toContainEqual(['containment', 2, 'nobody'])
    for (const falsy of [null, false, 0, ''])
      expect(after((bundle) => (at(bundle, 4)['context'] = falsy))).toEqual([])
    const later = after((bundle) => bundle.entries.splice(1, 0, bundle.entries.splice(4, 1)[0]!))
    expect(later).toContainEqual(['containment', 1, n1])
  })
})

describe('version 2 records', () => {
  const cases: [string, number, Mutable][] = [
    ['invalid_root', 0, { params_salt: null }],
    ['invalid_root', 0, { params_salt: 'ABCDEF'.repeat(5) + '00' }],
    ['invalid_allow', 2, { capture: 'guess' }],
    ['invalid_allow', 2, { adapter: { module: 'm', version: '', hook_path: 'h' } }],
    ['invalid_allow', 2, { adapter: [] }],
    ['invalid_allow', 2, { authorized_params_hash: null }],
    ['invalid_allow', 2, { params_hash_reason: 'unsupported' }],
    ['invalid_allow', 2, { params_hash_reason: null }],
    ['invalid_deny', 5, { call_id: 'x' }],
    ['invalid_deny', 5, { capture: 'wrapper_sync' }],
    ['invalid_deny', 5, { policy: 'unlisted' }],
    ['invalid_outcome', 6, { body_state: 'done' }],
    ['invalid_outcome', 6, { body_state: 'raised' }],
    ['invalid_outcome', 6, { error_code: 'TypeError' }],
    ['invalid_outcome', 6, { error_code: null }],
    ['invalid_outcome', 6, { duration_ms: -1 }],
    ['invalid_outcome', 6, { duration_ms: true }],
    ['invalid_outcome', 6, { receipt: null }],
    ['invalid_outcome', 6, { receipt: { type: 't', ref: 'r', digest: 'AA' } }],
  ]
  it.each(cases)('%s at entry %i: %j', (reason, index, members) => {
    const found = after((bundle) => Object.assign(at(bundle, index), members))
    expect(found).toContainEqual([reason, index, at(goodBundle(), index)['node']])
    expect(found.filter(([, seq]) => seq === index)).toHaveLength(1)
  })

  it('invalid_kill: pending_at_kill that lists no call ids', () => {
    const kill = { v: 2, c14n: 'JCS', ts: 9, event: 'kill', chain_id: 'vectors', target: n1, revoked: [n1] }
    for (const pending of [null, 'x', ['x'], [7]]) {
      const found = after((bundle) => bundle.entries.push({ ...kill, pending_at_kill: pending }))
      expect(found).toEqual([['invalid_kill', 9, null]])
    }
    expect(after((bundle) => bundle.entries.push({ ...kill, pending_at_kill: ['0'.repeat(32)] }))).toEqual([])
  })

  it('takes a receipt with further members, a raised call, and an allow without any commitment', () => {
    const found = after((bundle) => {
      Object.assign(at(bundle, 6), {
        body_state: 'raised',
        error_code: 'TypeError',
        receipt: { type: 't', ref: 'r', digest: '0'.repeat(64), more: 1 },
      })
      delete at(bundle, 4)['authorized_params_hash']
    })
    expect(found).toEqual([])
  })

  it('v2_field_on_v1: every one of the twelve', () => {
    const members = [
      ...[
        'adapter',
        'authorized_params_hash',
        'body_state',
        'call_id',
        'capture',
        'duration_ms',
        'error_code',
      ],
      ...['invoked_params_hash', 'params_hash_reason', 'params_salt', 'pending_at_kill', 'receipt'],
    ]
    for (const member of members) {
      expect(after((bundle) => (at(bundle, 2)[member] = null), goodV1Bundle)).toEqual([
        ['v2_field_on_v1', 2, 'one:n1'],
      ])
    }
  })
})

describe('execution binding', () => {
  it('duplicate_call_id: allows and denies share one space', () => {
    const found = after((bundle) => (at(bundle, 5)['call_id'] = at(bundle, 2)['call_id']))
    expect(found).toEqual([['duplicate_call_id', 5, n1]])
  })

  it('outcome_without_allow: a deny is no allow', () => {
    const found = after((bundle) => (at(bundle, 6)['call_id'] = at(bundle, 5)['call_id']))
    expect(found).toEqual([['outcome_without_allow', 6, n1]])
  })

  it('duplicate_outcome, cross_ref and params_mismatch: at the outcome, together where they meet', () => {
    const twice = after((bundle) => bundle.entries.push(structuredClone(at(bundle, 6))))
    expect(twice).toEqual([['duplicate_outcome', 9, n1]])
    const crossed = after((bundle) => {
      at(bundle, 6)['node'] = n0
      at(bundle, 6)['invoked_params_hash'] = '0'.repeat(64)
    })
    expect(crossed).toEqual([
      ['cross_ref', 6, n0],
      ['params_mismatch', 6, n0],
    ])
  })

  it('outcome_before_allow', () => {
    const found = after((bundle) => {
      const [outcome] = bundle.entries.splice(3, 1)
      bundle.entries.splice(2, 0, outcome!)
    })
    expect(found).toEqual([['outcome_before_allow', 2, n0]])
  })

  it('tells calls, nodes and the aggregate apart', () => {
    const bundle = goodBundle()
    at(bundle, 2)['capture'] = 'pre_hook_only'
    bundle.entries = bundle.entries.filter((_, index) => index !== 3 && index !== 6 && index !== 7)
    const report = verify(resign(bundle))
    expect(report.ok).toBe(true)
    expect(report.execution_binding).toMatchObject({
      aggregate: 'incomplete',
      params_coverage: 'none',
      per_call: {
        eb099aeb221783e1442261f15df4fb35: 'unobserved',
        '15d42567717e39b8ff1881a14ec42f96': 'unaccounted',
      },
      per_node_lifecycle: { [n0]: 'finalized', [n1]: 'in_progress' },
    })
  })

  it('fails the aggregate for an unaccounted call on a finalized node, which alone never rejects', () => {
    const report = verify(
      resign({ ...goodBundle(), entries: goodBundle().entries.filter((_, i) => i !== 6) }),
    )
    expect(report).toMatchObject({ ok: true, execution_binding: { aggregate: 'failed', failures: [] } })
  })

  it('lays pending calls of a kill to the node that they were allowed on', () => {
    const bundle = goodBundle()
    const pending = [at(bundle, 4)['call_id']]
    const kill = { v: 2, c14n: 'JCS', ts: 9, event: 'kill', chain_id: 'vectors', target: n0 }
    bundle.entries = [...bundle.entries.slice(0, 6), { ...kill, revoked: [n0, n1], pending_at_kill: pending }]
    expect(verify(resign(bundle)).execution_binding).toMatchObject({
      aggregate: 'incomplete',
      per_node_lifecycle: { [n0]: 'revoked', [n1]: 'revoked_with_pending' },
    })
  })
})

describe('policy', () => {
  it('invalid_policy on version 1, and no exemption from containment', () => {
    const found = after((bundle) => (at(bundle, 4)['policy'] = 'made-up'), goodV1Bundle)
    expect(found).toEqual([
      ['containment', 4, 'one:n0'],
      ['invalid_policy', 4, 'one:n0'],
    ])
  })

  it('policy_on_non_allow on version 1 and 2, a deny of version 1 included', () => {
    expect(after((bundle) => (at(bundle, 3)['policy'] = 'unlisted'), goodV1Bundle)).toEqual([
      ['policy_on_non_allow', 3, 'one:n1'],
    ])
    expect(after((bundle) => (at(bundle, 0)['policy'] = null))).toEqual([['policy_on_non_allow', 0, n0]])
  })

  it('is still judged when the versions disagree and records are not', () => {
    const found = after((bundle) => {
      at(bundle, 8)['v'] = 1
      at(bundle, 4)['policy'] = 'made-up'
    })
    expect(found).toContainEqual(['invalid_policy', 4, n1])
  })
})

describe('rules outside the contract', () => {
  it('invalid_bundle: told alone, with no check passed', () => {
    const good = goodBundle()
    for (const bundle of [
      ...[null, 5, 'x', [], true, undefined],
      { ...good, entries: {} },
      { ...good, anchor: [] },
      { ...good, anchor: null },
      { ...good, envelopes: null },
    ]) {
      const report = verify(bundle)
      expect(findings(report)).toEqual([['invalid_bundle', null, null]])
      expect(Object.values(report.checks)).not.toContain(true)
      expect(report.failures[0]).toContain('[outside the contract]')
    }
    seen.add('invalid_bundle')
  })

  it('invalid_ledger_entry: by its place in the array', () => {
    const bundle = goodBundle()
    bundle.entries[8] = 'x' as never
    const report = verify(bundle)
    expect(findings(report)).toContainEqual(['invalid_ledger_entry', null, null])
    expect(findings(report)).toContainEqual(['integrity', null, null])
    expect(report.failures.join()).toContain('entry 8')
    seen.add('invalid_ledger_entry')
  })

  it('unknown_ledger_event, invalid_node, unreadable_kill', () => {
    expect(after((bundle) => (at(bundle, 7)['event'] = 'finish'))).toEqual([['unknown_ledger_event', 7, n1]])
    expect(after((bundle) => (at(bundle, 7)['node'] = 5))).toEqual([['invalid_node', 7, 5]])
    expect(after((bundle) => (at(bundle, 7)['node'] = null))).toEqual([])
    const kill = { v: 2, c14n: 'JCS', ts: 9, event: 'kill', chain_id: 'vectors', target: n1, revoked: n1 }
    expect(after((bundle) => bundle.entries.push(kill))).toEqual([['unreadable_kill', 9, null]])
  })
})

afterAll(() => {
  // Every name of the vocabulary has a test above that yields it; a check without a name cannot compile.
  expect([...BUNDLE_REASONS, ...OUTSIDE_CONTRACT_REASONS].filter((reason) => !seen.has(reason))).toEqual([])
})
