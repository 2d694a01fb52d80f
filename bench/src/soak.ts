/**
 * `npm run bench -- soak`: the peak first, then many minutes at 70 % of it, server and worker in one process on the
 * embedded database: no error, memory that stays where it is, and chains that verify in the end. Flags: `--minutes N`
 * (default 10). A million decisions take some 8 GB of disk while it runs.
 */
import { readFileSync } from 'node:fs'
import { type BenchmarkReport, median } from './benchmark.js'
import { load, openSession } from './decisions.js'
import { newSqlitePlace } from './faults/place.js'
import { startProcess } from './faults/process.js'

const SOCKETS = 64
const SESSIONS = 256
const SHARE_OF_PEAK = 0.7
const PEAK_SECONDS = 10
const SAMPLE_EVERY_MS = 1000

export async function soak(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = args.indexOf('--minutes')
  const minutes = flag < 0 ? 10 : Number(args[flag + 1])
  const place = await newSqlitePlace()
  const server = await startProcess({ location: place.location, role: 'both' })
  try {
    const port = Number(new URL(server.url).port)
    const { apiKey } = place
    const names = (prefix: string): string[] =>
      Array.from({ length: SESSIONS }, (_, index) => `${prefix}_${index}`)
    for (const name of [...names('peak'), ...names('run')]) await openSession(server.url, apiKey, name)
    const task = { sockets: SOCKETS, warmUpMs: 2000, ports: [port], apiKey }
    const peak = await load({ ...task, measureMs: PEAK_SECONDS * 1000, sessions: names('peak') })
    const peakRate = peak.calls / peak.seconds

    const memory: number[] = []
    const sampler = setInterval(() => memory.push(residentMib(server.pid)), SAMPLE_EVERY_MS)
    const steady = await load({
      ...{ ...task, measureMs: minutes * 60_000, sessions: names('run') },
      perSecond: peakRate * SHARE_OF_PEAK,
    })
    clearInterval(sampler)
    await server.end('SIGTERM')
    const failed = await place.fsck()

    // The first quarter fills caches and the write-ahead log.
    const quarter = Math.floor(memory.length / 4)
    const [early, late] = [median(memory.slice(quarter, 2 * quarter)), median(memory.slice(-quarter))]
    return {
      benchmark: `soak, ${minutes} minutes`,
      figures: [
        { name: 'peak', value: peakRate, unit: 'calls/s' },
        { name: 'steady', value: steady.calls / steady.seconds, unit: 'calls/s' },
        { name: 'steady over peak', value: steady.calls / steady.seconds / peakRate, unit: 'ratio' },
        { name: 'decisions', value: steady.calls, unit: 'calls' },
        { name: 'not answered with a decision', value: steady.refused, unit: 'calls', aim: '0' },
        { name: 'median', value: steady.p50, unit: 'ms' },
        { name: 'p99', value: steady.p99, unit: 'ms' },
        { name: 'memory, second quarter', value: early, unit: 'MiB' },
        { name: 'memory, last quarter', value: late, unit: 'MiB' },
        { name: 'memory, last over second quarter', value: late / early, unit: 'ratio', aim: '≤ 1.1' },
        { name: 'most memory', value: memory.reduce((most, each) => Math.max(most, each), 0), unit: 'MiB' },
        { name: 'found wrong by fsck', value: failed, unit: 'rows', aim: '0' },
      ],
    }
  } finally {
    await server.end('SIGKILL')
    await place.remove()
  }
}

function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib ?? 0) / 1024
}
