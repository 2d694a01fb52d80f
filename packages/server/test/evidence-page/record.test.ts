import {
  detectSignatureVerifier,
  importPublicKey,
  signCatalog,
  verifyExport,
  type VerificationReport,
} from '@heron/evidence'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingStep } from '../../src/domain/findings.js'
import { actionRequest, executionRequest, sessionRequest, VENDOR } from '../support/heron.js'
import { type LivePage, startLivePage } from './live-page.js'

let page: LivePage
/** By tool. */
const actions = new Map<string, { action_id: string; decision: { decision_id: string; verdict: string } }>()
const sessions: string[] = []

/** What names or could name a person, and must be nowhere. */
const SECRETS = ['owner@vendor.example', 'auditor', 'first reviewer', 'jane@customer.example']

beforeAll(async () => {
  page = await startLivePage()
  const { service, context, clock } = page.heron
  const catalog = {
    v: 1,
    tools: [
      { name: 'crm.read', signals: { op: 'read' } },
      { name: 'crm.silent', signals: {} },
    ],
  } as const
  await service.putToolCatalog(signCatalog(catalog, VENDOR), context('catalog'))
  const open = async (name: string, changes = {}): Promise<void> => {
    clock.advance(1000)
    const { session_id } = await service.openSession(
      sessionRequest(name, changes),
      context(`session:${name}`),
    )
    sessions.push(session_id)
  }
  const announce = async (session: string, seq: number, tool: string, signals = {}): Promise<void> => {
    clock.advance(10)
    const request = actionRequest(session, seq, { tool: { name: tool }, signals })
    actions.set(tool, await service.announceAction(request, context(`action:${session}:${seq}`)))
  }
  await open('s1', { agent: { external_id: 'agent_1', name: 'Jane’s agent' }, task: { ref: 'job_1' } })
  await announce('s1', 1, 'crm.read')
  await announce('s1', 2, 'crm.silent', { op: 'send', destination: 'external' })
  await announce('s1', 3, '=cmd.delete', { instructions_hash: `sha256:${'0'.repeat(64)}` })
  await open('s2', { task: { ref: 'job_2', parent_session_external_id: 's1' } })
  await announce('s2', 1, 'pay.transfer', { data_class: 'financial' })
  const read = actions.get('crm.read')!
  await service.reportExecution(executionRequest(read), context('execution:1'))
  await service.reportExecution(executionRequest(read, { outcome: 'FAILED' }), context('execution:2'))
  const paid = actions.get('pay.transfer')!
  await service.reportExecution(
    executionRequest(paid, { error_code: 'jane@customer.example' }),
    context('execution:3'),
  )
  await service.closeSession('s1', context('close:s1'))
  clock.advance(120_000)
  await service.reconcileDue(100)
})
afterAll(() => page.close())

async function verified(bytes: Uint8Array): Promise<VerificationReport> {
  const pinnedKeys = new Map(
    page.heron.service.jwks().keys.map(({ kid, x }) => [kid, importPublicKey(x)!] as const),
  )
  const tools = { verifySignature: await detectSignatureVerifier() }
  // eslint-disable-next-line @typescript-eslint/require-await -- a source is asynchronous by its type
  const source = (async function* () {
    yield bytes
  })()
  return verifyExport(source, { tools, pinnedKeys })
}

async function download(format: string): Promise<{ readonly bytes: Buffer; readonly headers: Headers }> {
  const response = await fetch(`${page.url}/e/${page.slug}/api/export?format=${format}`, {
    headers: { authorization: `Bearer ${page.token}` },
  })
  expect(response.status).toBe(200)
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}

