/**
 * `npm run bench -- faults`: faults of every kind at random moments under load, then the clients' ledger of answers beside
 * the database, and `heron fsck`. Flags: `--rounds N` faults of each kind (default 25); `--engine sqlite|postgres` for one
 * of them alone.
 */
import type { BenchmarkReport, Figure } from './benchmark.js'
import { Clients } from './faults/clients.js'
import { type Comparison, findPrograms, newLedger } from './faults/ledger.js'
import { newPostgresPlace, newSqlitePlace } from './faults/place.js'
import { type HeronProcess, startProcess } from './faults/process.js'
import { pause, type Scenario, SCENARIOS, type World } from './faults/scenarios.js'

/** Faults come at random moments of the work between two of them. */
const BETWEEN_MS = { least: 30, most: 400 }

type Row = Comparison & {
  readonly name: string
  readonly injected: number
  /** Times that a client was told to come back. */
  readonly refused: number
  /** Calls without an answer for five seconds. */
  readonly silent: number
  readonly fsck: number
}

export async function faults(args: readonly string[]): Promise<BenchmarkReport> {
  const flag = (name: string): string | undefined =>
    args.includes(name) ? args[args.indexOf(name) + 1] : undefined
  const rounds = Number(flag('--rounds') ?? 25)
  const engine = flag('--engine')
  const programs = await findPrograms()
  const rows: Row[] = []
  const notes: string[] = []
  for (const scenario of SCENARIOS) {
    if (engine !== undefined && scenario.engine !== engine) continue
    if (scenario.engine === 'postgres' && programs === null) {
      notes.push(`skipped, since this machine has no PostgreSQL: ${scenario.name}`)
      continue
    }
    const row = await run(scenario, Math.min(rounds, scenario.most ?? rounds), programs ?? '')
    console.error(lineOf(row))
    rows.push(row)
  }
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const figures: Figure[] = [
    { name: 'faults injected', value: sum(({ injected }) => injected), unit: 'faults' },
    { name: 'calls answered', value: sum(({ answered }) => answered), unit: 'calls' },
    { name: 'answers lost', value: sum(({ lost }) => lost), unit: 'answers', aim: '0' },
    { name: 'answers doubled', value: sum(({ doubled }) => doubled), unit: 'answers', aim: '0' },
    { name: 'answers that differ', value: sum(({ different }) => different), unit: 'answers', aim: '0' },
    { name: 'calls without any answer for 5 s', value: sum(({ silent }) => silent), unit: 'calls', aim: '0' },
    { name: 'found wrong by fsck', value: sum(({ fsck }) => fsck), unit: 'rows', aim: '0' },
  ]
  return { benchmark: 'faults', figures, notes: [...rows.map(lineOf), ...notes] }
}

async function run(scenario: Scenario, rounds: number, programs: string): Promise<Row> {
  const place = scenario.engine === 'sqlite' ? await newSqlitePlace() : await newPostgresPlace(programs)
  const running = new Map<string, HeronProcess>()
  try {
    const { location, apiKey } = place
    const start = async (kind: 'server' | 'worker'): Promise<void> => {
      const role = kind === 'worker' ? 'worker' : scenario.roles.includes('both') ? 'both' : 'server'
      running.set(kind, await startProcess({ location, role }))
    }
    await start('server')
    if (scenario.roles.includes('worker')) await start('worker')
    const server = (): HeronProcess => {
      const process = running.get('server')
      if (process === undefined) throw new Error('there is no server')
      return process
    }
    const world: World = { place, server, worker: () => running.get('worker') ?? null, restart: start }

    const ledger = await newLedger()
    const clients = new Clients(apiKey, () => server().url, ledger)
    await clients.openSessions()
    clients.start()
    for (let round = 0; round < rounds; round += 1) {
      await pause(BETWEEN_MS.least + Math.random() * (BETWEEN_MS.most - BETWEEN_MS.least))
      await scenario.inject(world, round)
    }
    await clients.stop()

    // What clients hold is asked for once more, of a process that remembers nothing.
    await server().end('SIGTERM')
    await start('server')
    await clients.askAgain()
    for (const process of running.values()) await process.end('SIGTERM')
    const comparison = ledger.compare(place.storedCalls())
    const name = `${scenario.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${scenario.name}`
    const { silent, refused } = clients
    return { ...comparison, name, injected: rounds, silent, refused, fsck: await place.fsck() }
  } finally {
    for (const process of running.values()) await process.end('SIGKILL')
    await place.remove()
  }
}

function lineOf(row: Row): string {
  const { name, injected, answered, refused, lost, doubled, different, silent, fsck } = row
  return (
    `${name.padEnd(54)} ${injected} injected, ${answered} answered, ${refused} told to come back, ${lost} lost, ${doubled} doubled, ` +
    `${different} different, ${silent} silent, ${fsck} found by fsck`
  )
}
