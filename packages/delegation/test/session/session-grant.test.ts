import { readFileSync } from 'node:fs'
import { decodeHex, type JsonValue } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSessionGrant, isDelegationDocument } from '../../src/session/session-grant.js'
import { hs256Key } from '../../src/token/trusted-key.js'

const vector = JSON.parse(
  readFileSync(new URL('../../vectors/draft-01/valid_chain.json', import.meta.url), 'utf8'),
) as { tokens: string[]; now: number; signer: { secret_hex: string } }
const document = { tokens: vector.tokens }
const trust = { profile: 'draft-01' as const, keys: [hs256Key(decodeHex(vector.signer.secret_hex)!)] }
const at = (seconds: number) => new Date((vector.now + seconds) * 1000).toISOString()
const call = (tool: string, seconds = 0) => ({ action: `act_${tool}`, tool, requestedAt: at(seconds) })

describe('a session granted by a delegation chain', () => {
  it('verifies the chain and places each call inside or outside of it', async () => {
    const calls = [call('crm.read'), call('crm.export'), call('mail.send'), call('Not A Scope')]
    const report = await checkSessionGrant(document, trust, at(0), calls)
    expect(report).toMatchObject({
      outcome: 'verified',
      scopes: ['crm.read'],
      calls: { inside: 1, outside: 3 },
    })
    expect(report.outside.map(({ tool, reason }) => [tool, reason])).toEqual([
      ['crm.export', 'scope_not_granted'],
      ['mail.send', 'scope_not_granted'],
      ['Not A Scope', 'scope_not_granted'],
    ])
    expect(report.steps_not_performed).toContain('step_6_holder_binding')
  })

  it('counts a call after the leaf expired as outside', async () => {
    const report = await checkSessionGrant(document, trust, at(0), [call('crm.read', 100_000)])
    expect(report.outside).toEqual([{ action: 'act_crm.read', tool: 'crm.read', reason: 'expired' }])
  })

  it('says with its reason and place that a chain does not verify, and places no call', async () => {
    const report = await checkSessionGrant({ tokens: vector.tokens.toReversed() }, trust, at(0), [
      call('crm.read'),
    ])
    expect(report).toMatchObject({ outcome: 'rejected', calls: { inside: 0, outside: 0 } })
    expect(report.reason).not.toBeNull()
  })

  it('judges the chain as of the start of the session', async () => {
    expect(await checkSessionGrant(document, trust, at(100_000), [])).toMatchObject({
      outcome: 'rejected',
      reason: 'expired',
    })
  })

  it('checks nothing without trusted keys, and says so', async () => {
    expect(await checkSessionGrant(document, null, at(0), [call('crm.read')])).toMatchObject({
      outcome: 'not_checked',
      calls: { inside: 0, outside: 0 },
    })
  })

  it('answers any document without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, startedAt) => {
        const hostile = value as JsonValue
        isDelegationDocument(hostile)
        await checkSessionGrant(hostile, trust, at(0), [call('crm.read')])
        await checkSessionGrant({ tokens: hostile }, trust, startedAt, [])
      }),
    )
  })

  it.each<[JsonValue, boolean]>([
    [{ tokens: ['a.b.c'] }, true],
    [{ tokens: [] }, false],
    [{ tokens: ['a', 1] }, false],
    [{ tokens: ['a'], note: 'x' }, false],
    [['a.b.c'], false],
    [null, false],
  ])('recognises a delegation document: %j is %s', (value, expected) => {
    expect(isDelegationDocument(value)).toBe(expected)
  })
})
