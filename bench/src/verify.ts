/**
 * `npm run bench -- verify`: `heron verify` on an honest export, beside the rate at which this machine verifies Ed25519
 * signatures with every core. Peak memory is taken at a tenth of the size too, since it should not grow with the file.
 * Flag: `--actions N` (default 100,000).
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { BenchmarkReport } from './benchmark.js'
import { signatureRate } from './verify/signature-rate.js'
import { syntheticExport } from './verify/synthetic-export.js'

const SESSION_SIZE = 50
/** Decision, evaluation and the vendor's statement. */
const SIGNATURES_PER_ACTION = 3
const AIM = 0.7

export async function verify(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = args.indexOf('--actions')
  const actions = flag < 0 ? 100_000 : Number(args[flag + 1])
  const folder = mkdtempSync(join(tmpdir(), 'heron-bench-verify-'))
  try {
    const small = await measure(join(folder, 'small.ndjson'), Math.ceil(actions / 10))
    const before = await signatureRate()
    const large = await measure(join(folder, 'large.ndjson'), actions)
    // Taken on both ends, since the machine may have slowed down or sped up in between.
    const signatures = (before + (await signatureRate())) / 2
    const verified = (actions * SIGNATURES_PER_ACTION) / large.seconds
    return {
      benchmark: 'verify',
      figures: [
        { name: `Ed25519 verifications, ${availableParallelism()} threads`, value: signatures, unit: '/s' },
        { name: 'actions verified', value: actions / large.seconds, unit: 'actions/s' },
        { name: 'of the verification rate', value: verified / signatures, unit: 'ratio', aim: `≥ ${AIM}` },
        { name: 'size of the export', value: large.bytes / 1024 / 1024, unit: 'MiB' },
        { name: 'whole command', value: large.seconds, unit: 's' },
        { name: 'peak memory', value: large.peakMiB, unit: 'MiB' },
        { name: 'peak memory at a tenth of the size', value: small.peakMiB, unit: 'MiB' },
      ],
      notes: [
        `${actions} actions in sessions of ${SESSION_SIZE}; three signatures an action; the time is that of the whole process`,
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Measurement = { readonly seconds: number; readonly bytes: number; readonly peakMiB: number }

async function measure(file: string, actions: number): Promise<Measurement> {
  const sizes = Array.from({ length: Math.ceil(actions / SESSION_SIZE) }, (_, index) =>
    Math.min(SESSION_SIZE, actions - index * SESSION_SIZE),
  )
  const { jwks, lines } = syntheticExport(sizes)
  const keys = `${file}.jwks`
  writeFileSync(keys, jwks)
  await pipeline(Readable.from(withLineFeeds(lines())), createWriteStream(file))
  const start = performance.now()
  const peakMiB = await runCommand(['verify', file, '--jwks', keys, '--json'])
  return { seconds: (performance.now() - start) / 1000, bytes: statSync(file).size, peakMiB }
}

function* withLineFeeds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`
}

/** Tells the peak memory of the process that it is loaded into. */
const TELL_PEAK =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(`peak ${process.resourceUsage().maxRSS}`))'

/** Runs the real command to its end; answers its peak memory in MiB. */
async function runCommand(args: readonly string[]): Promise<number> {
  const heron = fileURLToPath(new URL('../../packages/cli/bin/heron.js', import.meta.url))
  const child = spawn(process.execPath, ['--import', TELL_PEAK, heron, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`heron verify ended with ${String(code)}: ${out.slice(0, 2000)} ${err}`)
  return Number(/peak (\d+)/.exec(err)?.[1] ?? Number.NaN) / 1024
}
