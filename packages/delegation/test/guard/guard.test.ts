import { describe, expect, it } from 'vitest'
import { CallerError } from '../../src/caller-error.js'
import { decisionToWire, explain } from '../../src/guard/decision.js'
import { AuthorizationDenied, DelegationRefused } from '../../src/guard/errors.js'
import { Guard, type GuardOptions } from '../../src/guard/guard.js'
import { fixedRuntime, KEY, verify } from '../bundle/fixture.js'

const crm = { scopes: ['crm.*', 'mail.send'], constraints: [{ key: 'max_rows', max: 100 }], ttl: 3600 }

function issue(options: Partial<GuardOptions> = {}, authority = crm): Guard {
  return Guard.issue('orchestrator', authority, { ...fixedRuntime(), ...options })
}

function codes({ reasons }: { reasons: readonly { code: string }[] }): string[] {
  return reasons.map(({ code }) => code)
}

function events(guard: Guard): string[] {
  return guard.entries().map(({ event }) => event)
}

describe('issue', () => {
  it('opens a chain with its root, on version 2 with a salt for arguments', () => {
    const guard = issue({ chainId: 'run', task: 'report' })
    expect([guard.id, guard.agent, guard.task, guard.depth, guard.chainId]).toEqual([
      ...['run:n0', 'orchestrator', 'report', 0, 'run'],
    ])
    const [root] = guard.entries()
    expect(root).toMatchObject({ event: 'root', v: 2, seq: 0, ts: 1, authority: { ttl: 3600 } })
    expect(root).toHaveProperty('params_salt', expect.stringMatching(/^[0-9a-f]{32}$/))
    expect(root).not.toHaveProperty('task')
    expect(issue({ schemaVersion: 1 }).entries()[0]).not.toHaveProperty('params_salt')
  })

  it('refuses an authority that cannot be read, and options outside their domain', () => {
    for (const authority of [{ scopes: ['CRM'] }, { scopes: 'crm.*' }, { scopes: [], extra: 1 }, null]) {
      expect(() => Guard.issue('a', authority as never, fixedRuntime())).toThrow(CallerError)
    }
    for (const options of [
      { maxDepth: -1 },
      { maxFanout: 1.5 },
      { strikes: { n: 0 } },
      { chainCeilings: { spend: -1 } },
    ]) {
      expect(() => issue(options)).toThrow(CallerError)
    }
    expect(() => issue({ randomBytes: () => new Uint8Array(3) })).toThrow(/randomBytes/)
  })

  it('hands out copies of what it holds: changing one changes nothing', () => {
    const guard = issue()
    ;(guard.authority['scopes'] as string[]).push('pay.send')
    expect(guard.check('pay.send').allowed).toBe(false)
  })
})

