/** Resolving and reopening findings: a log of events, each signed with its reason, and nothing removed (heron.md §7, §8). */
import { type AuditPayload, detectSignatureVerifier, importPublicKey, verifyExport } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportProject } from '../../src/domain/export-project.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { readFinding } from '../../src/domain/findings/read-finding.js'
import { reviewFindings } from '../../src/domain/findings/review-findings.js'
import type { Operation } from '../../src/domain/operator-keys.js'
import { ok } from '../http/live-heron.js'
import { hash, receiptVerifies } from '../http/vendor-client.js'
import {
  CALLS,
  OBEDIENT,
  stated,
  startWorkedHeron,
  TIMINGS,
  type WorkedHeron,
} from '../worker/live-worker.js'

let heron: WorkedHeron
beforeEach(async () => {
  heron = await startWorkedHeron()
  ok(await heron.client.openSession('run'))
  const denied = ok(await heron.client.announce('run', 0, CALLS.DENY))
  ok(await heron.client.report(stated(denied, 'EXECUTED')))
})
afterEach(() => heron.close())

const because = (reason: string | null): Operation => ({ ...heron.operation, reason })
const firstId = (): string => heron.findings()[0]!.id
const read = (id = firstId()) => readFinding(heron.data.store, heron.operation.project, id)
const entries = (): AuditPayload[] =>
  (
    heron.database
      .prepare("select payload_text from log_entries where chain like 'project:%' order by seq")
      .pluck()
      .all() as string[]
  )
    .map((text) => JSON.parse(text) as AuditPayload)
    .filter(({ act }) => act.startsWith('finding.'))

describe('reviewing a finding', () => {
  it('resolve, reopen, resolve are three signed entries with reason and both ends; the finding stays as it was', async () => {
    const before = heron.findings()
    const jwks = { keys: heron.service.jwks().keys } as unknown as Parameters<typeof receiptVerifies>[1]
    expect(await reviewFindings(heron.data, because('a drill'), 'resolve', [firstId()])).toBe(1)
    expect((await read()).state).toBe('resolved')
    await reviewFindings(heron.data, because('it was no drill'), 'reopen', [firstId()])
    expect((await read()).state).toBe('open')
    await reviewFindings(heron.data, because('understood'), 'resolve', [firstId()])
    const subject = `finding:${firstId()}`
    expect(entries()).toMatchObject([
      {
        subject,
        act: 'finding.resolved',
        reason: 'a drill',
        before: { state: 'open' },
        after: { state: 'resolved' },
      },
      { subject, act: 'finding.reopened', before: { state: 'resolved' }, after: { state: 'open' } },
      { subject, act: 'finding.resolved', before: { state: 'open' }, after: { state: 'resolved' } },
    ])
    const rows = heron.database.prepare('select payload_text, kid, signature from log_entries').all()
    for (const { payload_text, kid, signature } of rows as Record<string, string>[]) {
      const receipt = {
        payload: JSON.parse(payload_text!) as unknown,
        alg: 'EdDSA',
        kid: kid!,
        signature: signature!,
      }
      expect(receiptVerifies(receipt, jwks)).toBe(true)
    }
    expect((await read()).events).toMatchObject([
      { event: 'resolved', review: { reason: 'a drill', actor: expect.stringMatching(/^actor_/) } },
      { event: 'reopened', review: { reason: 'it was no drill' } },
      { event: 'resolved', review: { reason: 'understood' } },
    ])
    expect(heron.findings()).toEqual(before)
  })

  it('writes nothing where a finding stands there already', async () => {
    expect(await reviewFindings(heron.data, because('x'), 'reopen', [firstId()])).toBe(0)
    await reviewFindings(heron.data, because('x'), 'resolve', [firstId(), firstId()])
    expect(await reviewFindings(heron.data, because('y'), 'resolve', [firstId()])).toBe(0)
    expect(entries()).toHaveLength(1)
  })

  it('needs a reason, which carries nothing about a person, since it is published as it is', async () => {
    for (const reason of [
      null,
      '',
      '   ',
      'x'.repeat(1001),
      'asked eve@example.org',
      'she is on +31 6 1234 5678',
    ]) {
      const refused = reviewFindings(heron.data, because(reason), 'resolve', [firstId()])
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request', pointer: '/reason' })
    }
    expect(entries()).toEqual([])
  })

  it('of another project, or of several with one that is none, changes nothing', async () => {
    const elsewhere = { ...because('x'), project: { ...heron.operation.project, projectId: 'prj_other' } }
    await expect(reviewFindings(heron.data, elsewhere, 'resolve', [firstId()])).rejects.toMatchObject({
      code: 'not_found',
    })
    const some = reviewFindings(heron.data, because('x'), 'resolve', [firstId(), 'fnd_none'])
    await expect(some).rejects.toMatchObject({ code: 'not_found' })
    await expect(readFinding(heron.data.store, elsewhere.project, firstId())).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(entries()).toEqual([])
  })

  it('by many at once is one entry, and the log stays one chain', async () => {
    const counts = await Promise.all(
      Array.from({ length: 10 }, (_, who) =>
        reviewFindings(heron.data, because(`no. ${who}`), 'resolve', [firstId()]),
      ),
    )
    expect(counts.filter((count) => count === 1)).toHaveLength(1)
    expect(entries()).toHaveLength(1)
    expect((await read()).events).toHaveLength(1)
  })
})

