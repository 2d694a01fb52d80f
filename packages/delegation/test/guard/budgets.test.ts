import fc from 'fast-check'
import type { JsonObject } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { readAuthority } from '../../src/authority/read.js'
import { LEDGER_PROFILES } from '../../src/authority/profile.js'
import { check } from '../../src/guard/check.js'
import { adopt, isSealIntact, mintNode, openChain } from '../../src/guard/chain.js'
import { delegate } from '../../src/guard/delegate.js'
import { DelegationRefused } from '../../src/guard/errors.js'
import { Guard, type GuardOptions } from '../../src/guard/guard.js'
import { LedgerWriteError } from '../../src/ledger/ledger.js'
import { fixedRuntime, KEY, verify } from '../bundle/fixture.js'

function issue(constraints: JsonObject[], options: Partial<GuardOptions> = {}): Guard {
  return Guard.issue('root', { scopes: ['crm.*', 'pay.*'], constraints }, { ...fixedRuntime(), ...options })
}

function allowed(guard: Guard, scope: string, times: number, context: JsonObject = {}): number {
  let count = 0
  for (let call = 0; call < times; call += 1) if (guard.check(scope, { context }).allowed) count += 1
  return count
}

const draft02 = { profile: 'draft-02' } as const

describe('call limits', () => {
  it('count allowed calls themselves, per node, and log the count that was judged', () => {
    const root = issue([{ key: 'max_calls', max: 2 }])
    const child = root.delegate('child', { scopes: ['crm.*'] })
    root.check('none.such')
    expect(allowed(root, 'crm.read', 5)).toBe(2)
    expect(allowed(child, 'crm.read', 5)).toBe(2)
    const counts = root.entries().filter(({ event }) => event === 'allow' || event === 'deny')
    expect(counts.slice(0, 4)).toMatchObject([
      { event: 'deny', context: { calls: 1 } },
      { event: 'allow', context: { calls: 1 } },
      { event: 'allow', context: { calls: 2 } },
      { event: 'deny', context: { calls: 3 } },
    ])
    expect(verify(root.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('with a scope, count only what that scope covers', () => {
    const limit = { key: 'max_calls[pay.*]', type: 'max_calls', max: 1, applies_to: 'pay.*' }
    const root = issue([limit])
    expect([
      allowed(root, 'crm.read', 3),
      allowed(root, 'pay.send', 3),
      allowed(root, 'crm.read', 1),
    ]).toEqual([3, 1, 1])
    expect(verify(root.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('draft-01: a number that the caller states wins; null counts as not given', () => {
    const root = issue([{ key: 'max_calls', max: 2 }])
    expect(root.check('crm.read', { context: { calls: 9 } }).allowed).toBe(false)
    expect(root.check('crm.read', { context: { calls: null } }).allowed).toBe(true)
    expect(root.check('crm.read', { context: { calls: '1' } }).allowed).toBe(false)
  })

  it('draft-02: the guard’s count always wins', () => {
    const root = issue([{ key: 'max_calls', max_lifetime: 2 }], draft02)
    expect(allowed(root, 'crm.read', 5, { calls: 0 })).toBe(2)
    expect(verify(root.exportBundle({ signer: KEY }), { profile: 'draft-02' }).ok).toBe(true)
  })
})

describe('running totals (draft-02)', () => {
  it('max_lifetime adds up one node; a denied call adds nothing', () => {
    const root = issue([{ key: 'max_spend', max_lifetime: 100 }], draft02)
    const spend = (amount: number): boolean => root.check('pay.send', { context: { spend: amount } }).allowed
    expect([spend(60), spend(50), spend(40), spend(1)]).toEqual([true, false, true, false])
    expect(root.check('pay.send').allowed).toBe(true)
    const report = verify(root.exportBundle({ signer: KEY }), { profile: 'draft-02' })
    expect([report.ok, report.actions_checked]).toEqual([true, 3])
  })

  it('max_subtree adds up a node with everything below it; siblings share the parent’s budget', () => {
    const root = issue([{ key: 'max_spend', max_subtree: 100 }], draft02)
    const left = root.delegate('left', { scopes: ['pay.*'] })
    const right = root.delegate('right', {
      scopes: ['pay.*'],
      constraints: [{ key: 'max_spend', max_subtree: 70 }],
    })
    const pay = (guard: Guard, spend: number): boolean =>
      guard.check('pay.send', { context: { spend } }).allowed
    expect([pay(left, 60), pay(right, 71), pay(right, 30)]).toEqual([true, false, true])
    const over = right.check('pay.send', { context: { spend: 20 } })
    expect([over.allowed, over.determiningNode, over.reasons[0]]).toMatchObject([
      ...[false, 'chain:n0'],
      { code: 'ceiling_exceeded', constraint: 'max_spend', limit: 100, requested: 110 },
    ])
    expect([pay(root, 10), pay(root, 1)]).toEqual([true, false])
    expect(verify(root.exportBundle({ signer: KEY }), { profile: 'draft-02' }).ok).toBe(true)
  })

  it('a caller can neither set a total nor pay a budget back', () => {
    const root = issue([{ key: 'max_spend', max_lifetime: 100 }], draft02)
    for (const spend of [-1, '5', [5], true]) {
      expect(root.check('pay.send', { context: { spend, spend_total: 0 } }).allowed).toBe(false)
    }
    expect(root.check('pay.send', { context: { spend: 100, spend_total: 0 } }).allowed).toBe(true)
    expect(root.check('pay.send', { context: { spend: 1, spend_total: 0 } }).allowed).toBe(false)
  })

  it('strict metering asks for what is not declared', () => {
    const root = issue(
      [
        { key: 'max_spend', max_lifetime: 100 },
        { key: 'max_calls', max_lifetime: 9 },
      ],
      {
        ...draft02,
        strictMetering: true,
      },
    )
    expect(root.check('pay.send').reasons).toMatchObject([{ code: 'unmetered', constraint: 'max_spend' }])
    expect(root.check('pay.send', { context: { spend: null } }).reasons[0]?.code).toBe('unmetered')
    expect(root.check('pay.send', { context: { spend: 1 } }).allowed).toBe(true)
  })
})

describe('budgets of the whole chain', () => {
  it('are checked and debited with the allow, across nodes', () => {
    const root = issue([], { chainCeilings: { spend: 100, calls: 3 } })
    const child = root.delegate('child', { scopes: ['pay.*'] })
    const pay = (guard: Guard, spend: number): unknown =>
      guard.check('pay.send', { context: { spend } }).reasons
    expect([pay(root, 60), pay(child, 40)]).toEqual([[], []])
    expect(pay(child, 1)).toMatchObject([
      { code: 'chain_ceiling', constraint: 'spend', limit: 100, requested: 101 },
    ])
    expect(pay(child, 0)).toEqual([])
    expect(pay(root, 0)).toMatchObject([
      { code: 'chain_ceiling', constraint: 'calls', limit: 3, requested: 4 },
    ])
    expect(verify(root.exportBundle({ signer: KEY })).ok).toBe(true)
  })

  it('refuse a quantity that is none, and an undeclared one under strict metering', () => {
    const root = issue([], { chainCeilings: { spend: 100 } })
    expect(root.check('pay.send', { context: { spend: '1' } }).reasons).toMatchObject([
      { code: 'chain_ceiling' },
    ])
    expect(root.check('pay.send').allowed).toBe(true)
    expect(root.check('pay.send', { metered: true }).reasons).toMatchObject([
      { code: 'unmetered', constraint: 'spend' },
    ])
  })

  it('can be charged outside of a check', () => {
    const root = issue([], { chainCeilings: { spend: 100 } })
    root.chargeChain('spend', 90)
    expect(() => {
      root.chargeChain('spend', 11)
    }).toThrow(DelegationRefused)
    expect(root.check('pay.send', { context: { spend: 11 } }).allowed).toBe(false)
    expect(root.check('pay.send', { context: { spend: 10 } }).allowed).toBe(true)
    expect(() => {
      root.chargeChain('rows', 1)
    }).toThrow(/no budget/)
    expect(() => {
      root.chargeChain('spend', -1)
    }).toThrow(/from 0/)
  })
})

describe('the commit rule', () => {
  it('meters nothing when the entry could not be made', () => {
    const root = issue([{ key: 'max_calls', max: 1 }])
    expect(() => root.check('crm.read', { context: { bad: Number.NaN } })).toThrow()
    expect(allowed(root, 'crm.read', 3)).toBe(1)
  })

  it('meters and binds a committed entry whose sink failed, and carries the decision', () => {
    let fails = false
    const sink = {
      write: () => {
        if (fails) throw new Error('disk full')
      },
    }
    const adapter = { module: 'test', version: '1', hookPath: 'wrap' }
    const root = issue([{ key: 'max_calls', max: 1 }], { sinks: [sink], strikes: { n: 1 } })
    fails = true
    let caught: unknown
    try {
      root.check('crm.read', { capture: 'wrapper_sync', adapter })
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(LedgerWriteError)
    expect(caught).toMatchObject({ entry: { seq: 1, event: 'allow' }, decision: { allowed: true } })
    expect(root.complete()).toHaveLength(1)
    expect(() => root.check('crm.read')).toThrow(/do not retry/)
    expect(root.revoked).toBe(true)
    expect(() => root.delegate('x', { scopes: [] })).toThrow()
    fails = false
    expect(verify(root.exportBundle({ signer: KEY })).checks).toMatchObject({
      integrity: true,
      containment: true,
    })
  })

  it('adopts a child whose spawn was committed, though a sink failed', () => {
    let fails = false
    const sink = {
      write: () => {
        if (fails) throw new Error('disk full')
      },
    }
    const root = issue([], { sinks: [sink] })
    fails = true
    expect(() => root.delegate('child', { scopes: ['crm.read'] })).toThrow(LedgerWriteError)
    fails = false
    expect(root.at('chain:n1').check('crm.read').allowed).toBe(true)
  })
})

describe('the seal', () => {
  it('finds an authority that was exchanged inside the process: integrity, for check and delegate', () => {
    const profile = LEDGER_PROFILES['draft-01']
    const read = (scopes: string[]) => {
      const result = readAuthority({ scopes, constraints: [], ttl: null }, profile)
      if (!result.ok) throw new Error(result.message)
      return result.authority
    }
    const settings = {
      ...{ chainId: 'c', maxDepth: 6, maxFanout: 16, strictMetering: false, strikes: null },
      chainCeilings: new Map<string, number>(),
    }
    const chain = openChain(settings, fixedRuntime(), 1)
    const node = mintNode(chain, null, 'a', read(['crm.read']), null)
    adopt(chain, node)
    node.authority = read(['crm.read'])
    expect([isSealIntact(chain, node), check(chain, node, 'crm.read', {}).allowed]).toEqual([true, true])
    node.authority = read(['crm.*'])
    expect(check(chain, node, 'crm.export', {}).reasons.map(({ code }) => code)).toEqual(['integrity'])
    expect(() => delegate(chain, node, 'b', read(['crm.*']), null)).toThrow(/^integrity/)
  })
})

describe('under concurrency', () => {
  it('parallel checks never exceed a limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 0, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom('draft-01', 'draft-02'),
        async (scheduler, limit, spends, profile) => {
          const constraints: JsonObject[] =
            profile === 'draft-01'
              ? [{ key: 'max_calls', max: limit }]
              : [
                  { key: 'max_calls', max_lifetime: limit },
                  { key: 'max_spend', max_subtree: 20 },
                ]
          const root = issue(constraints, { profile, chainCeilings: { spend: 30 } })
          const child = root.delegate('child', { scopes: ['crm.*'] })
          let spent = 0
          const calls = [0, 0]
          await Promise.all(
            spends
              .map(async (spend, index) => {
                await scheduler.schedule(Promise.resolve())
                const { allowed } = (index % 2 === 0 ? root : child).check('crm.read', { context: { spend } })
                await scheduler.schedule(Promise.resolve())
                if (!allowed) return
                spent += spend
                calls[index % 2]! += 1
              })
              .concat(scheduler.waitIdle()),
          )
          expect(Math.max(...calls)).toBeLessThanOrEqual(limit)
          expect(spent).toBeLessThanOrEqual(profile === 'draft-02' ? 20 : 30)
          expect(verify(root.exportBundle({ signer: KEY }), { profile }).ok).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
