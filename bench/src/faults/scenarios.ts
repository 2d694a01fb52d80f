/** The faults, one by one: what befalls a Heron at work, and how it is set right again. */
import { execFileSync } from 'node:child_process'
import type { HeronProcess } from './process.js'
import type { Place } from './place.js'
import type { Role } from './server.js'

/** A Heron at work. */
export type World = {
  readonly place: Place
  /** The process that clients are sent to; replaced where it was killed. */
  readonly server: () => HeronProcess
  readonly worker: () => HeronProcess | null
  /** Starts a process of that role anew and makes it the one in use. */
  readonly restart: (role: 'server' | 'worker') => Promise<void>
}

export type Scenario = {
  readonly name: string
  readonly engine: 'sqlite' | 'postgres'
  readonly roles: readonly Role[]
  /** Most faults; some cannot be repeated. */
  readonly most?: number
  readonly inject: (world: World, round: number) => Promise<void>
}

const killServer = async (world: World): Promise<void> => {
  await world.server().end('SIGKILL')
  await world.restart('server')
}

/** Forwards and back, by milliseconds and by days. */
const JUMPS_MS = [3_600_000, -1, -7_200_000, 86_400_000, -86_400_000, 250]

const jumpClock = (world: World, round: number): Promise<void> => {
  world.server().moveClock(JUMPS_MS[round % JUMPS_MS.length] ?? 0)
  return Promise.resolve()
}

/** How long a disk stays full. */
const FULL_MS = 300

/** Of util-linux. */
const PRLIMIT = '/usr/bin/prlimit'

/** No file of the process may grow beyond what it has: as a full disk, for as long as it is full. */
const fillDisk = async (world: World): Promise<void> => {
  const { pid } = world.server()
  execFileSync(PRLIMIT, ['--pid', String(pid), '--fsize=4096:unlimited'])
  await pause(FULL_MS)
  execFileSync(PRLIMIT, ['--pid', String(pid), '--fsize=unlimited:unlimited'])
}

const fillPostgresDisk =
  (what: 'tables' | 'log') =>
  async ({ place, server, worker }: World): Promise<void> => {
    if (place.postgres === null) return
    const { primary } = place.postgres.cluster
    const before = primary.complaints().length
    primary.fillDisk(what)
    while (primary.complaints().length === before) await pause(5)
    await pause(FULL_MS)
    await primary.makeRoom()
    if (server().hasEnded() || worker()?.hasEnded() === true)
      throw new Error('Heron ended with the disk full')
  }

const cut =
  (where: 'before commit' | 'after commit') =>
  async ({ place }: World): Promise<void> => {
    const proxy = place.postgres?.proxy
    const before = proxy?.cuts() ?? 0
    proxy?.cutNext(where)
    while (proxy?.cuts() === before) await pause(5)
  }

export const SCENARIOS: readonly Scenario[] = [
  { name: 'kill -9 of server and worker', engine: 'sqlite', roles: ['both'], inject: killServer },
  { name: 'disk full', engine: 'sqlite', roles: ['both'], inject: fillDisk },
  { name: 'clock jump', engine: 'sqlite', roles: ['both'], inject: jumpClock },
  {
    name: 'failed, not persisted: cut before commit',
    engine: 'postgres',
    roles: ['server'],
    inject: cut('before commit'),
  },
  {
    name: 'failed, but persisted: cut after commit',
    engine: 'postgres',
    roles: ['server'],
    inject: cut('after commit'),
  },
  { name: 'kill -9 of a server', engine: 'postgres', roles: ['server'], inject: killServer },
  {
    name: 'kill -9 of a worker',
    engine: 'postgres',
    roles: ['server', 'worker'],
    inject: async (world) => {
      await world.worker()?.end('SIGKILL')
      await world.restart('worker')
    },
  },
  { name: 'clock jump', engine: 'postgres', roles: ['server'], inject: jumpClock },
  {
    name: 'kill -9 of the database',
    engine: 'postgres',
    roles: ['server', 'worker'],
    inject: async ({ place }) => {
      await place.postgres?.cluster.primary.kill()
      await place.postgres?.cluster.primary.start()
    },
  },
  {
    name: 'disk full for tables (53100)',
    engine: 'postgres',
    roles: ['server', 'worker'],
    inject: fillPostgresDisk('tables'),
  },
  {
    name: 'disk full for the log (PANIC)',
    engine: 'postgres',
    roles: ['server', 'worker'],
    inject: fillPostgresDisk('log'),
  },
  {
    name: 'primary killed, standby promoted',
    engine: 'postgres',
    roles: ['server', 'worker'],
    most: 1,
    inject: async ({ place }) => {
      if (place.postgres === null) return
      const { cluster, proxy } = place.postgres
      const standby = await cluster.addStandby()
      await pause(500)
      await cluster.primary.kill()
      await standby.promote()
      proxy.setTarget(standby.folder)
      place.useServer(standby.url('postgres'))
    },
  },
]

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