describe('fsck', () => {
  it('passes over honest reviews and finds altered ones, and a severity that is not the kind’s', async () => {
    await reviewFindings(heron.data, because('seen'), 'resolve', [firstId()])
    await reviewFindings(heron.data, because('not yet'), 'reopen', [firstId()])
    const check = () => checkStore(heron.data.store, heron.data.keyRing.published)
    expect(await check()).toMatchObject({ failed: 0, checked: { findings: 1, finding_events: 2 } })
    heron.database.liftGuards()
    heron.database.exec("update finding_events set event = 'resolved' where ordinal = 1")
    heron.database.exec("update findings set severity = 'low'")
    expect(await check()).toMatchObject({
      findings: [{ where: `findings ${firstId()}` }, { where: `finding_events ${firstId()} 1` }],
    })
    heron.database.exec('update finding_events set entry_seq = 99 where ordinal = 0')
    expect((await check()).findings.map(({ code }) => code)).toContain('missing')
  })
})

describe('a missing statement that arrives', () => {
  it('clears its finding whatever was reviewed before; reopening it is an operator’s word', async () => {
    const silent = ok(await heron.client.announce('run', 1, CALLS.ALLOW))
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    const { id } = heron.findings().find(({ kind }) => kind === 'MISSING_EXECUTION')!
    await reviewFindings(heron.data, because('the worker crashed'), 'resolve', [id])
    ok(await heron.client.report(stated(silent, 'EXECUTED')))
    expect(await read(id)).toMatchObject({
      state: 'cleared',
      events: [
        { event: 'resolved' },
        { event: 'cleared', review: null, execution_id: expect.stringMatching(/^exe_/) },
      ],
    })
    await reviewFindings(heron.data, because('why so late?'), 'reopen', [id])
    expect((await read(id)).state).toBe('open')
  })
})

describe('the export', () => {
  it('carries published findings with reviews and clearing, resolution receipts, and nothing unpublished; it verifies', async () => {
    const named = '<email:0123456789abcdef>'
    ok(await heron.client.openSession('named', { original_request: { hash: hash('r'), anchors: [named] } }))
    const stranger = { ...CALLS.ALLOW, args_redacted: { to: '<email:ffffffffffffffff>' } }
    const reached = ok(await heron.client.announce('named', 0, stranger))
    ok(await heron.client.report(stated(reached, OBEDIENT.ALLOW)))
    ok(await heron.client.announce('named', 1, CALLS.STEP_UP))
    const silent = ok(await heron.client.announce('named', 2, CALLS.ALLOW))
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    ok(await heron.client.report(stated(silent, 'FAILED')))
    const ids = heron.findings().map(({ id }) => id)
    await reviewFindings(heron.data, because('seen'), 'resolve', ids)
    await reviewFindings(heron.data, because('seen again'), 'reopen', ids.slice(0, 1))
    expect(heron.findings().map(({ kind }) => kind)).toContain('UNNAMED_RECIPIENT')

    const lines: string[] = []
    const parts = { ...heron.data, publishedKeys: heron.data.keyRing.published }
    const request = { project: heron.operation.project, since: null, until: null }
    for await (const line of exportProject(parts, request)) lines.push(line)
    const exported = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const findings = exported.filter(({ type }) => type === 'finding')
    expect(findings.map(({ kind }) => kind).sort()).toEqual([
      'EXECUTED_DESPITE_DENY',
      'MISSING_EXECUTION',
      'MISSING_EXECUTION',
    ])
    expect(findings.find(({ finding }) => finding === ids[0])!['reviews']).toMatchObject([
      { act: 'finding.resolved' },
      { act: 'finding.reopened' },
    ])
    const cleared = findings.filter(({ cleared_at }) => cleared_at !== null)
    expect(cleared).toMatchObject([{ kind: 'MISSING_EXECUTION', action: silent.body.action_id }])
    expect(exported.filter(({ type }) => type === 'resolution')).toHaveLength(1)
    expect(lines.join('\n')).not.toContain('UNNAMED_RECIPIENT')

    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
    const keys = heron.service.jwks().keys.map(({ kid, x }) => [kid, importPublicKey(x)!] as const)
    // eslint-disable-next-line @typescript-eslint/require-await -- a source is asynchronous by its type
    const source = (async function* () {
      yield bytes
    })()
    const report = await verifyExport(source, {
      tools: { verifySignature: await detectSignatureVerifier() },
      pinnedKeys: new Map(keys),
    })
    expect(report.checks.flatMap((check) => check.findings)).toEqual([])
  })
})
