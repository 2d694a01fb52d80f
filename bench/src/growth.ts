/**
 * `npm run bench -- growth`: what a decision costs on a record of 10,000 calls and on one of 5,000,000, in turn, within one
 * run; also what it costs the worker to see that nothing is due. Flags: `--engine sqlite|postgres` for one of them alone;
 * `--calls N` (default 5,000,000); `--rounds N` (default 7) of `--seconds N` (default 3) each.
 *
 * Fills up to 40 GB of the folder for temporary files, for the better part of an hour.
 */
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchmarkReport, type Figure, median } from './benchmark.js'
import { type Engine, type ServedRecord, serveRecord } from './growth/records.js'
import { type Round, runRound } from './growth/rounds.js'
import { leaveNothing } from './leave-nothing.js'
import { BATCH } from './record/batch.js'

const ENGINES: readonly Engine[] = ['sqlite', 'postgres']
const SMALL = 10_000
const AIM = '≤ 1.25'
const GB = 1e9

/** Measured on the small record, and right after it on the large one. */
type Pair<Result> = readonly [small: Result, big: Result]

/** Of a call with its statement, its findings and all indexes; and what logs of the database take besides. */
const DISK: Readonly<Record<Engine, { readonly perCall: number; readonly besides: number }>> = {
  sqlite: { perCall: 6800, besides: 1 * GB },
  postgres: { perCall: 6600, besides: 5 * GB },
}

export async function growth(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = (name: string): string | undefined =>
    args.includes(name) ? args[args.indexOf(name) + 1] : undefined
  const wanted = Number(flag('--calls') ?? 5_000_000)
  if (!(wanted >= 2 * SMALL)) throw new Error(`--calls takes a number from ${2 * SMALL}`)
  const large = Math.floor(wanted / BATCH) * BATCH
  const rounds = Number(flag('--rounds') ?? 7)
  const measureMs = Number(flag('--seconds') ?? 3) * 1000
  const engine = flag('--engine')
  const engines = ENGINES.filter((each) => engine === undefined || each === engine)
  if (engines.length === 0) throw new Error(`--engine takes ${ENGINES.join(' or ')}`)
  for (const each of engines) refuseFullDisk(each, large)
  const figures: Figure[] = []
  for (const each of engines) figures.push(...(await compare(each, large, { rounds, measureMs })))
  return {
    benchmark: 'growth',
    figures,
    notes: [
      `${rounds} rounds of ${measureMs / 1000} s on each record in turn; ratios are medians of the rounds' ratios`,
      'the small record grows by what is measured on it, as the large one does',
    ],
  }
}

function refuseFullDisk(engine: Engine, calls: number): void {
  const { perCall, besides } = DISK[engine]
  const needed = (calls * perCall + besides) / GB
  const { bavail, bsize } = statfsSync(tmpdir())
  const free = (bavail * bsize) / GB
  const line = `${engine}: ${calls} calls take ${needed.toFixed(0)} GB in ${tmpdir()}, where ${free.toFixed(0)} GB are free`
  if (free < needed) throw new Error(`${line}; make room, or choose a smaller --calls, or another TMPDIR`)
  console.error(line)
}

async function compare(
  engine: Engine,
  large: number,
  { rounds, measureMs }: { readonly rounds: number; readonly measureMs: number },
): Promise<Figure[]> {
  return leaveNothing(async (later) => {
    const root = mkdtempSync(join(tmpdir(), 'heron-bench-'))
    later(() => {
      rmSync(root, { recursive: true, force: true })
    })
    const serve = (calls: number): Promise<ServedRecord> => {
      const folder = join(root, String(calls))
      mkdirSync(folder)
      return serveRecord(engine, { folder, calls, later, onProgress: progressOf(engine, calls) })
    }
    const small = await serve(SMALL)
    const big = await serve(large)
    const inTurn = async <Result>(of: (record: ServedRecord) => Promise<Result>): Promise<Pair<Result>> => [
      await of(small),
      await of(big),
    ]
    const searches: Pair<number>[] = []
    for (let round = 0; round < rounds; round += 1) searches.push(await inTurn((record) => record.searchUs()))
    // The first of each finds nothing compiled and nothing cached.
    await inTurn((record) => runRound(record, 'warm', measureMs))
    const decisions: Pair<Round>[] = []
    for (let round = 0; round < rounds; round += 1) {
      decisions.push(await inTurn((record) => runRound(record, `round_${round}`, measureMs)))
      console.error(`${engine}: round ${round + 1} of ${rounds}`)
    }
    const known = decisions.flat().every(({ processorUs }) => processorUs !== null)
    const figures = <Result>(
      what: string,
      unit: string,
      pairs: readonly Pair<Result>[],
      of: (one: Result) => number,
    ) =>
      compared(
        `${engine}: ${what}`,
        unit,
        large,
        pairs.map(([one, other]) => [of(one), of(other)]),
      )
    return [
      ...figures('decisions', 'calls/s', decisions, ({ perSecond }) => perSecond),
      ...figures('time per decision', 'µs', decisions, ({ perSecond }) => 1e6 / perSecond),
      ...(known
        ? figures('processor per decision', 'µs', decisions, ({ processorUs }) => processorUs ?? 0)
        : []),
      ...figures('median', 'ms', decisions, ({ p50 }) => p50),
      ...figures('p99', 'ms', decisions, ({ p99 }) => p99),
      ...figures('worker finds nothing due', 'µs', searches, (us) => us),
    ]
  })
}

/** The medians of both, and of a cost the median of the ratios. */
function compared(what: string, unit: string, large: number, pairs: readonly Pair<number>[]): Figure[] {
  const figures: Figure[] = [
    { name: `${what}, among ${SMALL}`, value: median(pairs.map(([small]) => small)), unit },
    { name: `${what}, among ${large}`, value: median(pairs.map(([, big]) => big)), unit },
  ]
  if (unit !== 'µs') return figures
  const ratio = median(pairs.map(([small, big]) => big / small))
  return [...figures, { name: `${what}, ratio`, value: ratio, unit: 'ratio', aim: AIM }]
}

/** Says every tenth of the way how far it has come. */
function progressOf(engine: Engine, calls: number): (done: number) => void {
  const start = performance.now()
  let told = 0
  return (done) => {
    const tenth = Math.floor((done * 10) / calls)
    if (tenth === told) return
    told = tenth
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.error(`${engine}: filled ${done} of ${calls} calls after ${seconds} s`)
  }
}
