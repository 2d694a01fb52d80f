/** The guard's decisions per second, and what it takes to verify a long bundle. Rows of `npm run bench -- delegation`. */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Guard, verifyBundle } from '@heron/delegation'
import { GroupedLedgerFile, nodeRuntime, SyncedLedgerFile } from '@heron/delegation/node'
import type { JsonObject } from '@heron/evidence'
import { type Figure, rate } from '../benchmark.js'

const AIM_CHECKS = '> 100000'
const SIGNER = { alg: 'EdDSA', kid: 'bench', seed: new Uint8Array(32).fill(1) } as const
const AUTHORITY = {
  scopes: ['crm.*', 'mail.send'],
  constraints: [{ key: 'max_rows', max: 1000 }],
  ttl: 36_000,
}

export async function guardFigures(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'heron-bench-'))
  try {
    return [
      ...inMemory(1),
      ...inMemory(2),
      ...(await grouped(folder)),
      ...syncedEach(folder),
      ...longBundles(),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A ledger grows without end, so a new chain begins every 20,000 calls. */
function inMemory(schemaVersion: 1 | 2): Figure[] {
  const open = (): Guard => Guard.issue('bench', AUTHORITY, { ...nodeRuntime(), schemaVersion })
  let guard = open()
  let calls = 0
  const checks = rate(() => {
    if ((calls += 1) % 20_000 === 0) guard = open()
    guard.check('crm.read', { context: { rows: 5 } })
  }, 3000)
  return [
    {
      name: `check, ledger in memory, schema version ${schemaVersion}`,
      value: checks,
      unit: 'calls/s',
      aim: AIM_CHECKS,
    },
    { name: 'of this machine’s SHA-256 of 600 bytes', value: checks / hashRate(), unit: 'ratio' },
  ]
}

/** Sixty-four callers wait for the disk together. */
async function grouped(folder: string): Promise<Figure[]> {
  const file = await GroupedLedgerFile.open(join(folder, 'grouped.jsonl'))
  const guard = Guard.issue('bench', AUTHORITY, { ...nodeRuntime(), sinks: [file] })
  const callers = 64
  let decided = 0
  const start = performance.now()
  const end = start + 3000
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        guard.check('crm.read', { context: { rows: 5 } })
        await file.durable()
        decided += 1
      }
    }),
  )
  const perSecond = (decided * 1000) / (performance.now() - start)
  await file.close()
  return [
    { name: `check, durable before it is acted on, ${callers} callers`, value: perSecond, unit: 'calls/s' },
    { name: 'of this disk’s fsyncs of one entry', value: perSecond / syncRate(folder), unit: 'ratio' },
  ]
}

function syncedEach(folder: string): Figure[] {
  const file = SyncedLedgerFile.open(join(folder, 'each.jsonl'))
  const guard = Guard.issue('bench', AUTHORITY, { ...nodeRuntime(), sinks: [file] })
  const perSecond = rate(() => guard.check('crm.read', { context: { rows: 5 } }), 2000)
  file.close()
  return [{ name: 'check, one fsync a call', value: perSecond, unit: 'calls/s' }]
}

/** Linear: twice the entries, twice the time. Flat: little beyond the bundle itself is held. */
function longBundles(): Figure[] {
  const half = longBundle(50_000)
  const full = longBundle(100_000)
  verifyBundle(half)
  const shorter = timed(half)
  const longer = timed(full)
  return [
    { name: 'bundle of 100,000 entries verified', value: longer.ms, unit: 'ms' },
    {
      name: 'time of 100,000 by time of 50,000 entries',
      value: longer.ms / shorter.ms,
      unit: 'ratio',
      aim: 'about 2',
    },
    { name: 'heap held by its report', value: longer.heldMiB, unit: 'MiB' },
  ]
}

function longBundle(entries: number): JsonObject {
  const guard = Guard.issue('bench', AUTHORITY, nodeRuntime())
  for (let seq = 1; seq < entries; seq += 1) guard.check('crm.read', { context: { rows: seq % 1000 } })
  return guard.exportBundle({ signer: SIGNER })
}

function timed(bundle: JsonObject): { readonly ms: number; readonly heldMiB: number } {
  const before = heapMiB()
  const start = performance.now()
  const report = verifyBundle(bundle)
  const ms = performance.now() - start
  const heldMiB = heapMiB() - before
  if (!report.ok) throw new Error('the benchmark’s bundle does not verify')
  return { ms, heldMiB }
}

// The collector is asked before each look, so that only what is held is counted.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapMiB(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

function hashRate(): number {
  const text = 'x'.repeat(600)
  return rate(() => void createHash('sha256').update(text).digest('hex'), 500)
}

function syncRate(folder: string): number {
  const descriptor = openSync(join(folder, 'sync'), 'a')
  const line = Buffer.alloc(600, 'x')
  const syncs = rate(() => {
    writeSync(descriptor, line)
    fsyncSync(descriptor)
  }, 1000)
  closeSync(descriptor)
  return syncs
}
