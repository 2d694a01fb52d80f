/**
 * The privacy test of the whole system (heron.md §12): personal data sent through every door is found nowhere. Not in a
 * byte of the data directory, a log line, a metric, an answer, an export, a webhook, the event stream, or what the command
 * line prints.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { htmlPieces } from '../../src/domain/evidence-page/export-forms.js'
import { issueReviewerLink, setPublicOverview } from '../../src/domain/evidence-page/links.js'
import { readEvents } from '../../src/domain/event-stream/read-events.js'
import { exportProject } from '../../src/domain/export-project.js'
import { addWebhook } from '../../src/domain/webhooks/manage-webhooks.js'
import { TOPICS } from '../../src/domain/webhooks/topics.js'
import { createApp } from '../../src/http/app.js'
import { createLogger } from '../../src/http/logger.js'
import { startServer } from '../../src/http/server.js'
import { findPage } from '../../src/store/queries/evidence-pages.js'
import { type Sender, startWebhookSender } from '../../src/webhooks/sender.js'
import { startWorker } from '../../src/worker/worker.js'
import { VENDOR_KEY } from '../http/live-heron.js'
import { type Answer, hash, type Jsonish, statementOf, VendorClient } from '../http/vendor-client.js'
import { directoryBytes } from '../support/directory-bytes.js'
import { type Heron, startHeron } from '../support/heron.js'
import { ENGINE } from '../support/place.js'
import { CALLS } from '../worker/live-worker.js'
import { type Receiver, startReceiver } from '../webhooks/receiver.js'
import { asSearched, needlesOf, type Seed, seedsOf } from './seeds.js'

const HERON = fileURLToPath(new URL('../../../cli/bin/heron.js', import.meta.url))
const run = promisify(execFile)

let heron: Heron
let client: VendorClient
let url: string
let receiver: Receiver
let sender: Sender
let close: () => Promise<void>
let door = 0
const sent: Seed[] = []
const logs: string[] = []
const answers: string[] = []
const worked: string[] = []

beforeAll(async () => {
  heron = await startHeron({ webhookAllowPrivate: true })
  // A project that lets some members through: what they hold is scrubbed, not merely left out.
  const database = heron.place.openDatabase()
  database.exec(`update project_settings set allowlist_text = '["note","deep.list"]'`)
  database.close()
  const logger = createLogger('debug', { write: (line: string) => logs.push(line) })
  const worker = startWorker({ service: heron.service, intervalMs: 0 })
  receiver = await startReceiver()
  sender = startWebhookSender({ service: heron.service, intervalMs: 0, now: heron.clock.now })
  await addWebhook(heron.service.operatorParts, heron.operation, {
    url: receiver.url,
    topics: TOPICS,
  })
  const app = createApp({ service: heron.service, now: heron.clock.now, logger, worker, sender })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  url = server.url
  client = new VendorClient(url, heron.apiKey, VENDOR_KEY)
  await keep(client.openSession('run_1'))
  close = async () => {
    await worker.stop()
    await sender.stop()
    await receiver.close()
    await server.close()
    await heron.close()
  }
  await sendThroughEveryDoor()
  heron.clock.advance(2 * 3_600_000)
  while (await worker.tick());
  await sendWebhooks()
  worked.push(await (await fetch(`${url}/metrics`)).text())
}, 120_000)
afterAll(() => close())

async function sendWebhooks(): Promise<void> {
  do await sender.idle()
  while (await sender.tick())
}

async function keep(answer: Promise<Answer>): Promise<Answer> {
  const kept = await answer
  answers.push(JSON.stringify(kept.body), JSON.stringify([...kept.headers]))
  return kept
}

/** Fresh seeds, one request for each. */
async function through(send: (text: string, number: number) => Promise<Answer>, refused = false) {
  door += 1
  for (const [index, seed] of seedsOf(door).entries()) {
    if (refused && !seed.refusedAsId) continue
    sent.push(seed)
    const answer = await keep(send(seed.text, door * 100 + index))
    if (refused) expect([answer.status, seed.text], seed.text).toEqual([400, seed.text])
    else expect(answer.status, JSON.stringify(answer.body)).not.toBe(500)
  }
}

