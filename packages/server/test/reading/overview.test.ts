/** The overview: exact and live whether the worker has counted or not, by hour and by day, of one tenant. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrganization } from '../../src/domain/create-organization.js'
import { CALLS } from '../worker/live-worker.js'
import { type LiveReading, startLiveReading } from './live-reading.js'

const HOUR = 3_600_000

let live: LiveReading
beforeAll(async () => {
  live = await startLiveReading()
})
afterAll(() => live.close())

type Expected = { calls: number; stated: number; ALLOW: number; DENY: number; STEP_UP: number }
const zero = (): Expected => ({ calls: 0, stated: 0, ALLOW: 0, DENY: 0, STEP_UP: 0 })

const overview = async (query = '') => {
  const { status, body, text } = await live.get(`/overview${query}`)
  if (status !== 200) throw new Error(text)
  return body
}

describe('the overview', () => {
  it('says of an empty project that there is nothing, not that all is well', async () => {
    const body = await overview()
    expect(body.figures).toEqual({
      ...{ calls: 0, coverage: null, not_allowed: 0, open_findings: 0, decision_p95_ms: null },
    })
    expect(body).toMatchObject({
      range: { since: '2026-11-29T13:00:00.000Z', until: '2026-11-30T12:00:00.000Z', bucket: 'hour' },
      ...{ complete: true, agents: [], lag_ms: 0, queue: 0, approvals_waiting: 0, issues_open: 0 },
      ...{ enforcement: { mode: 'enforced' }, no_rule: false },
    })
    expect(body.verdicts_over_time).toHaveLength(24)
    expect(body.verdicts_over_time[0]).toEqual({
      at: '2026-11-29T13:00:00.000Z',
      ...{ ALLOW: 0, DENY: 0, STEP_UP: 0, MODIFY: 0, DEFER: 0 },
    })
    expect(body.changes[0]).toMatchObject({
      receipt: { payload: { act: 'vendor_key.imported' } },
      actor: expect.any(String) as unknown,
    })
  })

  it('counts each hour exactly, while the worker counts behind it and while it rests', async () => {
    const hours = new Map<string, Expected>()
    const verify = async () => {
      const now = live.heron.clock.now()
      const body = await overview()
      for (const [index, bucket] of body.verdicts_over_time.entries()) {
        const expected = hours.get(bucket.at.slice(0, 13)) ?? zero()
        expect(bucket).toMatchObject({
          ...{ ALLOW: expected.ALLOW, DENY: expected.DENY, STEP_UP: expected.STEP_UP },
        })
        expect(body.spark.calls[index]).toBe(expected.calls)
        expect(body.spark.not_allowed[index]).toBe(expected.calls - expected.ALLOW)
        expect(body.spark.coverage[index]).toBe(
          expected.calls === 0 ? null : expected.stated / expected.calls,
        )
      }
      const all = [...hours.values()]
      const calls = all.reduce((sum, hour) => sum + hour.calls, 0)
      expect(body.figures.calls).toBe(calls)
      expect(body.figures.coverage).toBe(all.reduce((sum, hour) => sum + hour.stated, 0) / calls)
      expect(body.figures.decision_p95_ms).toBe(0)
      expect(body.generated_at).toBe(now)
    }
    for (let hour = 0; hour < 5; hour += 1) {
      await live.open(`run_${hour}`, { agent: { external_id: `agent_${hour % 2}` } })
      for (let seq = 0; seq < 6; seq += 1) {
        const wanted = (['ALLOW', 'DENY', 'STEP_UP'] as const)[seq % 3] ?? 'ALLOW'
        const answer = await live.announce(`run_${hour}`, seq, CALLS[wanted])
        const key = live.heron.clock.now().slice(0, 13)
        const counts = hours.get(key) ?? zero()
        counts.calls += 1
        counts[answer.decision.verdict as 'ALLOW'] += 1
        hours.set(key, counts)
        live.heron.clock.advance(60_000)
        if (seq % 2 === 0) {
          // Twice: a call with two statements is one call with a statement.
          await live.state(answer, 'BLOCKED')
          await live.state(answer, 'EXECUTED')
          counts.stated += 1
        }
      }
      await verify()
      // Some hours are counted by the worker at once, some only later, some in part.
      if (hour % 2 === 1) await live.pass(HOUR)
      else live.heron.clock.advance(HOUR)
      await verify()
    }
    await live.pass(11_000)
    await live.pass(61_000)
    await verify()
  })

  it('names the busiest agents, and agrees with itself by hour and by day', async () => {
    const byHour = await overview()
    const byDay = await overview('?since=2026-11-20T00:00:00Z')
    expect(byDay.range).toEqual({
      ...{ since: '2026-11-20T00:00:00.000Z', until: live.heron.clock.now(), bucket: 'day' },
    })
    expect(byDay.figures.calls).toBe(byHour.figures.calls)
    expect(byDay.agents).toEqual(byHour.agents)
    expect(byDay.agents.map(({ agent, calls }: { agent: string; calls: number }) => [agent, calls])).toEqual([
      ['agent_0', 18],
      ['agent_1', 12],
    ])
    expect(byDay.verdicts_over_time).toHaveLength(11)
    expect((await overview('?environment=test')).figures.calls).toBe(0)
    expect((await overview('?environment=live')).figures.calls).toBe(byHour.figures.calls)
  })

  it('tells what is open: findings by severity, issues, people who are waited for', async () => {
    await live.open('open')
    const denied = await live.announce('open', 1, CALLS.DENY)
    await live.state(denied, 'EXECUTED')
    await live.pass(2000)
    await live.announce('open', 2, CALLS.STEP_UP)
    const body = await overview()
    const despite = body.figures.open_findings
    expect(despite).toBeGreaterThan(0)
    expect(body.issues_by_severity.high).toBeGreaterThan(0)
    expect(Object.values(body.issues_by_severity as Record<string, number>).reduce((a, b) => a + b)).toBe(
      despite,
    )
    expect(body.spark.open_findings.reduce((a: number, b: number) => a + b)).toBeGreaterThanOrEqual(despite)
    expect(body.approvals_waiting).toBe(1)
    expect(body.issues_open).toBeGreaterThan(0)
  })

  it('refuses ranges that are none, and shows a neighbour nothing', async () => {
    for (const query of [
      '?since=2026-12-02T00:00:00Z&until=2026-12-01T00:00:00Z',
      '?since=2020-01-01T00:00:00Z',
      '?since=x',
      '?environment=prod',
    ])
      expect((await live.get(`/overview${query}`)).status, query).toBe(400)
    expect((await live.neighbour('/overview')).status).toBe(404)
  })

  it('is not changed by what another organization does', async () => {
    const before = await overview()
    const other = await createOrganization(live.heron.data, {
      organizationName: 'Third',
      projectName: 'Third',
      ownerEmail: 'owner@third.example',
    })
    const tenant = await live.heron.service.authenticate(other.apiKey)
    await live.open('foreign', {}, tenant!)
    await live.announce('foreign', 1, CALLS.ALLOW, tenant!)
    await live.pass(0)
    expect((await overview()).figures).toEqual(before.figures)
  })

  it('takes the same number of queries whatever there is', async () => {
    const queries = await live.queriesOf(() => live.get('/overview'))
    expect(queries.length).toBeLessThanOrEqual(20)
  })
})

describe('first steps', () => {
  it('tick when the service has seen them, with the time', async () => {
    const fresh = await startLiveReading()
    const steps = async () => {
      const { body } = await fresh.get('/getting-started')
      return body.steps.map(({ id, done }: { id: string; done: boolean }) => (done ? id : `no ${id}`))
    }
    expect(await steps()).toEqual(['api_key', 'vendor_key', 'no session', 'no decision', 'no evidence'])
    await fresh.open('first')
    const answer = await fresh.announce('first', 1)
    expect(await steps()).toEqual(['api_key', 'vendor_key', 'session', 'decision', 'no evidence'])
    await fresh.state(answer)
    const { body } = await fresh.get('/getting-started')
    expect(body).toMatchObject({ first_action: answer.action_id, service_url: fresh.url })
    expect(body.steps[4]).toEqual({ id: 'evidence', done: true, at: fresh.heron.clock.now() })
    await fresh.close()
  })
})
