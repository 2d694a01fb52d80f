/** The guarantees of the algebra (delegation.md §1.8, §1.9), over thousands of random authorities of every kind. */
import type { JsonObject } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Authority } from '../../src/authority/authority.js'
import { totalName } from '../../src/authority/constraint.js'
import { meet } from '../../src/authority/meet.js'
import { narrower } from '../../src/authority/narrower.js'
import { permits } from '../../src/authority/permits.js'
import { readAuthority, toWire } from '../../src/authority/read.js'
import { scopeCovers } from '../../src/authority/scope.js'
import { authorityOf, context, DRAFT_01, DRAFT_02, LEDGER_01, scopeOf } from './support.js'

const RUNS = { numRuns: 4000 }
const profiles = [
  ['draft-01 tokens', DRAFT_01],
  ['draft-01 ledgers', LEDGER_01],
  ['draft-02', DRAFT_02],
] as const

const isNarrower = (child: Authority, parent: Authority): boolean => narrower(child, parent).ok
const isKnown = (authority: Authority): boolean => authority.constraints.every(({ bound }) => bound !== null)
const totalsFor = (authority: Authority, value: number): JsonObject =>
  Object.fromEntries(
    authority.constraints.map(totalName).flatMap((name) => (name === null ? [] : [[name, value]])),
  )

describe.each(profiles)('%s', (_name, profile) => {
  const any = authorityOf(profile)

  it('meet never widens: whatever is asked, the child is narrower than what is held', () => {
    fc.assert(
      fc.property(any, any, (held, requested) => {
        const met = meet(held, requested)
        if (met.ok) expect(narrower(met.authority, held)).toEqual({ ok: true })
        else expect(met.reason).toBe('not_narrower')
      }),
      RUNS,
    )
  })

  it('meet is within the request as well, where both sides hold types that are known and prefixes that agree', () => {
    fc.assert(
      fc.property(any, any, (held, requested) => {
        const met = meet(held, requested)
        if (!met.ok || !isKnown(held) || !isKnown(requested)) return
        if (JSON.stringify(toWire(met.authority)).includes('\\u0000')) return
        expect(narrower(met.authority, requested)).toEqual({ ok: true })
      }),
      RUNS,
    )
  })

  it('what a meet permits, both sides permit', () => {
    fc.assert(
      fc.property(any, any, scopeOf(profile), context, (held, requested, scope, asked) => {
        const met = meet(held, requested)
        if (!met.ok) return
        const total = 1
        const allowed = (authority: Authority): boolean =>
          permits(authority, scope, asked, { totals: totalsFor(authority, total) }).allowed
        if (!allowed(met.authority)) return
        expect(allowed(held)).toBe(true)
        expect(allowed(requested)).toBe(true)
      }),
      RUNS,
    )
  })

  it('narrower means: whatever the child permits, the parent permits', () => {
    fc.assert(
      fc.property(any, any, scopeOf(profile), context, (child, parent, scope, asked) => {
        const met = meet(parent, child)
        const pairs: [Authority, Authority][] = [[child, parent]]
        if (met.ok) pairs.push([met.authority, parent])
        for (const [inner, outer] of pairs) {
          if (!isNarrower(inner, outer)) continue
          const allowed = (authority: Authority): boolean =>
            permits(authority, scope, asked, { totals: totalsFor(authority, 1) }).allowed
          if (allowed(inner)) expect(allowed(outer)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('narrowing is transitive', () => {
    fc.assert(
      fc.property(any, any, any, (top, first, second) => {
        const middle = meet(top, first)
        if (!middle.ok) return
        const leaf = meet(middle.authority, second)
        if (leaf.ok) expect(isNarrower(leaf.authority, top)).toBe(true)
        if (isNarrower(second, first) && isNarrower(first, top)) expect(isNarrower(second, top)).toBe(true)
      }),
      RUNS,
    )
  })

  it('an authority is narrower than itself, and its meet with itself grants exactly the same', () => {
    fc.assert(
      fc.property(any, (held) => {
        expect(isNarrower(held, held)).toBe(true)
        const met = meet(held, held)
        if (!met.ok) throw new Error(met.message)
        expect(isNarrower(held, met.authority) && isNarrower(met.authority, held)).toBe(true)
        const { scopes: _scopes, ...rest } = toWire(met.authority)
        expect(toWire(held)).toMatchObject(rest)
        const again = meet(met.authority, met.authority)
        expect(again.ok && toWire(again.authority)).toEqual(toWire(met.authority))
      }),
      RUNS,
    )
  })

  it('a meet asked again of its own result stays the same', () => {
    fc.assert(
      fc.property(any, any, (held, requested) => {
        const met = meet(held, requested)
        if (!met.ok) return
        const again = meet(held, met.authority)
        expect(again.ok && toWire(again.authority)).toEqual(toWire(met.authority))
      }),
      RUNS,
    )
  })

  it('the wire form reads back to the same authority, unknown types included', () => {
    fc.assert(
      fc.property(any, (held) => {
        const read = readAuthority(JSON.parse(JSON.stringify(toWire(held))), profile)
        expect(read.ok && toWire(read.authority)).toEqual(toWire(held))
      }),
      RUNS,
    )
  })

  it('covering is decided the same way for one scope and for a set', () => {
    fc.assert(
      fc.property(any, scopeOf(profile), (held, scope) => {
        const single = held.scopes.some((own) => scopeCovers(own, scope, profile))
        const { reasons } = permits(held, scope, {}, { totals: totalsFor(held, 0) })
        expect(reasons.some(({ code }) => code === 'scope_not_granted')).toBe(!single)
      }),
      RUNS,
    )
  })

  it('an unknown type that is held denies everything and survives every meet', () => {
    fc.assert(
      fc.property(any, any, scopeOf(profile), context, (held, requested, scope, asked) => {
        if (isKnown(held)) return
        const met = meet(held, requested)
        if (!met.ok) return
        const { allowed, reasons } = permits(met.authority, scope, asked)
        expect(allowed).toBe(false)
        expect(reasons.some(({ code }) => code === 'unknown_constraint')).toBe(true)
      }),
      RUNS,
    )
  })
})