async function sendThroughEveryDoor(): Promise<void> {
  await sessions()
  await actions()
  await executions()
  await catalogues()
  await addressesAndHeaders()
  await brokenBodies()
}

async function sessions(): Promise<void> {
  const open = (changes: Jsonish, n: number) =>
    client.openSession(`run_s${n.toString()}`, changes, `open ${n.toString()}`)
  const agent = { external_id: 'a1' }
  await through((text, n) => open({ agent: { ...agent, name: `for ${text}` } }, n))
  await through((text, n) => open({ agent: { external_id: text } }, n), true)
  await through((text, n) => open({ agent: { ...agent, version: text } }, n), true)
  await through((text, n) => open({ external_id: text }, n), true)
  await through((text, n) => open({ principal: { type: 'human', ref: text } }, n), true)
  await through((text, n) => open({ task: { ref: text } }, n), true)
  await through((text, n) => open({ task: { ref: 't', parent_session_external_id: text } }, n), true)
  await through((text, n) => open({ grant: { hash: hash('g'), ref: text } }, n), true)
  const scope = (value: Jsonish) => ({ grant: { hash: hash('g'), scope: value } })
  await through((text, n) => open(scope({ allowed_tools: [text] }), n), true)
  await through((text, n) => open(scope({ bounds: { a: [{ b: text }] } }), n), true)
  await through((text, n) => open(scope({ bounds: { [text]: 1 } }), n), true)
  await through((text, n) => open({ original_request: { hash: hash('r'), anchors: [text] } }, n))
  await through((text, n) => open({ original_request: { hash: text, anchors: [] } }, n))
  await through((text, n) => open({ started_at: text, [text]: text }, n))
}

async function actions(): Promise<void> {
  const announce = (changes: Jsonish, n: number) => client.announce('run_1', n, changes)
  const args = (value: Jsonish) => ({ args_redacted: value })
  await through((text, n) => announce(args({ to: text }), n))
  await through((text, n) => announce(args({ note: `please tell ${text} soon` }), n))
  await through((text, n) => announce(args({ deep: { list: [[text], [[`(${text})`]]] } }), n))
  await through((text, n) => announce(args({ [text]: { [`x ${text}`]: [text] } }), n))
  await through((text, n) => announce({ ...CALLS.STEP_UP, ...args({ to: text, note: text }) }, n))
  await through((text, n) => announce({ resource_ref: `mailbox of ${text}` }, n))
  await through((text, n) => announce({ signals: { op: text, note: text, [text]: text } }, n))
  await through((text, n) => announce({ signals: { human_authorized: true, approver: text } }, n))
  await through((text, n) =>
    announce({ signals: { resolves_action: text, human_decision: text, approver: text } }, n),
  )
  const inference = { inferred: 'data_class', data_class: 'none', inference_prompt_hash: hash('p') }
  await through((text, n) =>
    announce({ signals: { ...inference, inference_model: text, inference_slice: text } }, n),
  )
  await through((text, n) => announce({ tool: { name: text } }, n), true)
  await through((text, n) => announce({ tool: { name: 'crm.read', provider: text, server: text } }, n))
  await through((text, n) => announce({ args_hash: text, chain: { prev_hash: text } }, n))
  await through((text, n) => announce({ session_external_id: text }, n))
  await through((text, n) => announce({ requested_at: text }, n))
  // The same call again under other words, and another call under the same key.
  await through((text) => client.announce('run_1', 7, args({ to: text }), 'one key'))
  await through((text) =>
    client.announce('run_1', 8, { ...args({ to: text }), args_hash: hash(text) }, 'one key'),
  )
}

async function executions(): Promise<void> {
  const call = await client.announce('run_1', 1)
  const report = (changes: Jsonish, key?: string) =>
    client.report(statementOf(call, 'EXECUTED', changes), key ?? hash(changes))
  await through((text) => report({ action_id: text }), true)
  await through((text) => report({ decision_id: text }), true)
  await through((text) => report({ result_hash: text }))
  await through((text) => report({ outcome: text }))
  await through((text) => report({ executed_at: text }))
  const signature = (value: Jsonish) =>
    client.send(
      'POST',
      '/v1/executions',
      { ...statementOf(call, 'EXECUTED'), signature: { kid: 'k1', alg: 'Ed25519', value: 'x', ...value } },
      hash(value),
    )
  await through((text) => signature({ kid: text }), true)
  await through((text) => signature({ value: text }))
  await through((text) => client.send('POST', '/v1/executions', [{ [text]: text }, text], hash(text)))
}

