/**
 * `npm run bench -- sdk`: what the vendor's side costs beside the network. `decide` for a 2 KB argument object against a
 * Heron in the same process whose answers were made beforehand: up to the moment at which the request leaves, and whole,
 * beside what the two signature checks in it cost alone. Then the outbox on the disk: keeping and draining statements.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  canonicalize,
  detectSignatureVerifier,
  hashCanonicalText,
  type JsonObject,
  publicKeyOfSeed,
  signEd25519,
  signStatement,
  statementText,
  toJwk,
} from '@heron/evidence'
import { Guard, type OutboxEntry, type Runtime, webRuntime } from '@heron/sdk'
import { FileOutbox } from '@heron/sdk/node'
import { type BenchmarkReport, type Figure, median } from './benchmark.js'
import { BENCH_HERON, BENCH_SESSION, readyAnswers } from './sdk/ready-answers.js'

const WARM_UP = 500
const CALLS = 3000
const STATEMENTS = 5000
/** Statements put side by side, as parallel calls of one process would. */
const SIDE_BY_SIDE = 64

const VENDOR = { kid: 'k1', seed: new Uint8Array(32).fill(1) }
const OPTIONS = { url: 'https://heron.invalid', apiKey: 'hrn_test_bench', vendorKey: VENDOR }
const SIGNALS = { op: 'send', record_count: 16, recipient_count: 2, recipient_external: true }

export async function sdk(): Promise<BenchmarkReport> {
  const args = twoKilobytes()
  const figures = [...(await decideFigures(args)), ...(await outboxFigures())]
  const bytes = new TextEncoder().encode(canonicalize(args)).length
  return {
    benchmark: 'sdk',
    figures,
    notes: [
      `${CALLS} calls one after another on one session, ${bytes} bytes of arguments, 1 kept and 2 tokenised fields; medians`,
      `${STATEMENTS} statements on a file in the temporary folder, ${SIDE_BY_SIDE} put side by side, each on the disk when its put resolves`,
    ],
  }
}

/** A realistic call: some addresses, a text, some rows. */
function twoKilobytes(): JsonObject {
  const rows = Array.from({ length: 16 }, (_, id) => ({
    id,
    name: `Customer ${id}`,
    plan: 'team',
    seats: 12,
  }))
  const args = { to: ['maria@acme.example'], cc: ['bob@x.example'], subject: 'Your plan', rows }
  return { ...args, body: 'a line of text '.repeat(Math.ceil((2048 - JSON.stringify(args).length) / 15)) }
}

async function decideFigures(args: JsonObject): Promise<Figure[]> {
  const answers = readyAnswers('gmail.send', args, SIGNALS, WARM_UP + CALLS)
  let sentAt = 0
  const runtime: Runtime = {
    ...webRuntime,
    now: () => answers.nowMs,
    fetch: (url) => {
      sentAt = performance.now()
      return Promise.resolve(answers.next(new URL(url).pathname))
    },
  }
  const guard = new Guard({
    ...{ ...OPTIONS, runtime, anchorSecret: 'secret', internalDomains: ['acme.example'] },
    jwks: [toJwk(BENCH_HERON.kid, publicKeyOfSeed(BENCH_HERON.seed))],
    contracts: {
      'gmail.send': { keep: ['subject'], anchors: ['to', 'cc'], records: 'rows', signals: { op: 'send' } },
    },
  })
  const session = guard.session(BENCH_SESSION)
  const before: number[] = []
  const whole: number[] = []
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const start = performance.now()
    const decision = await session.decide({ tool: 'gmail.send', args })
    const end = performance.now()
    if (decision.kind !== 'allowed') throw new Error(`not allowed: ${JSON.stringify(decision)}`)
    if (call < WARM_UP) continue
    before.push((sentAt - start) * 1000)
    whole.push((end - start) * 1000)
  }
  const checks = 2 * (await checkMicros())
  return [
    { name: 'decide: until the request leaves', value: median(before), unit: 'µs', aim: '< 100' },
    { name: 'decide: whole', value: median(whole), unit: 'µs' },
    { name: 'of which two Ed25519 checks by WebCrypto', value: checks, unit: 'µs' },
    { name: 'decide: whole without them', value: median(whole) - checks, unit: 'µs' },
  ]
}

/** One signature check, awaited as `decide` awaits it. */
async function checkMicros(): Promise<number> {
  const message = new Uint8Array(1000).fill(1)
  const [key, signature] = [publicKeyOfSeed(BENCH_HERON.seed), signEd25519(BENCH_HERON.seed, message)]
  const verify = await detectSignatureVerifier()
  const times: number[] = []
  for (let check = 0; check < 1000; check += 1) {
    const start = performance.now()
    if (!(await verify(key, message, signature))) throw new Error('a true signature was refused')
    times.push((performance.now() - start) * 1000)
  }
  return median(times)
}

async function outboxFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'heron-bench-'))
  try {
    const outbox = FileOutbox.open(join(folder, 'outbox'), { capacity: STATEMENTS })
    const entries = Array.from({ length: STATEMENTS }, (_, number) => statement(number))
    const alone = await seconds(async () => {
      for (const entry of entries.slice(0, STATEMENTS / 10)) await outbox.put(entry)
    })
    const together = await seconds(async () => {
      for (let at = STATEMENTS / 10; at < STATEMENTS; at += SIDE_BY_SIDE) {
        await Promise.all(entries.slice(at, at + SIDE_BY_SIDE).map((entry) => outbox.put(entry)))
      }
    })
    const fetch: Runtime['fetch'] = (_url, init) => {
      const sent = JSON.parse(init.body as string) as unknown[]
      return Promise.resolve(Response.json(sent.map(() => ({ ok: true, signature_valid: true }))))
    }
    const guard = new Guard({ ...OPTIONS, outbox, runtime: { ...webRuntime, fetch } })
    const drained = await seconds(async () => {
      const { pending } = await guard.flush()
      if (pending > 0) throw new Error(`${pending} statements were left`)
    })
    await outbox.close()
    return [
      { name: 'outbox: statements kept, one after another', value: STATEMENTS / 10 / alone, unit: '/s' },
      { name: 'outbox: statements kept, side by side', value: (STATEMENTS * 0.9) / together, unit: '/s' },
      { name: 'outbox: statements drained, no network', value: STATEMENTS / drained, unit: '/s' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function statement(number: number): OutboxEntry {
  const said = {
    ...{ action_id: `act_${number}`, decision_id: `dec_${number}`, outcome: 'EXECUTED' as const },
    ...{ result_hash: hashCanonicalText(String(number)), error_code: null },
    executed_at: '2026-11-30T12:00:00.000Z',
  }
  // One signature for all: nobody here reads it, and making them is not what is measured.
  return { id: hashCanonicalText(statementText(said)), request: { ...said, signature: SIGNATURE } }
}

const SIGNATURE = signStatement(
  {
    ...{ action_id: 'act_0', decision_id: 'dec_0', outcome: 'EXECUTED', result_hash: null, error_code: null },
    executed_at: '2026-11-30T12:00:00.000Z',
  },
  VENDOR,
)

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
