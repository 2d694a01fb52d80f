/** What the fault tests and this benchmark share (packages/server/test/faults), loaded by its place in the repository. */
export type AnsweredCall = {
  readonly session: string
  readonly seq: number
  readonly action: string
  readonly recordHash: string
  readonly signature: string
}

export type Comparison = {
  readonly answered: number
  readonly lost: number
  readonly doubled: number
  readonly different: number
}

export type Ledger = {
  readonly note: (call: AnsweredCall) => void
  readonly compare: (stored: readonly AnsweredCall[]) => Comparison
}

export type Proxy = {
  readonly url: (database: string) => string
  readonly setTarget: (folder: string) => void
  readonly cutNext: (cut: 'before commit' | 'after commit' | null) => void
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

type DatabaseServer = {
  readonly folder: string
  readonly url: (database: string) => string
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** No room for tables, or for the write-ahead log, until `makeRoom`, which resolves when the server answers. */
  readonly fillDisk: (what: 'tables' | 'log') => void
  readonly makeRoom: () => Promise<void>
  /** What it has said so far of files that did not take what it wrote. */
  readonly complaints: () => readonly string[]
}

export type Replicated = {
  readonly primary: DatabaseServer
  readonly addStandby: () => Promise<DatabaseServer & { readonly promote: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

const TESTS = '../../../packages/server/test/'
const load = (path: string): Promise<unknown> => import(new URL(`${TESTS}${path}`, import.meta.url).href)

export async function newLedger(): Promise<Ledger> {
  const { Ledger: Class } = (await load('faults/ledger.mjs')) as { Ledger: new () => Ledger }
  return new Class()
}

export async function findPrograms(): Promise<string | null> {
  const cluster = (await load('support/postgres/cluster.mjs')) as { findPrograms: () => string | null }
  return cluster.findPrograms()
}

export async function startReplicated(programs: string): Promise<Replicated> {
  const module = (await load('faults/replicated-cluster.mjs')) as { startReplicated: typeof startReplicated }
  return module.startReplicated(programs)
}

export async function startProxy(folder: string): Promise<Proxy> {
  const module = (await load('faults/postgres-proxy.mjs')) as { startProxy: typeof startProxy }
  return module.startProxy(folder)
}
