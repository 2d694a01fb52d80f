/** Receipts lean on the operator log: on declarations that verdicts do not bind, and on answers given in the dashboard. */
import { describe, expect, it } from 'vitest'
import type { ExportEntry } from '../../src/index.js'
import { buildExport } from '../support/export-builder.js'
import { sign, withEntry } from '../support/resign.js'
import { codesOf, verifyLines } from '../support/verify.js'

const SEND = { tool: 'gmail.send', signals: { destination: 'external' } } as const
const LOOSE = buildExport({
  sessions: [
    { calls: [{ tool: 'run_job', effect: 'suspended' }, { tool: 'run_job', effect: 'advisory' }, SEND] },
  ],
})
const ANSWERED = buildExport({
  sessions: [
    {
      calls: [
        { ...SEND, statements: [{ outcome: 'ESCALATED' }] },
        { ...SEND, answers: 0, answeredBy: 'dashboard' },
        { tool: 'run_job', statements: [{ outcome: 'ESCALATED' }] },
        { tool: 'run_job', answers: 2, answeredBy: 'dashboard', answer: 'DECLINE' },
        { tool: 'run_job', timesOut: true, declinedUnused: true },
      ],
    },
  ],
})

async function codes(lines: readonly string[]): Promise<string[]> {
  return codesOf(await verifyLines(lines))
}

function entriesOf(lines: readonly string[]): ExportEntry[] {
  return lines.map((line) => JSON.parse(line) as ExportEntry)
}

function declaredBy(act: string): string {
  const entry = entriesOf(LOOSE).find((each) => each.type === 'log' && each.record.act === act)
  return entry?.type === 'log' ? entry.entry_hash : ''
}

describe('a decision that does not bind', () => {
  it('passes where the log declares it for that time', async () => {
    expect(await codes(LOOSE)).toEqual([])
  })

  it.each([
    ['before', '2020-01-01T00:00:00.000Z', ['receipts.binding TIMES_REVERSED']],
    ['after', '2030-01-01T00:00:00.000Z', []],
  ])('fails %s the declared time', async (_, decidedAt, besides) => {
    const lines = withEntry(LOOSE, 'action', ({ decision }) => {
      decision.payload.decided_at = decidedAt
      sign(decision)
    })
    expect(await codes(lines)).toEqual([...besides, 'receipts.binding DECLARATION_NOT_IN_FORCE'])
  })

  it('fails once the declaration had been ended for longer than a decision takes', async () => {
    const ended = entriesOf(LOOSE).find(
      (each) => each.type === 'log' && each.record.act === 'break_glass.ended',
    )
    const endedMs = Date.parse(ended?.type === 'log' ? ended.record.at : '')
    const decided = (afterMs: number): readonly string[] =>
      withEntry(LOOSE, 'action', ({ decision }) => {
        decision.payload.decided_at = new Date(endedMs + afterMs).toISOString()
        sign(decision)
      })
    expect(await codes(decided(60_000))).toEqual([])
    expect(await codes(decided(60_001))).toEqual(['receipts.binding DECLARATION_NOT_IN_FORCE'])
  })

  it('fails by a declaration of another kind, by any other entry, and by none', async () => {
    const by = (hash: string): readonly string[] =>
      withEntry(LOOSE, 'action', ({ decision }) => {
        decision.payload.enforcement.declared_by = hash
        sign(decision)
      })
    expect(await codes(by(declaredBy('shadow_window.declared')))).toEqual([
      'receipts.binding DECLARATION_NOT_IN_FORCE',
    ])
    for (const hash of [declaredBy('vendor_key.imported'), `sha256:${'1'.repeat(64)}`])
      expect(await codes(by(hash))).toEqual(['receipts.binding DECLARATION_MISSING'])
  })
})

