import type { FullDisk } from './full-disk.mjs'

export type DatabaseServer = {
  /** Of its socket. */
  readonly folder: string
  readonly url: (database: string) => string
  /** SIGKILL to the postmaster: nothing is flushed, nobody is told. */
  readonly kill: () => Promise<void>
  /** Starts it again and waits until it answers. */
  readonly start: () => Promise<void>
  /** No room from here on: for tables, whose transactions fail (53100), or for the log, without which nothing goes on. */
  readonly fillDisk: (what: FullDisk) => void
  /** Room again: resolves when the server answers, started anew where it ended. */
  readonly makeRoom: () => Promise<void>
  /** What it has said so far of files that did not take what it wrote, each line behind its SQLSTATE. */
  readonly complaints: () => readonly string[]
}

export type ReplicatedCluster = {
  readonly primary: DatabaseServer
  /** Copies the primary; from then on it answers no commit that the copy has not on its disk. */
  readonly addStandby: () => Promise<DatabaseServer & { readonly promote: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

/** @param programs folder of PostgreSQL's programs. */
export function startReplicated(programs: string): Promise<ReplicatedCluster>
