/**
 * The same load on PostgreSQL, answered by several processes, beside what `pgbench` gets out of the same cluster with one
 * small durable insert a transaction: the yardstick for what the machine's disk and PostgreSQL allow.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createPostgresInstallation } from '@heron/server'

export type Cluster = {
  readonly url: (database: string) => string
  readonly programs: string
  readonly stop: () => Promise<void>
}

/** What the tests start their clusters with; durable here. */
const CLUSTER = new URL('../../../packages/server/test/support/postgres/cluster.mjs', import.meta.url)
const SERVER = fileURLToPath(new URL('./server.js', import.meta.url))

export type PostgresHeron = {
  readonly ports: readonly number[]
  readonly apiKey: string
  /** Transactions a second of `pgbench`: one row of a kilobyte each, as many clients. */
  readonly insertsPerSecond: (clients: number, seconds: number) => number
  readonly close: () => Promise<void>
}

/** An empty cluster of its own that waits for the disk. @throws {Error} where there is no PostgreSQL. */
export async function startDurableCluster(): Promise<Cluster> {
  const { findPrograms, startCluster } = (await import(CLUSTER.href)) as {
    findPrograms: () => string | null
    startCluster: (programs: string, options: { durable: boolean }) => Promise<Cluster>
  }
  const programs = findPrograms()
  if (programs === null) throw new Error('this machine has no PostgreSQL: apt-get install postgresql')
  return startCluster(programs, { durable: true })
}

export async function startPostgresHeron(processes: number): Promise<PostgresHeron> {
  const cluster = await startDurableCluster()
  const folder = mkdtempSync(join(tmpdir(), 'heron-bench-'))
  const children: ChildProcess[] = []
  const close = async (): Promise<void> => {
    const ended = children.map((child) => once(child, 'exit'))
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(ended)
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const location = { url: cluster.url('postgres'), keyRing: join(folder, 'key-ring.json') }
    const names = { organizationName: 'Bench', projectName: 'Bench', ownerEmail: 'owner@bench.example' }
    const { apiKey } = await createPostgresInstallation({ ...location, env: {} }, names)
    const ports: number[] = []
    for (let index = 0; index < processes; index += 1) {
      const child = spawn(process.execPath, [SERVER, JSON.stringify(location)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      ports.push(Number(port))
    }
    const insertsPerSecond = (clients: number, seconds: number): number =>
      runPgbench(cluster, folder, clients, seconds)
    return { ports, apiKey, insertsPerSecond, close }
  } catch (error) {
    await close()
    throw error
  }
}

function runPgbench({ programs, url }: Cluster, folder: string, clients: number, seconds: number): number {
  const script = join(folder, 'insert.sql')
  const database = url('postgres')
  execFileSync(join(programs, 'psql'), [
    database,
    '-qc',
    'create table if not exists bench_rows (id bigserial primary key, body text not null)',
  ])
  writeFileSync(script, `insert into bench_rows (body) values (repeat('x', 1000));\n`)
  const flags = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(seconds), '-f', script]
  const output = execFileSync(join(programs, 'pgbench'), [...flags, database], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? Number.NaN)
}