describe('the first screen', () => {
  it('counts exactly', async () => {
    const { body } = await page.ask('summary')
    expect(body.counts).toEqual({
      sessions: 2,
      open_sessions: 1,
      actions: 4,
      actions_with_statement: 2,
      verdicts: { ALLOW: 1, DENY: 1, STEP_UP: 1, MODIFY: 1, DEFER: 0 },
    })
    expect(body.findings).toMatchObject([
      { kind: 'EXECUTED_DESPITE_DENY', severity: 'high', open: 1, reviewed: 0 },
    ])
    expect(body.first_record_at < body.last_record_at).toBe(true)
  })

  it('has nine claims, and says of the broken one where to look', async () => {
    const { body } = await page.ask('posture')
    expect(body.claims).toHaveLength(9)
    const marks = Object.fromEntries(
      body.claims.map(({ id, mark }: { id: string; mark: string }) => [id, mark]),
    )
    expect(marks).toMatchObject({
      R1: 'gap',
      R2: 'verified',
      R3: 'verified',
      R5: 'verified',
      R7: 'declared',
      R8: 'declared',
      R9: 'gap',
    })
    expect(body.claims[0].records).toEqual({ tab: 'findings', filter: {} })
  })
})

describe('the lists', () => {
  const ids = async (path: string): Promise<string[]> =>
    (await page.ask(path)).body.items.map(({ session }: { session: string }) => session)

  it('of runs are newest first, paged without a gap, and filtered by agent, verdict and finding', async () => {
    const [first, second] = sessions
    expect(await ids('runs')).toEqual([second, first])
    const page1 = (await page.ask('runs?limit=1')).body
    const page2 = (await page.ask(`runs?limit=1&cursor=${page1.next_cursor as string}`)).body
    expect([page1.items[0].session, page2.items[0].session]).toEqual([second, first])
    expect(await ids('runs?agent=agent_1')).toEqual([first])
    expect(await ids('runs?verdict=DENY')).toEqual([second])
    expect(await ids('runs?finding=EXECUTED_DESPITE_DENY&verdict=DENY&agent=a1')).toEqual([second])
    expect(await ids('runs?finding=EXECUTED_DESPITE_DENY&agent=agent_1')).toEqual([])
    expect(await ids('runs?agent=nobody')).toEqual([])
  })

  it.each([
    'runs?verdict=MAYBE',
    'runs?finding=UNNAMED_RECIPIENT',
    'findings?state=x',
    'runs?limit=0',
    'runs?limit=201',
    'runs?cursor=nonsense',
    'runs?agent=a&agent=b',
    'export?format=pdf',
  ])('refuse %s', async (path) => {
    expect((await page.ask(path)).body).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('of calls stand in the order of the chain, each with what the vendor said and what was found', async () => {
    const { body } = await page.ask(`runs/${sessions[0]!}/calls?limit=2`)
    expect(body.items).toMatchObject([
      {
        position: 1,
        tool: 'crm.read',
        verdict: 'ALLOW',
        dimensions: { operation: { value: 'read', source: 'catalogued' } },
        outcomes: [{ outcome: 'EXECUTED' }, { outcome: 'FAILED' }],
      },
      { position: 2, verdict: 'STEP_UP', outcomes: [] },
    ])
    const rest = (await page.ask(`runs/${sessions[0]!}/calls?cursor=${body.next_cursor as string}`)).body
    expect(rest.items).toMatchObject([{ position: 3, prev_hash: body.items[1].record_hash }])
    expect(rest.next_cursor).toBe(null)
  })

  it('show how runs belong together', async () => {
    const [first, second] = sessions
    expect((await page.ask(`runs/${first!}`)).body).toMatchObject({
      child_sessions: [second],
      actions: 3,
      closed_at: expect.any(String) as string,
    })
    expect((await page.ask(`runs/${second!}`)).body).toMatchObject({ parent_session: first, closed_at: null })
  })

  it('of findings hold only the published kinds', async () => {
    const { tenant, data, clock } = page.heron
    const finding = { kind: 'UNNAMED_RECIPIENT', subject: actions.get('crm.read')!.action_id } as const
    await data.store.commit([findingStep(tenant, 'fnd_zzz', clock.now(), finding)])
    const { body } = await page.ask('findings')
    expect(body.items).toMatchObject([{ kind: 'EXECUTED_DESPITE_DENY', tool: 'pay.transfer', reviews: [] }])
    expect((await page.ask('summary')).text).not.toContain('UNNAMED_RECIPIENT')
    expect((await page.ask('findings?state=reviewed')).body.items).toEqual([])
    expect((await page.ask('findings?kind=UNNAMED_RECIPIENT')).status).toBe(400)
  })
})

describe('one call', () => {
  it('has its record, both receipts, the statements and the rule’s text', async () => {
    const { action_id: id } = actions.get('pay.transfer')!
    const { body } = await page.ask(`actions/${id}`)
    expect(body).toMatchObject({
      session: sessions[1],
      record: { kind: 'action', action: id, tool: 'pay.transfer' },
      decision: { payload: { kind: 'decision', verdict: 'DENY' }, alg: 'EdDSA' },
      evaluation: { payload: { kind: 'evaluation' } },
      rule: { id: 'heron.money.deny', text: expect.stringContaining('refused') as string },
      findings: [{ kind: 'EXECUTED_DESPITE_DENY' }],
    })
    // Its error code is somebody's address: withheld, and said so.
    expect(body.statements).toMatchObject([
      { statement: { error_code: '<redacted:error_code>' }, note: 'error_code_withheld' },
    ])
  })
})

describe('the controls', () => {
  it('say how often each rule decided', async () => {
    const { body } = await page.ask('policy')
    expect(body.bundles).toHaveLength(1)
    expect(body.bundles[0]).toMatchObject({
      policy_hash: body.in_force,
      decisions: 4,
      decided: {
        'heron.read.allow': 1,
        'heron.external_send.step_up': 1,
        'heron.irreversible_delete.modify': 1,
        'heron.money.deny': 1,
      },
    })
    expect(body.disabled).toEqual([])
  })

  it('say where each dimension came from, and what the catalogue leaves out', async () => {
    const { body } = await page.ask('signals')
    expect(body.dimensions.operation).toEqual({
      declared: 1,
      catalogued: 1,
      inferred: 0,
      derived: 2,
      unknown: 0,
    })
    expect(body.tools).toEqual({
      described: ['crm.read'],
      listed: ['crm.silent'],
      absent: ['=cmd.delete', 'pay.transfer'],
    })
    expect(body.commitments).toEqual({
      instructions: 1,
      shown_text: 0,
      grants: 0,
      tasks: 2,
      sessions: 2,
      actions: 4,
    })
    expect(body.catalog.signature_valid).toBe(true)
  })

  it('name every key and every act from the first entry on', async () => {
    const { body: keys } = await page.ask('keys')
    expect(keys.vendor).toMatchObject([{ kid: 'k1', revoked_at: null }])
    expect(keys.heron).toHaveLength(1)
    const first = (await page.ask('log?limit=2')).body
    const rest = (await page.ask(`log?cursor=${first.next_cursor as string}`)).body
    const seqs = [...first.items, ...rest.items].map(({ receipt }) => receipt.payload.seq)
    expect(seqs).toEqual(seqs.map((_, index) => index))
  })
})

describe('the export', () => {
  it.each(['ndjson', 'gz', 'json'])('as %s verifies offline', async (format) => {
    const { bytes, headers } = await download(format)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="evidence\./)
    const report = await verified(format === 'gz' ? gunzipSync(bytes) : bytes)
    expect(report.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([])
    expect(report.totals).toMatchObject({ sessions: 2, actions: 4, statements: 3 })
  })

  it('as HTML holds the very same evidence', async () => {
    const { bytes } = await download('html')
    const inside = /gzip">([^<]+)</.exec(bytes.toString())![1]!
    const lines = gunzipSync(Buffer.from(inside, 'base64'))
    expect((await verified(lines)).totals).toMatchObject({ actions: 4 })
  })

  it('as CSV is a row a call, in which nothing runs', async () => {
    const { bytes, headers } = await download('csv')
    const rows = bytes.toString().trimEnd().split('\r\n')
    expect(headers.get('content-type')).toContain('text/csv')
    expect(rows).toHaveLength(5)
    expect(rows[3]).toContain(",'=cmd.delete,")
    expect(rows.slice(1).every((row) => row.startsWith('ses_'))).toBe(true)
  })

  it('fails in the verifier when one letter is another', async () => {
    const { bytes } = await download('ndjson')
    const altered = Buffer.from(bytes.toString().replace('"tool":"crm.read"', '"tool":"crm.raed"'))
    expect((await verified(altered)).outcome).toBe('fail')
  })
})

describe('nothing that is served', () => {
  it('names a person', async () => {
    for (const path of [
      'summary',
      'posture',
      'findings',
      'runs',
      'policy',
      'signals',
      'log',
      'keys',
      'snapshots',
    ]) {
      const { text } = await page.ask(path)
      for (const secret of SECRETS) expect(text, `${path}: ${secret}`).not.toContain(secret)
    }
  })
})

describe('a snapshot', () => {
  it('is signed, listed, and compared with what came later', async () => {
    const taken = await page.ask('snapshots', page.token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(taken.body).toMatchObject({
      sessions: 2,
      actions: 4,
      digest: expect.stringMatching(/^sha256:/) as string,
    })
    const { id } = taken.body
    expect((await page.ask('snapshots')).body.items).toEqual([taken.body])
    const { body: receipt } = await page.ask(`snapshots/${id as string}`)
    expect(receipt.payload).toMatchObject({
      kind: 'snapshot',
      v: 1,
      snapshot: id,
      heads: [{ actions: 3 }, { actions: 1 }],
    })
    const compare = async () => (await page.ask(`snapshots/${id as string}/compare`)).body
    expect(await compare()).toEqual({
      snapshot: taken.body,
      added: { sessions: 0, actions: 0, findings: 0 },
      vanished: [],
    })

    const { service, context } = page.heron
    await service.openSession(sessionRequest('s3'), context('session:s3'))
    await service.announceAction(actionRequest('s3', 1), context('action:s3'))
    await service.announceAction(actionRequest('s2', 2), context('action:s2:2'))
    expect(await compare()).toMatchObject({ added: { sessions: 1, actions: 2, findings: 0 }, vanished: [] })
  })

  it('shows what somebody took out of the database, or wrote over', async () => {
    const { body } = await page.ask('snapshots')
    const { id } = body.items[0]
    const { database } = page
    database.liftGuards()
    database
      .prepare('update actions set record_hash = ? where session_id = ? and position = 3')
      .run('sha256:other', sessions[0])
    database.prepare('delete from actions where session_id = ? and position = 1').run(sessions[1])
    database.exec("update log_entries set entry_hash = 'sha256:x' where chain like 'project:%'")
    const { vanished } = (await page.ask(`snapshots/${id as string}/compare`)).body
    expect(vanished).toMatchObject([
      { what: 'head', id: sessions[0] },
      { what: 'action', id: sessions[1] },
      { what: 'log_entry' },
    ])
    database.exec('delete from sessions')
    expect((await page.ask(`snapshots/${id as string}/compare`)).body.vanished).toMatchObject([
      { what: 'session', id: sessions[0] },
      { what: 'session', id: sessions[1] },
      { what: 'log_entry' },
    ])
  })

  it('stays readable over a database that somebody filled with nonsense', async () => {
    page.database.exec("update actions set record_text = 'x', decision_text = '{', evaluation_text = 'null'")
    for (const path of ['summary', 'posture', 'findings', 'runs', 'policy', 'signals', 'log', 'keys']) {
      expect((await page.ask(path)).status, path).toBe(200)
    }
    const posture = (await page.ask('posture')).body
    expect(posture.claims[4]).toMatchObject({ id: 'R5', mark: 'failed' })
  })
})
