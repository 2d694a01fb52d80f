import { describe, expect, it } from 'vitest'
import {
  judgePosture,
  makeBundle,
  managedBundle,
  POSTURE_IDS,
  type PostureFacts,
  type PostureId,
} from '../../src/index.js'

const HONEST: PostureFacts = {
  sessions: 10,
  actions: 100,
  verdicts: { ALLOW: 80, DENY: 5, STEP_UP: 10, MODIFY: 3, DEFER: 2 },
  stated: 98,
  withoutPolicy: 0,
  bundle: managedBundle(),
  openFindings: {},
  recomputed: { receipts: 100, otherVerdict: 0, badSignature: 0 },
  unansweredOverdue: false,
  grants: 10,
  tasks: 0,
  instructions: 50,
  shownText: 0,
  telemetry: { stream: true, webhooks: 1 },
}

function claim(id: PostureId, changes: Partial<PostureFacts> = {}) {
  return judgePosture({ ...HONEST, ...changes }).find((each) => each.id === id)!
}

describe('the posture', () => {
  it('answers all nine in order, each with a figure, a reason and what would change it', () => {
    const claims = judgePosture(HONEST)
    expect(claims.map(({ id }) => id)).toEqual(POSTURE_IDS)
    for (const { figure, reason, would_change } of claims) {
      expect(figure).not.toBe('')
      expect(reason).toMatch(/\.$/)
      expect(would_change).toMatch(/\.$/)
    }
  })

  it('verifies only what a reader can recompute, and says who states the rest', () => {
    expect(judgePosture(HONEST).map(({ id, mark, stated_by }) => [id, mark, stated_by])).toEqual([
      ['R1', 'declared', 'vendor'],
      ['R2', 'verified', 'record'],
      ['R3', 'verified', 'record'],
      ['R4', 'verified', 'record'],
      ['R5', 'verified', 'record'],
      ['R6', 'verified', 'record'],
      ['R7', 'declared', 'vendor'],
      ['R8', 'declared', 'vendor'],
      ['R9', 'declared', 'vendor'],
    ])
  })

  it('verifies nothing where nothing was recorded', () => {
    const empty = judgePosture({
      ...HONEST,
      sessions: 0,
      actions: 0,
      verdicts: { ALLOW: 0, DENY: 0, STEP_UP: 0, MODIFY: 0, DEFER: 0 },
      stated: 0,
      grants: 0,
      instructions: 0,
    })
    expect(empty.filter(({ mark }) => mark === 'verified')).toEqual([])
  })

  it('turns policy red when one verdict does not come back', () => {
    const { mark, figure, records } = claim('R3', {
      recomputed: { receipts: 100, otherVerdict: 1, badSignature: 0 },
    })
    expect(mark).toBe('failed')
    expect(figure).toBe('1 of 100 verdicts recomputed differ')
    expect(records).toEqual({ tab: 'policy', filter: {} })
  })

  it('calls policy a gap when every rule is off, or none can be loaded', () => {
    expect(claim('R3', { bundle: makeBundle({ rules: [] }) })).toMatchObject({
      mark: 'gap',
      figure: 'no rule is enabled',
      stated_by: 'nobody',
    })
    expect(claim('R3', { bundle: null })).toMatchObject({ mark: 'gap' })
  })

  it('turns receipts red when one is not signed, and a gap while a chain is broken', () => {
    expect(claim('R5', { recomputed: { receipts: 100, otherVerdict: 0, badSignature: 1 } }).mark).toBe(
      'failed',
    )
    expect(claim('R5', { openFindings: { BROKEN_CHAIN: 1 } })).toMatchObject({
      mark: 'gap',
      records: { tab: 'findings', filter: { kind: 'BROKEN_CHAIN' } },
    })
  })

  it('never verifies that every call was announced, and calls it a gap when the vendor’s own statements refute it', () => {
    expect(claim('R1', { stated: 100 }).mark).toBe('declared')
    expect(claim('R1', { openFindings: { EXECUTED_DESPITE_DENY: 2 } })).toMatchObject({ mark: 'gap' })
    expect(claim('R1', { openFindings: { EXECUTION_WITHOUT_DECISION: 1 } }).mark).toBe('gap')
  })

  it('calls decisions a gap while something unanswered is past its time', () => {
    expect(claim('R4', { unansweredOverdue: true }).mark).toBe('gap')
  })

  it('names what is missing: commitments, telemetry, grants', () => {
    expect(claim('R7', { instructions: 0 }).mark).toBe('gap')
    expect(claim('R8', { telemetry: { stream: false, webhooks: 0 } }).mark).toBe('gap')
    expect(claim('R9', { grants: 0 }).mark).toBe('gap')
  })

  it('says of telemetry what is offered, and never that somebody watches', () => {
    expect(claim('R8')).toMatchObject({
      ...{ mark: 'declared', stated_by: 'vendor' },
      figure: 'everything can be read as a stream of OCSF events; 1 webhook is told',
    })
    expect(claim('R8', { telemetry: { stream: false, webhooks: 2 } })).toMatchObject({
      ...{ mark: 'declared', figure: '2 webhooks are told' },
    })
    expect(claim('R8', { telemetry: null })).toMatchObject({
      ...{ mark: 'gap', stated_by: 'nobody', figure: 'cannot be told from this file', records: null },
    })
  })
})
