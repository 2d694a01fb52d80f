/** A record of some size, filled and served: what the rounds of `growth` are run against, on either engine. */
import { join } from 'node:path'
import { openDataDirectory, openPostgresInstallation } from '@heron/server'
import { startDurableCluster } from '../decisions/postgres.js'
import { startProcess } from '../faults/process.js'
import { askPsql, fillPostgresRecord } from '../record/postgres.js'
import { fillRecord } from '../record/sqlite.js'
import { familySeconds, parentOf, processorSeconds } from './processor-time.js'
import { searchTime } from './search-time.js'

export type Engine = 'sqlite' | 'postgres'

export type ServedRecord = {
  readonly port: number
  readonly apiKey: string
  /** Microseconds that the worker takes to see that nothing is due; to be asked before anything is decided. */
  readonly searchUs: () => Promise<number>
  /** Processor time so far, Heron's and its database's; null where the system does not tell. */
  readonly processorSeconds: () => number | null
}

export type RecordRequest = {
  /** There, and removed by whoever made it. */
  readonly folder: string
  readonly calls: number
  readonly onProgress: (calls: number) => void
  /** Takes what ends the processes. */
  readonly later: (undo: () => unknown) => void
}

export function serveRecord(engine: Engine, request: RecordRequest): Promise<ServedRecord> {
  return engine === 'sqlite' ? serveSqlite(request) : servePostgres(request)
}

async function serveSqlite({ folder, calls, onProgress, later }: RecordRequest): Promise<ServedRecord> {
  const directory = join(folder, 'data')
  const { apiKey } = await fillRecord(directory, calls, onProgress)
  const { port, pid } = await serve({ directory }, later)
  return {
    ...{ port, apiKey },
    searchUs: () => searchTime(openDataDirectory(directory, {})),
    processorSeconds: () => processorSeconds(pid),
  }
}

async function servePostgres({ folder, calls, onProgress, later }: RecordRequest): Promise<ServedRecord> {
  const starting = startDurableCluster()
  later(async () => (await starting).stop())
  const { url, programs } = await starting
  const location = { url: url('postgres'), keyRing: join(folder, 'key-ring.json') }
  const { apiKey } = await fillPostgresRecord({ ...location, programs }, calls, onProgress)
  const { port, pid } = await serve(location, later)
  const longLived = "select pid from pg_stat_activity where backend_type = 'checkpointer'"
  const database = parentOf(Number(await askPsql(programs, location.url, [longLived])))
  const both = (): number | null => {
    const parts = [processorSeconds(pid), database === null ? null : familySeconds(database)] as const
    return parts[0] === null || parts[1] === null ? null : parts[0] + parts[1]
  }
  return {
    ...{ port, apiKey },
    searchUs: async () => searchTime(await openPostgresInstallation({ ...location, env: {} })),
    processorSeconds: both,
  }
}

async function serve(
  location: Parameters<typeof startProcess>[0]['location'],
  later: RecordRequest['later'],
): Promise<{ readonly port: number; readonly pid: number }> {
  const starting = startProcess({ location, role: 'server' })
  later(async () => (await starting).end('SIGKILL'))
  const { url, pid } = await starting
  return { port: Number(new URL(url).port), pid }
}