describe('delegate', () => {
  it('gives what the parent holds and the child asks, narrowed and not refused', () => {
    const child = issue().delegate(
      'reader',
      { scopes: ['crm.read', 'pay.send'], constraints: [], ttl: 9999 },
      { task: 'read' },
    )
    expect(child.authority).toEqual({
      scopes: ['crm.read'],
      constraints: [{ key: 'max_rows', max: 100 }],
      ttl: 3600,
    })
    expect(child.entries()[1]).toMatchObject({
      event: 'spawn',
      parent: 'chain:n0',
      node: 'chain:n1',
      agent: 'reader',
      task: 'read',
      requested: { scopes: ['crm.read', 'pay.send'], ttl: 9999 },
      granted: { scopes: ['crm.read'] },
    })
  })

  function refusal(act: () => unknown): string {
    try {
      act()
    } catch (error) {
      if (error instanceof DelegationRefused) return error.code
      throw error
    }
    return 'none'
  }

  it('refuses on structure, by name, with an entry and without spending an id', () => {
    const ask = { scopes: ['crm.read'] }
    const root = issue({ maxDepth: 1, maxFanout: 2 })
    const child = root.delegate('reader', ask)
    expect(refusal(() => child.delegate('deeper', ask))).toBe('max_depth')
    const second = root.delegate('second', ask)
    second.revoke()
    expect(refusal(() => root.delegate('third', ask))).toBe('max_fanout')
    expect(refusal(() => second.delegate('x', ask))).toBe('chain_revoked')
    expect(root.wouldDelegate('third')).toEqual({ allowed: false, reason: 'max_fanout' })
    expect(events(root).filter((event) => event === 'spawn_denied')).toHaveLength(3)
    expect(root.entries().at(-1)).toMatchObject({
      event: 'spawn_denied',
      parent: 'chain:n2',
      agent: 'x',
      reason: 'chain_revoked',
      requested: { scopes: ['crm.read'] },
    })
    expect(root.entries().at(-1)).not.toHaveProperty('node')
  })

  it('refuses a banned agent by name: a hand-off cannot mint fresh authority for it', () => {
    const root = issue()
    root.delegate('rogue', { scopes: ['crm.read'] })
    expect(root.revokeAgent('rogue')).toEqual(['chain:n1'])
    expect(refusal(() => root.delegate('rogue', { scopes: ['crm.read'] }))).toBe('agent_banned')
    expect(root.entries()[2]).toMatchObject({
      event: 'kill',
      target: 'rogue',
      agent: 'rogue',
      revoked: ['chain:n1'],
    })
  })

  it('refuses what has no meet, after the lifetime, and under an unknown parent', () => {
    let now = 0
    const root = issue({ clock: () => now })
    expect(
      refusal(() =>
        root.delegate('x', { scopes: [], constraints: [{ key: 'max_rows', type: 'novel', cap: 1 }] }),
      ),
    ).toBe('not_narrower')
    now = 3600
    expect(refusal(() => root.delegate('x', { scopes: [] }))).toBe('none')
    now = 3601
    expect(refusal(() => root.delegate('x', { scopes: [] }))).toBe('ttl_expired')
    expect(refusal(() => root.at('chain:n9'))).toBe('no_authority')
    expect(() => root.delegate('', { scopes: [] })).toThrow(CallerError)
    expect(() => root.delegate('x', { scopes: ['*'] })).toThrow(CallerError)
  })

  it('ends a child no later than its parent', () => {
    let now = 0
    const root = issue({ clock: () => now })
    now = 3000
    const child = root.delegate('late', { scopes: ['crm.read'], ttl: 3600 })
    now = 3600
    expect(child.check('crm.read').allowed).toBe(true)
    now = 3601
    expect(codes(child.check('crm.read'))).toEqual(['expired'])
  })
})

