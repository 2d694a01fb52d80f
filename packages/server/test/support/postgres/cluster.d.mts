export type Cluster = {
  /** Of a database on it. */
  readonly url: (database: string) => string
  /** Folder of the server's programs: `pg_dump`, `pgbench`. */
  readonly programs: string
  readonly stop: () => Promise<void>
}

/** Where this machine keeps PostgreSQL's programs, if it has them. */
export function findPrograms(): string | null

/** @param options `durable`: waits for the disk, as a server should. */
export function startCluster(programs: string, options: { readonly durable: boolean }): Promise<Cluster>
