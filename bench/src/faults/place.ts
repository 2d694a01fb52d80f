/** Where a scenario's Heron lives, and what stands in its database afterwards. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  checkStore,
  createDataDirectory,
  createPostgresInstallation,
  databasePath,
  openDataDirectory,
  openPostgresInstallation,
  type OpenInstallation,
} from '@heron/server'
import Database from 'better-sqlite3'
import { type AnsweredCall, type Proxy, type Replicated, startProxy, startReplicated } from './ledger.js'
import type { ServerTask } from './server.js'

const NAMES = { organizationName: 'Bench', projectName: 'Bench', ownerEmail: 'owner@bench.example' }

const CALLS = `select s.external_id as session, a.seq, a.id as action, a.record_hash as "recordHash",
  a.decision_signature as signature from actions a join sessions s on s.organization_id = a.organization_id
  and s.project_id = a.project_id and s.id = a.session_id`

export type Place = {
  readonly location: ServerTask['location']
  readonly apiKey: string
  /** Null on SQLite. */
  readonly postgres: { readonly cluster: Replicated; readonly proxy: Proxy } | null
  /** Which server of the database is asked for what is stored, after a standby took over. */
  readonly useServer: (url: string) => void
  readonly storedCalls: () => AnsweredCall[]
  /** How many things `heron fsck` found wrong. */
  readonly fsck: () => Promise<number>
  readonly remove: () => Promise<void>
}

async function failuresIn({ store, keyRing, close }: OpenInstallation): Promise<number> {
  try {
    return (await checkStore(store, keyRing.published)).failed
  } finally {
    await close()
  }
}

export async function newSqlitePlace(): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'heron-faults-'))
  const directory = join(root, 'data')
  const { apiKey } = await createDataDirectory(directory, NAMES)
  return {
    ...{ location: { directory }, apiKey, postgres: null },
    useServer: () => undefined,
    storedCalls: () => {
      const database = new Database(databasePath(directory), { readonly: true })
      try {
        return database.prepare(CALLS).all() as AnsweredCall[]
      } finally {
        database.close()
      }
    },
    fsck: () => failuresIn(openDataDirectory(directory, {})),
    remove: () => {
      rmSync(root, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}

/** @param programs folder of PostgreSQL's programs. */
export async function newPostgresPlace(programs: string): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'heron-faults-'))
  const cluster = await startReplicated(programs)
  const proxy = await startProxy(cluster.primary.folder)
  const location = { url: proxy.url('postgres'), keyRing: join(root, 'key-ring.json') }
  const { apiKey } = await createPostgresInstallation({ ...location, env: {} }, NAMES)
  let server = cluster.primary.url('postgres')
  return {
    ...{ location, apiKey, postgres: { cluster, proxy } },
    useServer: (url) => {
      server = url
    },
    storedCalls: () => {
      const query = `select coalesce(json_agg(c), '[]') from (${CALLS}) c`
      const options = { encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 } as const
      return JSON.parse(
        execFileSync(join(programs, 'psql'), [server, '-Atc', query], options),
      ) as AnsweredCall[]
    },
    fsck: async () => failuresIn(await openPostgresInstallation({ ...location, env: {} })),
    remove: async () => {
      await proxy.close()
      await cluster.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