describe('check', () => {
  it('allows, with the call bound to an id and the adapter named', () => {
    const guard = issue()
    const decision = guard.check('crm.read', { context: { rows: 5 }, tool: 'crm_read' })
    expect(decision).toEqual({
      allowed: true,
      reasons: [],
      determiningNode: null,
      callId: expect.any(String) as string,
    })
    expect(guard.entries()[1]).toMatchObject({
      event: 'allow',
      node: 'chain:n0',
      scope: 'crm.read',
      tool: 'crm_read',
      context: { rows: 5 },
      call_id: decision.callId,
      capture: 'pre_hook_only',
      adapter: { module: '@heron/delegation', hook_path: 'Guard.check' },
    })
    expect(explain(decision)).toBe('allowed')
    expect(decisionToWire(decision)).toEqual({
      allowed: true,
      reasons: [],
      determining_node: null,
      call_id: decision.callId,
    })
  })

  it('denies with every reason, and never throws for it', () => {
    const guard = issue()
    const decision = guard.check('pay.send', { context: { rows: 101 } })
    expect(codes(decision)).toEqual(['scope_not_granted', 'ceiling_exceeded'])
    expect(decision.determiningNode).toBe('chain:n0')
    expect(explain(decision)).toMatch(/^denied: scope_not_granted .*; ceiling_exceeded/)
    expect(guard.entries()[1]).toMatchObject({
      event: 'deny',
      reason: 'scope_not_granted',
      reasons: [
        { code: 'scope_not_granted', requested: 'pay.send' },
        { code: 'ceiling_exceeded', limit: 100, requested: 101 },
      ],
      disposition: 'out_of_authority',
    })
  })

  it('has no call id and no version 2 member on version 1', () => {
    const guard = issue({ schemaVersion: 1 })
    expect(guard.check('crm.read')).not.toHaveProperty('callId')
    expect(verify(guard.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('throws for arguments that are wrong in themselves, and writes nothing', () => {
    const guard = issue()
    const old = issue({ schemaVersion: 1 })
    const adapter = { module: 'm', version: '1', hookPath: 'h' }
    const wrong: (() => unknown)[] = [
      () => guard.check(5 as never),
      () => guard.check('crm.read', { disposition: 'whatever' as never }),
      () => guard.check('crm.read', { capture: 'wrapper_sync' }),
      () => guard.check('crm.read', { capture: 'x' as never, adapter }),
      () => guard.check('crm.read', { adapter: { ...adapter, module: '' } }),
      () => guard.check('crm.read', { context: [] as never }),
      () => old.check('crm.read', { params: {} }),
      () => old.check('crm.read', { capture: 'wrapper_sync', adapter }),
      () => guard.check('crm.read', { context: { x: Number.NaN } }),
      () => guard.check('crm.read', { context: { x: '\ud800' } }),
    ]
    for (const act of wrong) expect(act).toThrow()
    expect([guard.entries().length, old.entries().length]).toEqual([1, 1])
  })

  it('answers in this order: finalized, integrity, revoked, expired, unmetered, permits', () => {
    let now = 0
    const root = issue({ clock: () => now, strictMetering: true })
    const child = root.delegate('reader', { scopes: ['crm.read'], ttl: 10 })
    expect(codes(child.check('pay.send'))).toEqual(['unmetered'])
    expect(codes(child.check('pay.send', { context: { rows: 1 } }))).toEqual(['scope_not_granted'])
    expect(codes(child.check('pay.send', { metered: false }))).toEqual(['scope_not_granted'])
    now = 11
    expect(codes(child.check('pay.send'))).toEqual(['expired'])
    root.revoke()
    const revoked = child.check('pay.send')
    expect([codes(revoked), revoked.determiningNode]).toEqual([['revoked'], 'chain:n0'])
  })

  it('answers node_finalized on version 2 only, and `revoked` when both hold', () => {
    const root = issue()
    const child = root.delegate('reader', { scopes: ['crm.read'] })
    child.complete()
    expect(codes(child.check('crm.read'))).toEqual(['node_finalized'])
    child.revoke()
    expect(codes(child.check('crm.read'))).toEqual(['revoked'])
    const old = issue({ schemaVersion: 1 })
    old.complete()
    expect(old.check('crm.read').allowed).toBe(true)
  })

  it('denies without a record when the random source fails', () => {
    let works = true
    const runtime = fixedRuntime()
    const guard = issue({
      ...runtime,
      randomBytes: (length) => {
        if (!works) throw new Error('no entropy')
        return runtime.randomBytes(length)
      },
    })
    works = false
    const decision = guard.check('crm.read')
    expect([codes(decision), decision.callId, guard.entries().length]).toEqual([
      ['call_id_unavailable'],
      undefined,
      1,
    ])
    expect(() => guard.recordDenial('no_authority')).toThrow(/random source/)
  })

  it('throws the decision from enforce', () => {
    const guard = issue()
    expect(guard.enforce('crm.read').allowed).toBe(true)
    expect(() => guard.enforce('pay.send')).toThrow(AuthorizationDenied)
    expect(() => guard.enforce('pay.send')).toThrow(
      expect.objectContaining({ decision: expect.objectContaining({ allowed: false }) }),
    )
  })

  it('would_allow evaluates the same and leaves no trace', () => {
    const guard = issue(
      { strikes: { n: 1 } },
      { ...crm, constraints: [{ key: 'max_calls', max: 1 }] as never },
    )
    for (let dry = 0; dry < 5; dry += 1) {
      expect(guard.wouldAllow('crm.read')).toEqual({ allowed: true, reasons: [], determiningNode: null })
      expect(codes(guard.wouldAllow('pay.send'))).toEqual(['scope_not_granted'])
    }
    expect(guard.entries()).toHaveLength(1)
    expect(guard.check('crm.read').allowed).toBe(true)
    expect(codes(guard.wouldAllow('crm.read'))).toEqual(['ceiling_exceeded'])
  })

  it('ignores a `_scope` of the caller and names of prototypes in the context', () => {
    const guard = issue(
      {},
      { ...crm, constraints: [{ key: '_scope', type: 'allow', one_of: ['crm.read'] }] as never },
    )
    expect(guard.check('crm.write', { context: { _scope: 'crm.read' } }).allowed).toBe(false)
    expect(guard.check('crm.read', { context: { _scope: 'crm.write' } }).allowed).toBe(true)
    expect(verify(guard.exportBundle({ signer: KEY })).ok).toBe(true)
    const odd = issue(
      {},
      { ...crm, constraints: [{ key: 'constructor', type: 'allow', one_of: ['x'] }] as never },
    )
    expect(odd.check('crm.read').allowed).toBe(true)
  })
})

describe('records without a decision', () => {
  it('record_denial: nothing is evaluated, the scope defaults to the tool, then to a dash', () => {
    const guard = issue({ strikes: { n: 1 } })
    guard.recordDenial('no_authority', { tool: 'crm_read', disposition: 'unresolved' })
    guard.recordDenial('delegation_refused')
    expect(guard.entries().slice(1)).toMatchObject([
      {
        event: 'deny',
        scope: 'crm_read',
        tool: 'crm_read',
        reason: 'no_authority',
        disposition: 'unresolved',
      },
      {
        event: 'deny',
        scope: '-',
        tool: null,
        reason: 'delegation_refused',
        reasons: [{ code: 'delegation_refused' }],
      },
    ])
    expect(guard.revoked).toBe(false)
    expect(verify(guard.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('record_passthrough: an un-gated call says of itself that nothing was checked', () => {
    for (const schemaVersion of [1, 2] as const) {
      const guard = issue({ schemaVersion })
      const callId = guard.recordPassthrough('legacy.sync')
      expect(callId === undefined).toBe(schemaVersion === 1)
      expect(guard.entries()[1]).toMatchObject({ event: 'allow', scope: 'legacy.sync', policy: 'unlisted' })
      expect(verify(guard.exportBundle({ signer: KEY }))).toMatchObject({
        ok: true,
        actions_checked: 0,
        ungated: 1,
      })
    }
  })

  const adapter = { module: 'test', version: '1', hookPath: 'wrap' }

  it('record_outcome: once per call, bound by the hash of the arguments, measured on the clock', () => {
    let now = 0
    const guard = issue({ clock: () => now })
    const params = { id: 7 }
    const { callId } = guard.check('crm.read', { capture: 'wrapper_sync', adapter, params })
    expect(guard.complete()).toEqual([callId])
    now = 0.25
    guard.recordOutcome(callId!, 'returned', { params })
    expect(() => {
      guard.recordOutcome(callId!, 'returned')
    }).toThrow(/already/)
    expect(() => {
      guard.recordOutcome('x', 'returned')
    }).toThrow(/no allow/)
    expect(guard.complete()).toEqual([])
    expect(guard.entries()[2]).toMatchObject({ event: 'outcome', body_state: 'returned', duration_ms: 250 })
    expect(verify(guard.exportBundle({ signer: KEY }))).toMatchObject({
      ok: true,
      execution_binding: {
        aggregate: 'clean',
        params_coverage: 'complete',
        per_call: { [callId!]: 'observed' },
      },
    })
  })

  it('record_outcome: the arguments that ran were not those that were authorized', () => {
    const guard = issue()
    const { callId } = guard.check('crm.read', { capture: 'wrapper_sync', adapter, params: { id: 7 } })
    guard.recordOutcome(callId!, 'raised', { params: { id: 8 }, errorCode: 'TypeError' })
    const report = verify(guard.exportBundle({ signer: KEY }))
    expect(report.failure_details.map(({ reason }) => reason)).toEqual(['params_mismatch'])
  })

  it('record_outcome: arguments without a hash are told as unsupported, and raw ones are never logged', () => {
    const guard = issue()
    const { callId } = guard.check('crm.read', { capture: 'wrapper_sync', adapter, params: { secret: 10n } })
    guard.recordOutcome(callId!, 'returned', { params: { secret: 'hunter2' } })
    expect(guard.entries()[1]).toMatchObject({ params_hash_reason: 'unsupported' })
    expect(JSON.stringify(guard.entries())).not.toContain('hunter2')
    expect(verify(guard.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('record_outcome: refuses what the state does not have, and stays open for a right one', () => {
    const guard = issue()
    const { callId } = guard.check('crm.read', { capture: 'wrapper_async', adapter })
    const wrong: (() => unknown)[] = [
      () => {
        guard.recordOutcome(callId!, 'done' as never)
      },
      () => {
        guard.recordOutcome(callId!, 'raised')
      },
      () => {
        guard.recordOutcome(callId!, 'returned', { errorCode: 'X' })
      },
      () => {
        guard.recordOutcome(callId!, 'returned', { durationMs: -1 })
      },
      () => {
        guard.recordOutcome(callId!, 'returned', { receipt: { type: 't', ref: 'r', digest: 'x' } })
      },
      () => {
        guard.recordOutcome(callId!, 'raised', { errorCode: '\ud800' })
      },
      () => {
        issue({ schemaVersion: 1 }).recordOutcome(callId!, 'returned')
      },
    ]
    for (const act of wrong) expect(act).toThrow()
    const receipt = { type: 'http', ref: 'r1', digest: '0'.repeat(64) }
    guard.recordOutcome(callId!, 'returned', { durationMs: 3, receipt })
    expect(guard.complete()).toEqual([])
    expect(verify(guard.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('only captures that promise an outcome keep a node from completing', () => {
    const guard = issue()
    guard.check('crm.read')
    guard.check('crm.read', { capture: 'pre_hook_only', adapter })
    expect(guard.complete()).toEqual([])
    expect(guard.complete()).toEqual([])
    expect(events(guard).filter((event) => event === 'done')).toHaveLength(1)
  })
})

describe('revocation', () => {
  it('takes the whole subtree, once, and writes a kill even for nothing', () => {
    const root = issue()
    const child = root.delegate('a', { scopes: ['crm.*'] })
    const grandchild = child.delegate('b', { scopes: ['crm.read'] })
    expect(root.revoke(child, 'suspicious')).toEqual(['chain:n1', 'chain:n2'])
    expect(grandchild.check('crm.read').determiningNode).toBe('chain:n1')
    expect(grandchild.revoke()).toEqual([])
    expect(root.check('crm.read').allowed).toBe(true)
    const kills = root.entries().filter(({ event }) => event === 'kill')
    expect(kills).toMatchObject([
      { target: 'chain:n1', revoked: ['chain:n1', 'chain:n2'], reason: 'suspicious', pending_at_kill: [] },
      { target: 'chain:n2', revoked: [] },
    ])
    expect(verify(root.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('reaches down only', () => {
    const root = issue()
    const child = root.delegate('a', { scopes: ['crm.*'] })
    const sibling = root.delegate('b', { scopes: ['crm.*'] })
    expect(() => child.revoke(root)).toThrow(/subtree/)
    expect(() => child.revoke(sibling.id)).toThrow(/subtree/)
    expect(root.revoke(sibling.id)).toEqual(['chain:n2'])
  })

  it('lists the calls that were pending, and still takes their outcomes', () => {
    const root = issue()
    const child = root.delegate('a', { scopes: ['crm.*'] })
    const adapter = { module: 'test', version: '1', hookPath: 'wrap' }
    const { callId } = child.check('crm.read', { capture: 'wrapper_sync', adapter })
    root.revoke(child)
    child.recordOutcome(callId!, 'abandoned')
    expect(root.entries().find(({ event }) => event === 'kill')).toMatchObject({ pending_at_kill: [callId] })
    expect(verify(root.exportBundle({ signer: KEY }))).toMatchObject({
      ok: true,
      execution_binding: { per_node_lifecycle: { 'chain:n1': 'revoked_with_pending' } },
    })
  })

  it('strikes: the n-th denial of one scope, or of all, revokes the node', () => {
    const same = issue({ strikes: {} })
    for (const scope of ['pay.a', 'pay.b', 'pay.a', 'pay.b']) same.check(scope)
    expect(same.revoked).toBe(false)
    same.check('pay.a')
    expect(same.entries().at(-1)).toMatchObject({
      ...{ event: 'kill', target: 'chain:n0', revoked: ['chain:n0'], reason: 'strike_policy' },
      ...{ scope: 'pay.a', strikes: 3, mode: 'same_scope' },
    })
    const total = issue({ strikes: { n: 2, mode: 'total' } })
    total.check('pay.a')
    total.check('pay.b')
    expect(total.entries().at(-1)).toMatchObject({ event: 'kill', strikes: 2, mode: 'total' })
    const length = total.entries().length
    total.check('pay.c')
    expect(total.entries()).toHaveLength(length + 1)
    const off = issue({ strikes: { enabled: false, n: 1 } })
    off.check('pay.a')
    expect(off.revoked).toBe(false)
  })
})
