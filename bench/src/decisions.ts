/**
 * `npm run bench -- decisions`: whole durable decisions over HTTP, on many sessions and on one hot session, beside the
 * rate at which this machine signs and beside an empty Fastify route, all in one run: the ratios may be compared
 * between machines, the figures may not. Flags: `--seconds N` for each phase (default 8); `--engine postgres
 * --processes N` for the same on a private PostgreSQL cluster, answered by so many processes (default 2).
 */
import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashJson } from '@heron/evidence'
import { createApp, createDataDirectory, createService, openDataDirectory, startServer } from '@heron/server'
import Fastify from 'fastify'
import { type BenchmarkReport, type Figure, rate } from './benchmark.js'
import type { ClientResult, ClientTask } from './decisions/client.js'
import { startPostgresHeron } from './decisions/postgres.js'

const CLIENTS = 64
const MANY_SESSIONS = 256
const MANY_SESSIONS_ON_POSTGRES = 10_000
const AIM = 0.35

export async function decisions(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = args.indexOf('--seconds')
  const measureMs = (flag < 0 ? 8 : Number(args[flag + 1])) * 1000
  const phase = { sockets: CLIENTS, warmUpMs: 2000, measureMs }
  if (args.includes('postgres')) return decisionsOnPostgres(args, phase)

  const before = signingRate()
  const route = await measureEmptyRoute(phase)
  const [many, hot] = await measureHeron(phase)
  // Taken on both ends, since the machine may have slowed down or sped up in between.
  const signing = (before + signingRate()) / 2

  const figures: Figure[] = [
    { name: 'Ed25519 signatures, one thread', value: signing, unit: '/s' },
    { name: 'empty Fastify route', value: route.calls / route.seconds, unit: 'calls/s' },
    ...figuresOf(`${MANY_SESSIONS} sessions`, many, signing, route),
    ...figuresOf('one hot session', hot, signing, route),
  ]
  const notes = [`${CLIENTS} keep-alive sockets in one other process; every answer waited for its fsync`]
  return { benchmark: 'decisions', figures, notes }
}

async function decisionsOnPostgres(args: readonly string[], phase: Phase): Promise<BenchmarkReport> {
  const flag = args.indexOf('--processes')
  const processes = flag < 0 ? 2 : Number(args[flag + 1])
  const { ports, apiKey, insertsPerSecond, close } = await startPostgresHeron(processes)
  try {
    const seconds = phase.measureMs / 1000
    const before = insertsPerSecond(CLIENTS, seconds)
    const url = `http://127.0.0.1:${ports[0] ?? 0}`
    const sessions = Array.from({ length: MANY_SESSIONS_ON_POSTGRES }, (_, index) => `run_${index}`)
    for (let at = 0; at < sessions.length; at += CLIENTS)
      await Promise.all(sessions.slice(at, at + CLIENTS).map((name) => openSession(url, apiKey, name)))
    for (const name of ['hot', 'shared']) await openSession(url, apiKey, name)
    const many = await load({ ...phase, ports, apiKey, sessions })
    const hot = await load({ ...phase, ports: ports.slice(0, 1), apiKey, sessions: ['hot'] })
    const shared = await load({ ...phase, ports, apiKey, sessions: ['shared'] })
    const inserts = (before + insertsPerSecond(CLIENTS, seconds)) / 2
    const [onSqlite] = await measureHeron(phase)
    const perSecond = ({ calls, seconds }: ClientResult): number => calls / seconds
    const of = (name: string, result: ClientResult): Figure[] => [
      { name: `${name}: decisions`, value: perSecond(result), unit: 'calls/s' },
      { name: `${name}: of pgbench's inserts`, value: perSecond(result) / inserts, unit: 'ratio' },
      { name: `${name}: median`, value: result.p50, unit: 'ms' },
      { name: `${name}: p99`, value: result.p99, unit: 'ms' },
      { name: `${name}: told to come back`, value: result.refused, unit: 'calls' },
    ]
    return {
      benchmark: `decisions on PostgreSQL, ${processes} processes`,
      figures: [
        { name: `pgbench, one durable insert of 1 kB`, value: inserts, unit: 'tx/s' },
        ...of(`${MANY_SESSIONS_ON_POSTGRES} sessions`, many),
        ...of('one hot session, one process', hot),
        ...of(`one hot session, ${processes} processes at once`, shared),
        { name: 'SQLite, one process: decisions', value: perSecond(onSqlite), unit: 'calls/s' },
        { name: 'of those on SQLite', value: perSecond(many) / perSecond(onSqlite), unit: 'ratio' },
      ],
      notes: [
        `${CLIENTS} keep-alive sockets in one other process; a session stays with one server process, as agents do`,
        'clients, servers and PostgreSQL share the cores of this machine',
      ],
    }
  } finally {
    await close()
  }
}

