/** The event stream over HTTP: everything once, in order, from any cursor on (heron.md §14, AARM R8). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrganization } from '../../src/domain/create-organization.js'
import { readEvents } from '../../src/domain/event-stream/read-events.js'
import {
  CALLS,
  OBEDIENT,
  startWorkedHeron,
  stated,
  VERDICTS,
  type WorkedHeron,
} from '../worker/live-worker.js'
import { problemsOf } from './required-members.js'

let heron: WorkedHeron
beforeAll(async () => {
  heron = await startWorkedHeron()
  await heron.client.openSession('run_1')
  for (const [index, verdict] of VERDICTS.entries()) {
    const answer = await heron.client.announce('run_1', index + 1, CALLS[verdict])
    heron.clock.advance(10)
    if (verdict !== 'ALLOW') await heron.client.report(stated(answer, OBEDIENT[verdict]))
  }
  const call = await heron.client.announce('run_1', 50)
  await heron.stranger.report(stated(call, 'EXECUTED'))
  await heron.pass(120_000)
})
afterAll(() => heron.close())

/* eslint-disable @typescript-eslint/no-explicit-any -- as a receiver reads it */
type Page = { readonly lines: any[]; readonly next: string; readonly type: string | null }

async function read(query = '', key = heron.apiKey): Promise<Page> {
  const response = await fetch(`${heron.url}/v1/events${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  expect(text === '' || text.endsWith('\n')).toBe(true)
  return {
    lines: text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
    next: response.headers.get('heron-next-cursor') ?? '',
    type: response.headers.get('content-type'),
  }
}

const uidsOf = ({ lines }: Page): string[] => lines.map(({ metadata }) => metadata.uid)

describe('the stream', () => {
  it('tells decisions, statements, findings and the operator log, each as its class asks', async () => {
    const page = await read()
    expect(page.type).toBe('application/x-ndjson; charset=utf-8')
    for (const line of page.lines) expect(problemsOf(line)).toEqual([])
    const count = (log: string): number =>
      page.lines.filter(({ metadata }) => metadata.log_name === log).length
    expect(count('decisions')).toBe(VERDICTS.length + 1)
    expect(count('executions')).toBe(VERDICTS.length)
    expect(count('findings')).toBe(heron.findings().length)
    expect(count('findings')).toBeGreaterThan(1)
    // Made at set-up: the API key, the reviewer's link, the vendor's key.
    expect(count('operator_log')).toBeGreaterThan(0)
    const uids = uidsOf(page)
    expect(new Set(uids).size).toBe(uids.length)
    const times = page.lines.map(({ time }) => time)
    expect(times).toEqual([...times].sort((left, right) => left - right))
  })

  it('says of a decision what became of the call', async () => {
    const { lines } = await read()
    const of = (verdict: string): any =>
      lines.find(
        ({ metadata, unmapped }) => metadata.log_name === 'decisions' && unmapped.verdict === verdict,
      )
    expect(of('ALLOW')).toMatchObject({ class_uid: 6003, type_uid: 600302, action_id: 1, severity_id: 1 })
    expect(of('DENY')).toMatchObject({ action: 'Denied', disposition: 'Blocked' })
    expect(of('DENY')).toMatchObject({
      api: { operation: 'payments.transfer' },
      actor: { app_uid: 'agent_1' },
    })
    expect(of('STEP_UP')).toMatchObject({ action: 'Denied', disposition: 'Challenge' })
    expect(of('DENY').policy.uid).toMatch(/^sha256:/)
  })

  it('goes on from every cursor that it gave, without a gap and without saying anything twice', async () => {
    const all = uidsOf(await read())
    for (const limit of [1, 3, 7]) {
      const pages: string[] = []
      let cursor = ''
      for (;;) {
        const page = await read(`?limit=${limit.toString()}${cursor}`)
        if (page.lines.length === 0) {
          expect(`&cursor=${page.next}`).toBe(cursor)
          break
        }
        expect(page.lines.length).toBeLessThanOrEqual(limit)
        pages.push(...uidsOf(page))
        cursor = `&cursor=${page.next}`
      }
      expect(pages).toEqual(all)
    }
  })

  it('goes on after any line', async () => {
    const page = await read()
    const all = uidsOf(page)
    for (const [index, line] of page.lines.entries()) {
      expect(uidsOf(await read(`?cursor=${line.unmapped.cursor as string}`))).toEqual(all.slice(index + 1))
    }
  })

  it('tells what happens later, and only that', async () => {
    const { next } = await read()
    expect((await read(`?cursor=${next}`)).lines).toEqual([])
    const { body } = await heron.client.announce('run_1', 60)
    expect(uidsOf(await read(`?cursor=${next}`))).toEqual([body.action_id])
  })

  it.each(['nonsense', 'e30', Buffer.from('1 act_x   -1; drop').toString('base64url'), 'x'.repeat(201)])(
    'refuses the cursor `%s`',
    async (cursor) => {
      const headers = { authorization: `Bearer ${heron.apiKey}` }
      const response = await fetch(`${heron.url}/v1/events?cursor=${cursor}`, { headers })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_request' })
    },
  )

  it('tells nothing of another organization', async () => {
    const other = await createOrganization(heron.data, {
      ...{ organizationName: 'Neighbour', projectName: 'Other', ownerEmail: 'owner@neighbour.example' },
    })
    const own = new Set(uidsOf(await read()))
    const theirs = await read('', other.apiKey)
    expect(theirs.lines.length).toBeGreaterThan(0)
    expect(uidsOf(theirs).some((uid) => own.has(uid))).toBe(false)
    // Nor from a cursor of another's.
    const { next } = await read('?limit=5')
    const ids = uidsOf(await read(`?cursor=${next}`, other.apiKey))
    expect(ids.some((uid) => own.has(uid))).toBe(false)
  })

  it('leaves for later what others may still write before', async () => {
    const { project } = heron.operation
    const { store } = heron.data
    const early = heron.clock.now()
    heron.clock.advance(5000)
    const { body } = await heron.client.announce('run_1', 70)
    const settled = await readEvents(store, project, { until: early })
    expect(settled.events.map(({ metadata }) => metadata['uid'])).not.toContain(body.action_id)
    const rest = await readEvents(store, project, { cursor: settled.nextCursor })
    expect(rest.events.map(({ metadata }) => metadata['uid'])).toEqual([body.action_id])
  })
})
