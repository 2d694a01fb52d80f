/** What has no room any more: the tables, or the write-ahead log. */
export type FullDisk = 'tables' | 'log'

export type LimitedServer = {
  /** Its process. */
  readonly postmaster: number
  /** Whom it runs as; null for the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | null
  /** Its folder. */
  readonly data: string
}

/** Bytes of a segment of the write-ahead log that such a server must have been made with. */
export const SEGMENT_BYTES: number

export function fillDisk(server: LimitedServer, what: FullDisk): void

/** Ends what {@link fillDisk} began. */
export function makeRoom(server: LimitedServer): void
