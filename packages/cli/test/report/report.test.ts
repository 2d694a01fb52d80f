/** `heron report`: the findings of a project in plain words, for operators. */
import { afterEach, describe, expect, test } from 'vitest'
import {
  createService,
  openDataDirectory,
  ownerOperation,
  reviewFindings,
  selectFindings,
} from '@heron/server'
import { hashJson } from '@heron/evidence'
import { installation } from '../support/installation.js'
import { runInProcess } from '../support/run-in-process.js'

const BACKWARDS = '`</code>\u202e| x'
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Three broken claims by two tools, one of them reviewed; made in this process by the service itself. */
async function foundThings(): Promise<string> {
  const { data, created } = await installation()
  const parts = openDataDirectory(data, {})
  const service = await createService({ ...parts, publishedKeys: parts.keyRing.published })
  closers.push(() => service.close())
  const tenant = (await service.authenticate(created.apiKey))!
  const context = { tenant, idempotencyKey: null, receivedAt: new Date().toISOString() }
  await service.openSession(
    {
      external_id: 'run_1',
      agent: { external_id: 'a1' },
      principal: { type: 'human', ref: 'user_881' },
      original_request: { hash: hashJson('x'), anchors: [] },
      started_at: context.receivedAt,
    },
    context,
  )
  for (const [seq, name] of ['crm.read', 'crm.read', BACKWARDS].entries()) {
    await service.announceAction(
      {
        ...{ session_external_id: 'run_1', seq, tool: { name }, args_redacted: {}, args_hash: hashJson(seq) },
        ...{ requested_at: context.receivedAt, chain: { prev_hash: hashJson('of nobody') } },
      },
      context,
    )
  }
  const operation = await ownerOperation(parts, undefined, 'a stale cache')
  for await (const { id } of selectFindings(parts.store, operation.project, {})) {
    await reviewFindings(parts, operation, 'resolve', [id])
    break
  }
  return data
}

describe('heron report', () => {
  test('says what was found, what may be harmless about it, and what to do', async () => {
    const { code, out } = await runInProcess(['report', '--data', await foundThings()])
    expect(code).toBe(0)
    expect(out).toContain('3 findings of 1 kind, 2 open.')
    expect(out).toMatch(/^\| BROKEN_CHAIN \| critical \| 3 \| 2 \| 1 \| 0 \| 1 \| 20/m)
    expect(out).toMatch(/^- Harmless causes: A client that/m)
    expect(out).toMatch(/^- What to do: Run `heron fsck`/m)
    expect(out).toContain('- Tools: `crm.read` (2), `')
    // A tool's name is the vendor's text: it neither ends its code span nor turns the line around.
    expect(out).not.toContain(BACKWARDS)
    expect(out).not.toContain('\u202e')
  })

  test('is data with --format json, or --json as everywhere', async () => {
    const data = await foundThings()
    const { code, out } = await runInProcess(['report', '--data', data, '--format', 'json'])
    expect(code).toBe(0)
    const report = JSON.parse(out)
    expect(report).toMatchObject({ since: null, findings: 3, open: 2 })
    expect(report.issues).toEqual([
      {
        ...{ kind: 'BROKEN_CHAIN', severity: 'critical', published: true },
        ...{ count: 3, open: 2, reviewed: 1, cleared: 0, runs: 1 },
        tools: [
          { value: 'crm.read', count: 2 },
          { value: BACKWARDS, count: 1 },
        ],
        first_seen: expect.any(String),
        last_seen: expect.any(String),
        means: expect.any(String),
        benign: expect.any(String),
        next: expect.any(String),
      },
    ])
    const again = await runInProcess(['report', '--data', data, '--json'])
    expect(JSON.parse(again.out).issues).toEqual(report.issues)
  })

  test('leaves out what is older than --since, and says so when nothing is left', async () => {
    const data = await foundThings()
    const { code, out } = await runInProcess(['report', '--data', data, '--since', '2199-01-01'])
    expect(code).toBe(0)
    expect(out).toContain('since 2199-01-01T00:00:00.000Z')
    expect(out).toContain('Nothing was found.')
  })

  test('refuses what it cannot read, with exit code 2', async () => {
    const { data } = await installation()
    const report = (...flags: string[]) => runInProcess(['report', '--data', data, ...flags])
    expect(await report('--format', 'pdf')).toMatchObject({
      code: 2,
      err: expect.stringContaining('markdown'),
    })
    expect(await report('--since', 'lately')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--since'),
    })
    expect(await report('--project', 'prj_x')).toMatchObject({ code: 2 })
  })
})
