export type DatabaseServer = {
  /** Of its socket. */
  readonly folder: string
  readonly url: (database: string) => string
  /** SIGKILL to the postmaster: nothing is flushed, nobody is told. */
  readonly kill: () => Promise<void>
  /** Starts it again and waits until it answers. */
  readonly start: () => Promise<void>
}

export type ReplicatedCluster = {
  readonly primary: DatabaseServer
  /** Copies the primary; from then on it answers no commit that the copy has not on its disk. */
  readonly addStandby: () => Promise<DatabaseServer & { readonly promote: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

/** @param programs folder of PostgreSQL's programs. */
export function startReplicated(programs: string): Promise<ReplicatedCluster>
