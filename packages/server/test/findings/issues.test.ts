/** Issues: the findings of a project by kind, recomputed at every reading (heron.md §7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFinding } from '../../src/domain/findings/read-finding.js'
import { type FindingFilter, selectFindings } from '../../src/domain/findings/select-findings.js'
import { readIssues } from '../../src/domain/issues/issues.js'
import { reviewIssue } from '../../src/domain/issues/review-issue.js'
import { ok } from '../http/live-heron.js'
import { CALLS, stated, startWorkedHeron, TIMINGS, type WorkedHeron } from '../worker/live-worker.js'

let heron: WorkedHeron
beforeAll(async () => {
  heron = await startWorkedHeron()
  // Three runs of two agents, one guard that obeys nothing: four denials, two step-ups; and one silent call.
  for (const [session, agent] of [
    ['a', 'agent_1'],
    ['b', 'agent_1'],
    ['c', 'agent_2'],
  ] as const) {
    ok(await heron.client.openSession(session, { agent: { external_id: agent } }))
    const denied = ok(await heron.client.announce(session, 0, CALLS.DENY))
    heron.clock.advance(10)
    ok(await heron.client.report(stated(denied, 'EXECUTED')))
  }
  const refund = { ...CALLS.DENY, tool: { name: 'billing.refund' } }
  ok(await heron.client.report(stated(ok(await heron.client.announce('c', 1, refund)), 'FAILED')))
  for (const seq of [2, 3]) {
    ok(
      await heron.client.report(stated(ok(await heron.client.announce('c', seq, CALLS.STEP_UP)), 'EXECUTED')),
    )
  }
  ok(await heron.client.announce('a', 4, CALLS.ALLOW))
  ok(
    await heron.client.report({
      ...stated(ok(await heron.client.announce('a', 5, CALLS.ALLOW)), 'EXECUTED'),
      action_id: 'act_x',
    }),
  )
  await heron.pass(TIMINGS.missingHorizonMs + 1)
})
afterAll(() => heron.close())

const issues = (filter: FindingFilter = {}) => readIssues(heron.data.store, heron.operation.project, filter)
const because = (reason: string) => ({ ...heron.operation, reason })
const entryCount = (): number =>
  heron.database
    .prepare("select count(*) from log_entries where record_text like '%finding.re%'")
    .pluck()
    .get() as number

describe('issues', () => {
  it('are one for each kind, with counts, runs, tools, first and last seen, the worst first', async () => {
    const found = await issues()
    expect(found.map(({ kind, count, runs, tools }) => ({ kind, count, runs, tools }))).toEqual([
      { kind: 'EXECUTED_DESPITE_DENY', count: 4, runs: 3, tools: 2 },
      { kind: 'EXECUTED_DESPITE_STEP_UP', count: 2, runs: 1, tools: 1 },
      { kind: 'EXECUTION_WITHOUT_DECISION', count: 1, runs: 0, tools: 0 },
      { kind: 'MISSING_EXECUTION', count: 2, runs: 1, tools: 1 },
    ])
    const times = heron
      .findings()
      .flatMap((finding) =>
        finding.kind === 'EXECUTED_DESPITE_DENY'
          ? [(finding as unknown as { raised_at: string }).raised_at]
          : [],
      )
    expect(found[0]).toMatchObject({
      ...{ severity: 'high', published: true, state: 'open', open: 4 },
      ...{ first_seen: times[0], last_seen: times.at(-1) },
    })
  })

  it('distribute over tool, agent, environment, verdict and rule, the most frequent first', async () => {
    const [issue] = await issues({ kind: 'EXECUTED_DESPITE_DENY' })
    expect(issue!.distributions).toEqual({
      tool: [
        { value: 'payments.transfer', count: 3 },
        { value: 'billing.refund', count: 1 },
      ],
      agent: [
        { value: 'agent_1', count: 2 },
        { value: 'agent_2', count: 2 },
      ],
      environment: [{ value: 'live', count: 4 }],
      verdict: [{ value: 'DENY', count: 4 }],
      rule: [{ value: 'heron.money.deny', count: 4 }],
    })
  })

  it('take every value of a distribution as a filter, and then count what it counted', async () => {
    for (const { kind, distributions } of await issues()) {
      for (const [facet, counts] of Object.entries(distributions)) {
        for (const { value, count } of counts) {
          const [narrowed, ...others] = await issues({ kind, [facet]: value })
          expect(narrowed).toMatchObject({ kind, count })
          expect(others).toEqual([])
        }
      }
    }
    expect(await issues({ tool: 'payments.transfer', agent: 'agent_2' })).toMatchObject([{ count: 1 }])
    expect(await issues({ tool: 'nothing.such' })).toEqual([])
  })

  it('lead to their findings in order, page by page', async () => {
    const filter = { kind: 'EXECUTED_DESPITE_DENY', agent: 'agent_1' } as const
    const ids: string[] = []
    for await (const { id } of selectFindings(heron.data.store, heron.operation.project, filter)) ids.push(id)
    expect(ids).toHaveLength(2)
    const rest: string[] = []
    for await (const { id } of selectFindings(heron.data.store, heron.operation.project, filter, ids[0]))
      rest.push(id)
    expect(rest).toEqual(ids.slice(1))
  })

  it('belong to one project: another one has none', async () => {
    const other = { ...heron.operation.project, projectId: 'prj_other' }
    expect(await readIssues(heron.data.store, other, {})).toEqual([])
  })
})

describe('reviewing a whole issue', () => {
  it('writes one signed entry for each finding with the one reason, in one transaction, and removes nothing', async () => {
    const before = heron.findings()
    const filter = { kind: 'EXECUTED_DESPITE_DENY', agent: 'agent_1' } as const
    expect(await reviewIssue(heron.data, because('guard fixed'), 'resolve', filter)).toEqual({
      reviewed: 2,
      remaining: 0,
    })
    expect(entryCount()).toBe(2)
    expect(await issues({ kind: filter.kind })).toMatchObject([{ state: 'open', count: 4, open: 2 }])
    expect(
      await reviewIssue(heron.data, because('guard fixed'), 'resolve', { kind: filter.kind }),
    ).toMatchObject({ reviewed: 2 })
    expect(await issues({ kind: filter.kind })).toMatchObject([{ state: 'resolved', count: 4, open: 0 }])
    expect(await reviewIssue(heron.data, because('again'), 'resolve', filter)).toMatchObject({ reviewed: 0 })
    for (const { id, kind } of heron.findings()) {
      if (kind !== filter.kind) continue
      const { events } = await readFinding(heron.data.store, heron.operation.project, id)
      expect(events).toMatchObject([{ event: 'resolved', review: { reason: 'guard fixed' } }])
    }
    expect(await reviewIssue(heron.data, because('it is back'), 'reopen', filter)).toMatchObject({
      reviewed: 2,
    })
    expect(entryCount()).toBe(6)
    expect(await issues({ state: 'resolved' })).toMatchObject([{ kind: filter.kind, count: 2 }])
    expect(heron.findings()).toEqual(before)
  })
})
