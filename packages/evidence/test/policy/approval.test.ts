import { describe, expect, it } from 'vitest'
import { type ApprovalQuestion, matchApproval } from '../../src/policy/approval.js'
import { VERDICTS } from '../../src/policy/types.js'

const call = { session: 'ses_1', tool: 'gmail.send', argsHash: 'sha256:aa' }
const candidate = { ...call, verdict: 'STEP_UP', decidedAtMs: 1000, state: 'open' } as const
const statement = {
  kind: 'answer',
  resolves_action: 'act_1',
  human_decision: 'APPROVE',
  approver: null,
} as const
const match = (changed: Partial<ApprovalQuestion>) =>
  matchApproval({ statement, candidate, call, nowMs: 1500, timeoutMs: 1000, ...changed })

describe('an approval', () => {
  it('applies to the step-up that it names: same session, tool and arguments, in time', () => {
    expect(match({})).toBe('applies')
    expect(match({ nowMs: 2000 })).toBe('applies')
  })

  it.each(['session', 'tool', 'argsHash'] as const)('does not apply to another %s', (member) => {
    expect(match({ call: { ...call, [member]: 'other' } })).toBe('mismatch')
  })

  it('applies once', () => {
    expect(match({ candidate: { ...candidate, state: 'lifted' } })).toBe('used')
  })

  it('expires at the time-out, and when the step-up was closed unanswered', () => {
    expect(match({ nowMs: 2001 })).toBe('expired')
    expect(match({ nowMs: NaN })).toBe('expired')
    expect(match({ candidate: { ...candidate, state: 'closed' } })).toBe('expired')
  })

  it('names nothing where there is no such action or it was never stepped up', () => {
    expect(match({ candidate: null })).toBe('not_found')
    for (const verdict of VERDICTS.filter((each) => each !== 'STEP_UP')) {
      expect(match({ candidate: { ...candidate, verdict } })).toBe('not_found')
    }
  })

  it('that does not say APPROVE declines, whatever it names', () => {
    for (const decision of ['DENY', 'approve', ' APPROVE']) {
      expect(match({ statement: { ...statement, human_decision: decision } })).toBe('declined')
      expect(match({ statement: { ...statement, human_decision: decision }, candidate: null })).toBe(
        'declined',
      )
    }
  })

  it('of the dashboard is judged as the vendor’s word is', () => {
    const operator = { ...statement, kind: 'operator', approver: 'actor_1', entry_hash: 'sha256:aa' } as const
    expect(match({ statement: operator })).toBe('applies')
    expect(match({ statement: operator, candidate: { ...candidate, state: 'lifted' } })).toBe('used')
    expect(match({ statement: { ...operator, human_decision: 'DECLINE' } })).toBe('declined')
  })

  it('given before, or not at all, answers no step-up', () => {
    expect(match({ statement: { kind: 'prior', approver: 'u_1' } })).toBe('none')
    expect(match({ statement: null })).toBe('none')
  })
})