describe('an answer of the dashboard', () => {
  it('passes where the log holds it, granted or declined, used or not', async () => {
    expect(await codes(ANSWERED)).toEqual([])
    const verdicts = entriesOf(ANSWERED).flatMap((entry) =>
      entry.type === 'action'
        ? [[entry.decision.payload.verdict, entry.decision.payload.reasons.at(-1)]]
        : [],
    )
    expect(verdicts).toEqual([
      ['STEP_UP', 'heron.external_send.step_up'],
      ['ALLOW', 'human_approved'],
      ['STEP_UP', 'heron.execute.step_up'],
      ['DENY', 'human_declined'],
      ['STEP_UP', 'heron.execute.step_up'],
    ])
  })

  it.each([
    ['entry', { entry_hash: `sha256:${'1'.repeat(64)}` }, []],
    ['person', { approver: 'actor_fedcba9876543210' }, []],
    ['decision', { human_decision: 'DECLINE' }, ['policy.verdicts VERDICT_DIFFERS']],
    ['action', { resolves_action: 'act_1' }, ['receipts.binding ANSWERS_DIFFER']],
  ] as const)('fails with another %s than the log has', async (_, change, besides) => {
    const lines = withEntry(
      ANSWERED,
      'action',
      ({ evaluation }) => {
        Object.assign(evaluation.payload.classification.approval ?? {}, change)
        sign(evaluation)
      },
      1,
    )
    const found = await codes(lines)
    expect(found).toEqual(expect.arrayContaining(['receipts.binding APPROVAL_NOT_LOGGED', ...besides]))
  })

  it('fails where a call is ended as declined and nobody declined it', async () => {
    const honest = buildExport({ sessions: [{ calls: [{ tool: 'run_job', timesOut: true }] }] })
    const lines = withEntry(honest, 'resolution', ({ receipt }) => {
      receipt.payload.reason = 'human_declined'
      sign(receipt)
    })
    expect(await codes(lines)).toEqual(['receipts.history RESOLUTION_WRONG'])
  })

  it('fails where it is used twice', async () => {
    const twice = buildExport({
      sessions: [
        {
          calls: [
            SEND,
            { ...SEND, answers: 0, answeredBy: 'dashboard', answer: 'DECLINE' },
            { ...SEND, answers: 0, answeredBy: 'dashboard', answer: 'DECLINE' },
          ],
        },
      ],
    })
    expect(await codes(twice)).toEqual(['receipts.history ANSWER_WRONG'])
  })
})

describe("a vendor's word on a person's answer", () => {
  it.each(['vendor', 'dashboard'] as const)(
    'lifts nothing that was declined by the %s before',
    async (by) => {
      const lifted = buildExport({
        sessions: [
          {
            calls: [
              SEND,
              { ...SEND, answers: 0, answeredBy: by, answer: 'DECLINE' },
              { ...SEND, answers: 0 },
            ],
          },
        ],
      })
      expect(await codes(lifted)).toEqual(['receipts.history ANSWER_WRONG'])
    },
  )

  it('lifts nothing long after an operator declined it, used or not', async () => {
    const declined = buildExport({
      sessions: [{ calls: [SEND, { ...SEND, answers: 0, answeredBy: 'dashboard', answer: 'DECLINE' }] }],
    })
    const entry = entriesOf(declined).find(
      (each) => each.type === 'log' && each.record.act === 'approval.declined',
    )
    const declinedMs = Date.parse(entry?.type === 'log' ? entry.record.at : '')
    const lifted = (afterMs: number): readonly string[] =>
      withEntry(
        declined,
        'action',
        ({ decision, evaluation }) => {
          decision.payload.decided_at = new Date(declinedMs + afterMs).toISOString()
          evaluation.payload.approval_match = 'applies'
          const { approval } = evaluation.payload.classification
          if (approval?.kind !== 'operator') throw new Error('nobody declined')
          const { resolves_action, approver } = approval
          evaluation.payload.classification.approval = {
            ...{ kind: 'answer', resolves_action, approver, human_decision: 'APPROVE' },
          }
          decision.payload.verdict = evaluation.payload.result.verdict = 'ALLOW'
          decision.payload.rule = evaluation.payload.result.rule = 'heron.external_send.step_up'
          decision.payload.reasons = evaluation.payload.result.reasons = [
            ...['heron.external_send.step_up', 'human_approved'],
          ]
          sign(decision)
          sign(evaluation)
        },
        1,
      )
    expect(await codes(lifted(60_000))).toEqual([])
    expect(await codes(lifted(60_001))).toEqual(['receipts.binding APPROVAL_DECLINED'])
  })
})