/** @throws {Error} when the server does not open it. */
export async function openSession(url: string, apiKey: string, name: string): Promise<void> {
  const response = await fetch(`${url}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      external_id: name,
      agent: { external_id: 'agent', version: '1' },
      principal: { type: 'service', ref: 'bench' },
      original_request: { hash: hashJson('bench'), anchors: [] },
      started_at: new Date().toISOString(),
    }),
  })
  if (!response.ok) throw new Error(`opening a session was answered ${response.status}`)
}

function figuresOf(name: string, result: ClientResult, signing: number, route: ClientResult): Figure[] {
  if (result.refused > 0) throw new Error(`${name}: ${result.refused} calls were refused`)
  const perSecond = result.calls / result.seconds
  return [
    { name: `${name}: decisions`, value: perSecond, unit: 'calls/s' },
    {
      name: `${name}: of half the signing rate`,
      value: perSecond / (signing / 2),
      unit: 'ratio',
      aim: `≥ ${AIM}`,
    },
    { name: `${name}: of the empty route`, value: perSecond / (route.calls / route.seconds), unit: 'ratio' },
    { name: `${name}: median`, value: result.p50, unit: 'ms' },
    { name: `${name}: p99`, value: result.p99, unit: 'ms' },
    { name: `${name}: p99 over median`, value: result.p99 / result.p50, unit: 'ratio', aim: '< 5' },
  ]
}

function signingRate(): number {
  const { privateKey } = generateKeyPairSync('ed25519')
  const message = Buffer.alloc(1100, 'x')
  return rate(() => {
    sign(null, message, privateKey)
  })
}

type Phase = Pick<ClientTask, 'sockets' | 'warmUpMs' | 'measureMs'>

async function measureEmptyRoute(phase: Phase): Promise<ClientResult> {
  const app = Fastify()
  app.get('/', () => ({}))
  const { close, port } = await listen(app)
  try {
    return await load({ ...phase, ports: [port], apiKey: '', sessions: [] })
  } finally {
    await close()
  }
}

async function measureHeron(phase: Phase): Promise<readonly [many: ClientResult, hot: ClientResult]> {
  const root = mkdtempSync(join(tmpdir(), 'heron-bench-'))
  const directory = join(root, 'data')
  const names = { organizationName: 'Bench', projectName: 'Bench', ownerEmail: 'owner@bench.example' }
  const { apiKey } = await createDataDirectory(directory, names)
  const { store, signer, keyRing } = openDataDirectory(directory, {})
  const service = await createService({
    store,
    signer,
    publishedKeys: keyRing.published,
    pseudonymSecret: keyRing.pseudonymSecret,
  })
  const { close, port } = await listen(createApp({ service }))
  try {
    const tenant = await service.authenticate(apiKey)
    if (tenant === null) throw new Error('the API key that was just minted is unknown')
    const sessions = Array.from({ length: MANY_SESSIONS }, (_, index) => `run_${index}`)
    for (const external_id of [...sessions, 'hot']) {
      const now = new Date().toISOString()
      const request = {
        external_id,
        agent: { external_id: 'agent', version: '1' },
        principal: { type: 'service', ref: 'bench' },
        original_request: { hash: hashJson('bench'), anchors: [] },
        started_at: now,
      } as const
      await service.openSession(request, { tenant, idempotencyKey: null, receivedAt: now })
    }
    const many = await load({ ...phase, ports: [port], apiKey, sessions })
    const hot = await load({ ...phase, ports: [port], apiKey, sessions: ['hot'] })
    return [many, hot]
  } finally {
    await close()
    await service.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function listen(
  app: Parameters<typeof startServer>[0]['app'],
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  return { port: Number(new URL(server.url).port), close: server.close }
}

/** Runs the load client in a process of its own. */
export async function load(task: ClientTask): Promise<ClientResult> {
  const script = fileURLToPath(new URL('./decisions/client.js', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the load client ended with ${code ?? 'a signal'}`)
  return JSON.parse(output) as ClientResult
}
