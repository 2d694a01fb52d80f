/** Issues over HTTP: the same as reading every finding gives, filtered, reviewed as a whole or one by one. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readIssues } from '../../src/domain/issues/issues.js'
import { CALLS, TIMINGS } from '../worker/live-worker.js'
import { type LiveReading, startLiveReading } from './live-reading.js'

let live: LiveReading
beforeAll(async () => {
  live = await startLiveReading()
  for (let run = 0; run < 6; run += 1) {
    await live.open(`run_${run}`, { agent: { external_id: `agent_${run % 2}` } })
    for (let seq = 0; seq < 4; seq += 1) {
      const wanted = (['DENY', 'STEP_UP', 'ALLOW', 'MODIFY'] as const)[(run + seq) % 4] ?? 'DENY'
      const answer = await live.announce(`run_${run}`, seq, CALLS[wanted])
      live.heron.clock.advance(50)
      // A guard that obeys nothing, and now and then says nothing.
      if ((run * 4 + seq) % 5 !== 0) await live.state(answer, 'EXECUTED')
    }
    await live.pass(20 * 3_600_000)
  }
  await live.pass(TIMINGS.missingHorizonMs + 1)
})
afterAll(() => live.close())

const issues = async (query = '') => {
  const { status, body, text } = await live.get(`/issues${query}`)
  if (status !== 200) throw new Error(text)
  return body.items
}

describe('issues', () => {
  it('are, under every filter, what reading every finding gives', async () => {
    const filters = fc.record(
      {
        tool: fc.constantFrom('payments.transfer', 'mail.send', 'files.delete', 'nothing'),
        agent: fc.constantFrom('agent_0', 'agent_1'),
        environment: fc.constantFrom('live' as const, 'test' as const),
        verdict: fc.constantFrom('DENY' as const, 'STEP_UP' as const),
        state: fc.constantFrom('open' as const, 'cleared' as const, 'resolved' as const),
        since: fc.constantFrom('2026-12-02T00:00:00.000Z', '2026-12-04T00:00:00.000Z'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const expected = await readIssues(live.heron.data.store, live.heron.operation.project, filter)
        const found = await issues(`?${new URLSearchParams(filter).toString()}`)
        expect(found).toEqual(
          expected.map((issue) => ({
            ...issue,
            runs_at_least: false,
            trend: expect.any(Array) as unknown,
          })),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('show on how many of the last fourteen days they were raised', async () => {
    const [issue] = await issues()
    expect(issue.trend).toHaveLength(14)
    expect(issue.trend.at(-1).day).toBe(live.heron.clock.now().slice(0, 10))
    expect(issue.trend.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
      issue.count,
    )
  })

  it('open with what they mean and their findings, newest first', async () => {
    const { body } = await live.get('/issues/EXECUTED_DESPITE_DENY?agent=agent_0')
    expect(body.advice.means).toContain('denied')
    expect(body.findings.items).toHaveLength(body.count)
    const raised = body.findings.items.map((finding: { raised_at: string }) => finding.raised_at)
    expect(raised).toEqual(raised.toSorted().reverse())
    expect(body.findings.items[0]).toMatchObject({
      ...{ kind: 'EXECUTED_DESPITE_DENY', severity: 'high', published: true, state: 'open' },
      ...{ agent: 'agent_0', tool: 'payments.transfer', verdict: 'DENY', reviews: [], cleared_at: null },
    })
    expect((await live.get('/issues/NO_SUCH_KIND')).status).toBe(404)
    expect((await live.get('/issues/BROKEN_CHAIN')).status).toBe(404)
  })

  it('are reviewed as a whole: one signed entry for each finding, one reason, and a name for people here', async () => {
    const before = (await issues('?state=open')).find(({ kind }: { kind: string }) =>
      kind.endsWith('_STEP_UP'),
    )
    const path = '/issues/EXECUTED_DESPITE_STEP_UP'
    const answer = await live.post(`${path}/review`, {
      decision: 'resolve',
      reason: 'the guard was replaced',
      filter: { agent: 'agent_1' },
    })
    const ofAgent = before.distributions.agent.find(({ value }: { value: string }) => value === 'agent_1')
    expect(answer.body).toEqual({ reviewed: ofAgent.count, remaining: 0 })
    const { body } = await live.get(`${path}?state=resolved`)
    expect(body).toMatchObject({ state: 'resolved', count: ofAgent.count, open: 0 })
    expect(body.findings.items[0].reviews).toEqual([
      {
        act: 'finding.resolved',
        by: expect.any(String) as unknown,
        reason: 'the guard was replaced',
        at: live.heron.clock.now(),
        entry_hash: expect.stringMatching(/^sha256:/) as unknown,
      },
    ])
    const everything = await readIssues(live.heron.data.store, live.heron.operation.project, {})
    expect((await issues()).map(({ open }: { open: number }) => open)).toEqual(
      everything.map(({ open }) => open),
    )
  })

  it('have findings that are reviewed, reopened and read one by one', async () => {
    const { body } = await live.get('/issues/EXECUTED_DESPITE_DENY')
    const { finding } = body.findings.items[0]
    const path = `/findings/${finding}`
    const resolved = await live.post(`${path}/review`, { decision: 'resolve', reason: 'known' })
    expect(resolved.body).toMatchObject({ finding, state: 'resolved', reviews: [{ reason: 'known' }] })
    const reopened = await live.post(`${path}/review`, { decision: 'reopen', reason: 'not so' })
    expect(reopened.body).toMatchObject({
      state: 'open',
      reviews: [{ reason: 'known' }, { reason: 'not so' }],
    })
    expect((await live.get(path)).body).toEqual(reopened.body)
    expect((await live.post(`${path}/review`, { decision: 'resolve', reason: '' })).status).toBe(400)
    const personal = await live.post(`${path}/review`, { decision: 'resolve', reason: 'by eve@example.org' })
    expect(personal).toMatchObject({ status: 400, body: { code: 'invalid_request', pointer: '/reason' } })
    expect((await live.post(`${path}/review`, { decision: 'forget', reason: 'x' })).status).toBe(400)
    expect((await live.get('/findings/fnd_nothing')).status).toBe(404)
    for (const each of ['/issues', '/issues/EXECUTED_DESPITE_DENY', path])
      expect((await live.neighbour(each)).status).toBe(404)
    expect((await live.neighbour(`${path}/review`, 'POST')).status).toBe(404)
  })

  it('page their findings, whatever is raised meanwhile, and refuse a cursor that is none', async () => {
    const path = '/issues/EXECUTED_DESPITE_DENY'
    const { body: whole } = await live.get(path)
    const seen: string[] = []
    for (let cursor: string | null = null; ;) {
      const from: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await live.get(`${path}?limit=2${from}`)
      seen.push(...body.findings.items.map(({ finding }: { finding: string }) => finding))
      cursor = body.findings.next_cursor
      if (cursor === null) break
    }
    expect(seen).toEqual(whole.findings.items.map(({ finding }: { finding: string }) => finding))
    expect((await live.get(`${path}?cursor=x`)).status).toBe(400)
  })

  it('take the same number of queries whatever there is', async () => {
    const count = async (path: string) => (await live.queriesOf(() => live.get(path))).length
    expect(await count('/issues')).toBeLessThanOrEqual(9)
    expect(await count('/issues?agent=agent_0')).toBe(await count('/issues'))
    const path = '/issues/EXECUTED_DESPITE_STEP_UP'
    // The end of the list, and the entries and names of the reviews, where there are any.
    expect(await count(`${path}?limit=100`)).toBeLessThanOrEqual((await count(`${path}?limit=1`)) + 3)
  })

  it('fill the findings report, as data and as text', async () => {
    const { body } = await live.get('/report')
    expect(body.findings).toBe(
      body.issues.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    )
    const markdown = await live.get('/report?format=md')
    expect(markdown.text).toMatch(/^# Findings of prj_/)
    expect((await live.get('/report?format=pdf')).status).toBe(400)
    expect((await live.neighbour('/report')).status).toBe(404)
  })
})
