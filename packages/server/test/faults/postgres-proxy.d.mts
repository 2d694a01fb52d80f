export type Cut = 'before commit' | 'after commit'

export type PostgresProxy = {
  /** Of a database behind it. */
  readonly url: (database: string) => string
  /** Which server new connections go to: the folder of its socket. */
  readonly setTarget: (folder: string) => void
  /** Cuts the connection at the next commit that passes; null takes that back. */
  readonly cutNext: (cut: Cut | null) => void
  /** Cuts that were made. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** @param target folder of the server's socket. */
export function startProxy(target: string): Promise<PostgresProxy>