async function catalogues(): Promise<void> {
  const put = (tool: Jsonish) => client.putCatalog([{ name: 'crm.read', signals: {}, ...tool }])
  await through((text) => put({ name: text }), true)
  await through((text) => put({ aliases: [text] }), true)
  await through((text) => put({ provider: text }), true)
  await through((text) => put({ server: text }), true)
  await through((text) => put({ signals: { op: text } }))
  await through((text) => put({ signals: { [text]: 'read' } }))
  await through((text) => put({ [text]: text }))
}

async function addressesAndHeaders(): Promise<void> {
  const get = (path: string) => client.get(path)
  await through((text) => get(`/v1/sessions/${encodeURIComponent(text)}`))
  await through((text) =>
    client.send('POST', `/v1/sessions/${encodeURIComponent(text)}/close`, {}, hash(text)),
  )
  await through((text) => get(`/v1/actions/${encodeURIComponent(text)}`))
  await through((text) => get(`/v1/policies/${encodeURIComponent(text)}?x=${encodeURIComponent(text)}`))
  await through((text) => get(`/nowhere/${encodeURIComponent(text)}`))
  await through((text) => rawGet(`/v1/sessions/%zz${encodeURIComponent(text)}`))
  await through((text) => rawGet(`/e/${encodeURIComponent(text)}?t=${encodeURIComponent(text)}`))
  await through((text, n) => client.openSession(`run_k${n.toString()}`, {}, encodeURIComponent(text)))
  const header = (name: string) => (text: string) =>
    rawGet('/v1/policy', { authorization: `Bearer ${heron.apiKey}`, [name]: encodeURIComponent(text) })
  for (const name of ['user-agent', 'cookie', 'x-request-id', 'traceparent', 'referer', 'x-forwarded-for'])
    await through(header(name))
  await through((text) => rawGet('/v1/policy', { authorization: `Bearer ${encodeURIComponent(text)}` }))
  await through((text) => rawGet('/v1/policy', { authorization: encodeURIComponent(text) }))
}

async function brokenBodies(): Promise<void> {
  const post = (body: string) => client.send('POST', '/v1/actions', body)
  const quoted = (text: string) => JSON.stringify(text)
  await through((text) => post(`{"a":${text}}`))
  await through((text) => post(`{${quoted(text)}:1,${quoted(text)}:2}`))
  await through((text) => post(`{"tool":{${quoted(text)}:1e400}}`))
  await through((text) => post(`{${quoted(text)}:"\\ud800"}`))
  await through((text) => post(quoted(text)))
}

/** With bytes in address and headers that fetch would not send. */
function rawGet(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(url, { path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body, headers: new Headers() })
      })
    })
    sending.on('error', reject)
    sending.end()
  })
}

function expectNone(where: string, content: string | Uint8Array, seeds: readonly Seed[] = sent): void {
  const searched = asSearched(content)
  const found = new Map<string, string>()
  for (const seed of seeds) {
    for (const needle of needlesOf(seed)) {
      const at = searched.indexOf(needle)
      if (at !== -1) found.set(seed.text, searched.slice(Math.max(0, at - 120), at + 80))
    }
  }
  expect(Object.fromEntries(found), where).toEqual({})
}

async function exported(): Promise<string> {
  const parts = { ...heron.data, publishedKeys: heron.data.keyRing.published }
  const { project } = heron.operation
  const request = { project, since: null, until: null, includeGrants: true }
  const lines: string[] = []
  for await (const line of exportProject(parts, request)) lines.push(line)
  return lines.join('\n')
}

async function printed(argv: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const command = run(process.execPath, [HERON, ...argv], { maxBuffer: 64 * 1024 * 1024 })
  const ended = await command.catch((error: unknown) => error as Awaited<typeof command> & { code: number })
  return { code: 'code' in ended ? ended.code : 0, text: ended.stdout + ended.stderr }
}

