import fc from 'fast-check'
import type { JsonObject } from '@heron/evidence'
import { describe, expect, it } from 'vitest'
import { narrower } from '../../src/authority/narrower.js'
import { LEDGER_PROFILES } from '../../src/authority/profile.js'
import { readAuthority } from '../../src/authority/read.js'
import { DelegationRefused } from '../../src/guard/errors.js'
import { Guard } from '../../src/guard/guard.js'
import { fixedRuntime, KEY, verify } from '../bundle/fixture.js'

const SCOPES = [
  'crm.*',
  'crm.read',
  'crm.read.*',
  'crm.read.one',
  'crm.export',
  'mail.send',
  'mail.*',
  'pay.send',
]
const CONTEXTS: JsonObject[] = [{}, { rows: 3 }, { rows: 30 }, { egress: 'none' }, { egress: 'any', rows: 1 }]

const constraint: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((max) => ({ key: 'max_rows', max })),
  fc.integer({ min: 0, max: 8 }).map((max) => ({ key: 'max_calls', max })),
  fc.constantFrom('none', 'internal', 'any').map((rank) => ({ key: 'egress', rank })),
  fc.constant({ key: 'novel', cap: 1 }),
)

const authority = fc.record({
  scopes: fc.uniqueArray(fc.constantFrom(...SCOPES), { maxLength: 5 }),
  constraints: fc.uniqueArray(constraint, { maxLength: 3, selector: ({ key }) => key }),
  ttl: fc.option(fc.integer({ min: 1, max: 100 })),
})

/** What happens in a chain: each act is done by one of the nodes that exist by then. */
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('delegate' as const), who: fc.nat(), request: authority }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('check' as const),
      who: fc.nat(),
      scope: fc.constantFrom(...SCOPES.filter((scope) => !scope.endsWith('*'))),
      context: fc.constantFrom(...CONTEXTS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), who: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('complete' as const), who: fc.nat() }) },
)

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

function play(root: Guard, acts: readonly Act[]): Guard[] {
  const guards = [root]
  for (const step of acts) {
    const guard = guards[step.who % guards.length]!
    if (step.kind === 'check') guard.check(step.scope, { context: step.context })
    if (step.kind === 'revoke') guard.revoke()
    if (step.kind === 'complete') guard.complete()
    if (step.kind !== 'delegate') continue
    try {
      guards.push(guard.delegate('agent', step.request))
    } catch (error) {
      if (!(error instanceof DelegationRefused)) throw error
    }
  }
  return guards
}

function read(wire: JsonObject) {
  const result = readAuthority(wire, LEDGER_PROFILES['draft-01'])
  if (!result.ok) throw new Error(result.message)
  return result.authority
}

describe('any tree of delegations', () => {
  const tree = fc.tuple(authority, fc.array(act, { maxLength: 25 }), fc.constantFrom(1 as const, 2 as const))

  it('leaves a ledger that an outsider accepts, in which every node is narrower than its parent', () => {
    fc.assert(
      fc.property(tree, ([held, acts, schemaVersion]) => {
        const root = Guard.issue('root', held, { ...fixedRuntime(), schemaVersion })
        play(root, acts)
        const report = verify(root.exportBundle({ signer: KEY }))
        expect(report.failures).toEqual([])
        const grants = new Map<unknown, JsonObject>()
        for (const entry of root.entries()) {
          if (entry.event === 'root') grants.set(entry['node'], entry['authority'] as JsonObject)
          if (entry.event !== 'spawn') continue
          const granted = entry['granted'] as JsonObject
          expect(narrower(read(granted), read(grants.get(entry['parent'])!)).ok).toBe(true)
          grants.set(entry['node'], granted)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('allows nothing at all below a revoked node', () => {
    fc.assert(
      fc.property(tree, fc.nat(), ([held, acts, schemaVersion], which) => {
        const root = Guard.issue('root', held, { ...fixedRuntime(), schemaVersion })
        const guards = play(root, acts)
        const top = guards[which % guards.length]!
        const fallen = new Set([top.id])
        for (const entry of root.entries()) {
          if (entry.event === 'spawn' && fallen.has(entry['parent'] as string))
            fallen.add(entry['node'] as string)
        }
        top.revoke()
        for (const guard of guards) {
          if (!fallen.has(guard.id)) continue
          for (const scope of SCOPES) {
            expect(guard.check(scope).reasons.map(({ code }) => code)).toEqual(['revoked'])
          }
          expect(guard.wouldDelegate('x').allowed).toBe(false)
        }
        expect(verify(root.exportBundle({ signer: KEY })).ok).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('answers a dry run as the check that follows it', () => {
    fc.assert(
      fc.property(
        tree,
        fc.constantFrom(...SCOPES),
        fc.constantFrom(...CONTEXTS),
        ([held, acts], scope, context) => {
          for (const guard of play(Guard.issue('root', held, fixedRuntime()), acts)) {
            const { callId: _id, ...decided } = { callId: '', ...guard.wouldAllow(scope, { context }) }
            const { callId: _own, ...checked } = { callId: '', ...guard.check(scope, { context }) }
            expect(checked).toEqual(decided)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