async function endOfStream(): Promise<string | undefined> {
  let cursor: string | undefined
  for (;;) {
    const page = await readEvents(heron.data.store, heron.operation.project, { cursor })
    if (page.events.length === 0) return cursor
    cursor = page.nextCursor
  }
}

describe('personal data sent through every door', () => {
  it('is what this test believes it sends', () => {
    expect(sent.length).toBeGreaterThan(500)
    expect(logs.length).toBeGreaterThan(500)
    // The search finds what is there.
    expect(() => {
      expectNone('a text', 'so says MARIA.LOPEZ1@acme1.example')
    }).toThrow()
  })

  // A server's files are its own; what it holds is looked at table by table on both engines.
  if (ENGINE === 'sqlite') {
    it('is in no byte of the data directory, write-ahead log included', () => {
      const files = directoryBytes(heron.directory)
      expect(files.map(([name]) => name)).toContain('heron.sqlite-wal')
      for (const [name, bytes] of files) expectNone(name, bytes)
    })
  }

  it('is in no log line at debug level, and in no metric', () => {
    expectNone('the logs', logs.join(''))
    expectNone('the metrics', worked.join(''))
  })

  it('is in no answer, problems included', () => {
    expectNone('the answers', answers.join('\n'))
  })

  it('is in no export', async () => {
    expectNone('the export', await exported())
  })

  it('is in no page that verifies itself', async () => {
    const lines = (async function* (): AsyncGenerator<string> {
      yield* (await exported()).split('\n')
    })()
    let page = ''
    for await (const piece of htmlPieces('<a>@@HERON_EXPORT@@</a>', lines)) page += piece
    const inside = gunzipSync(Buffer.from(/^<a>(.*)<\/a>$/.exec(page)?.[1] ?? '', 'base64'))
    expect(inside.length).toBeGreaterThan(100_000)
    expectNone('the page', inside)
  })

  it('is in nothing that a webhook is told, address and headers included', () => {
    expect(receiver.received.length).toBeGreaterThan(20)
    const topics = new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type))
    expect([...topics]).toEqual(
      expect.arrayContaining(['finding.raised', 'issue.opened', 'decision.step_up', 'approval.answered']),
    )
    expectNone('the webhooks', JSON.stringify(receiver.received))
  })

  it('is in no line of the event stream', async () => {
    const headers = { authorization: `Bearer ${heron.apiKey}` }
    let cursor = ''
    let lines = 0
    for (;;) {
      const response = await fetch(`${url}/v1/events${cursor}`, { headers })
      const text = await response.text()
      if (text === '') break
      expectNone('the event stream', text)
      lines += text.split('\n').length - 1
      cursor = `?cursor=${response.headers.get('heron-next-cursor') ?? ''}`
    }
    expect(lines).toBeGreaterThan(100)
  })

  it('is in nothing that the evidence page asks for and shows', async () => {
    const { token } = await issueReviewerLink(heron.data, heron.operation, { label: 'auditor' })
    const database = heron.place.openDatabase()
    const ids = (sql: string): string[] => database.prepare(sql).pluck().all() as string[]
    const [slug = ''] = ids('select slug from evidence_pages')
    const sessions = ids('select id from sessions')
    const actions = ids('select id from actions')
    database.close()
    const paths = [
      ...['summary', 'posture', 'findings?limit=200', 'runs?limit=200', 'policy', 'signals', 'log?limit=200'],
      ...['keys', 'snapshots', 'export?format=ndjson', 'export?format=csv'],
      ...sessions.flatMap((id) => [`runs/${id}`, `runs/${id}/calls?limit=200`]),
      ...actions.map((id) => `actions/${id}`),
    ]
    let shown = 0
    for (const path of paths) {
      const response = await fetch(`${url}/e/${slug}/api/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const text = await response.text()
      expect(response.status, `${path}: ${text}`).toBe(200)
      expectNone(path, text)
      shown += text.length
    }
    expect(actions.length).toBeGreaterThan(20)
    expect(shown).toBeGreaterThan(100_000)
  })

  it.runIf(existsSync(HERON))(
    'is in nothing that the command line prints or writes',
    async () => {
      const file = join(heron.directory, 'out.ndjson')
      const { url = '', keyRing = '' } = JSON.parse(heron.place.location) as {
        url?: string
        keyRing?: string
      }
      const data =
        ENGINE === 'sqlite' ? ['--data', heron.directory] : ['--database-url', url, '--key-ring', keyRing]
      for (const argv of [
        ['export', ...data, '-o', file],
        ['verify', file],
        ['verify', file, '--json'],
        ['fsck', ...data, '--json'],
        ['report', ...data],
        ['report', ...data, '--format', 'json'],
      ]) {
        const { code, text } = await printed(argv)
        // A usage error prints nothing, and would prove nothing.
        expect(code, text).not.toBe(2)
        expectNone(argv.join(' '), text)
      }
      expectNone(file, readFileSync(file))
    },
    60_000,
  )
})

describe('an error code that says too much', () => {
  const code = { text: 'failed for rosa.code@acme.example', refusedAsId: false }

  it('stands in the signed bytes it belongs to, and nowhere else', async () => {
    const beforeCall = await endOfStream()
    const call = await client.announce('run_1', 2, CALLS.DENY)
    const statement = statementOf(call, 'FAILED', { error_code: code.text })
    await keep(client.report(statement, 'code'))
    // Another meaning under that key leaves a trace, which is no evidence.
    const conflict = await keep(client.report({ ...statement, error_code: `${code.text}!` }, 'code'))
    expect(conflict.status).toBe(409)
    await keep(client.get(`/v1/actions/${String(call.body.action_id)}`))
    heron.clock.advance(2 * 3_600_000)
    const worker = startWorker({ service: heron.service, intervalMs: 0 })
    while (await worker.tick());
    await worker.stop()
    await sendWebhooks()
    const told = receiver.received.map(({ body }) => body)
    expect(told.some((body) => body.includes(String(call.body.action_id)))).toBe(true)
    const { store } = heron.data
    const { events } = await readEvents(store, heron.operation.project, { cursor: beforeCall })
    expect(JSON.stringify(events)).toContain('<redacted:error_code>')
    const outside = [...answers, ...logs, ...told, JSON.stringify(events), await exported()]
    expectNone('answers, logs, webhooks, events and export', outside.join('\n'), [code])
    const database = heron.place.openDatabase()
    const holders = database
      .tables()
      .filter((table) =>
        JSON.stringify(database.prepare(`select * from ${table}`).all()).includes('rosa.code'),
      )
    database.close()
    expect(holders).toEqual(['executions'])
  })
})

describe('who asks for a link', () => {
  it('stands in the operator’s list for 30 days, and nowhere else or after', async () => {
    const asks = seedsOf(90_000)
    const project = { organization_id: heron.tenant.organizationId, project_id: heron.tenant.projectId }
    await setPublicOverview(heron.data, { ...heron.operation, reason: 'we publish it' }, true)
    const page = await heron.data.store.first(findPage, project)
    for (const { text } of asks) {
      const body = { name: `it is ${text}`, why: `call ${text}`, email: 'rosa.asks@acme.example' }
      await keep(client.send('POST', `/e/${page?.slug ?? ''}/api/requests`, body, hash(text)))
    }
    const tablesWith = (needle: string): string[] => {
      const database = heron.place.openDatabase()
      const holders = database
        .tables()
        .filter((table) => JSON.stringify(database.prepare(`select * from ${table}`).all()).includes(needle))
      database.close()
      return holders
    }
    expect(tablesWith('rosa.asks')).toEqual(['link_requests'])
    await sendWebhooks()
    const outside = [...answers, ...logs, JSON.stringify(receiver.received), await exported()].join('\n')
    expectNone('answers, logs, webhooks and export', outside, asks)
    expectNone('the metrics', await (await fetch(`${url}/metrics`)).text(), asks)

    heron.clock.advance(30 * 86_400_000 + 3_600_000)
    const worker = startWorker({ service: heron.service, intervalMs: 0 })
    while (await worker.tick());
    await worker.stop()
    expect(tablesWith('rosa.asks')).toEqual([])
  })
})
