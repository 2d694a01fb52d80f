/**
 * The store as the domain sees it. SQLite implements it now; PostgreSQL can, with the same queries (architecture.md,
 * "Storage"). SQL and engines stay behind this line.
 *
 * Writing is optimistic: a use case reads, decides, signs, and then hands over the steps that must all hold. Each
 * group of steps is one savepoint in a transaction that many share (group commit). A step that did not change what it
 * had to, or met a row that is already there, undoes its group and nothing else; the use case reads again.
 * INVARIANT: groups of one project are applied, by one process, in the order in which they were handed over.
 */
import type { Query, SqlValue } from './query.js'

/**
 * Stands in a step for Heron's signature over the text that another parameter of the same step holds. It is made as the
 * step is written, where the store finds that cheapest.
 */
export class SignatureOf {
  readonly parameter: string

  constructor(parameter: string) {
    this.parameter = parameter
  }
}

/** Stands in a step for the name of the key that makes its signatures: who signs knows it, who plans can not. */
export const SIGNING_KID: unique symbol = Symbol('kid of the key that signs')

type StepParams = { readonly [name: string]: SqlValue | SignatureOf | typeof SIGNING_KID }

export type Step = {
  readonly query: Query
  readonly params: StepParams
  /** Rows that must be changed, else the group is undone; null when any number will do. */
  readonly expect: number | null
}

export type CommitOutcome =
  /**
   * `signatures` were made for the {@link SignatureOf} of the steps, in order: base64url; all by the key `kid`, which says
   * nothing where there are none.
   */
  | { readonly ok: true; readonly kid: string; readonly signatures: readonly string[] }
  /** `step` is the index of the step that met another state than the one it was written for. */
  | { readonly ok: false; readonly step: number }

export type Reader = {
  readonly all: <P, Row>(query: Query<P, Row>, params: P) => Promise<Row[]>
  readonly first: <P, Row>(query: Query<P, Row>, params: P) => Promise<Row | undefined>
}

/** One consistent view, however long it is read. */
export type Snapshot = Reader & { readonly close: () => Promise<void> }

export type MovedProject = { readonly organizationId: string; readonly projectId: string }

export type Store = Reader & {
  /**
   * Applies the steps as one, durably: when this resolves with `ok`, the rows survive a power cut.
   *
   * @throws {StoreUnavailableError} when the queue is full or the database cannot be written now. Nothing of the group
   * was answered; it may still have been applied when the connection broke in the middle of a commit.
   */
  readonly commit: (steps: readonly Step[]) => Promise<CommitOutcome>
  readonly snapshot: () => Promise<Snapshot>
  /**
   * Calls back when another process has moved what is in force in a project; null when that may have been any. Only where
   * processes share a database, and no more than a hint: what is written compares revisions.
   */
  readonly onSettingsMoved?: (listener: (project: MovedProject | null) => void) => void
  /** Resolves when the database answers a query and accepts a write lock. */
  readonly check: () => Promise<void>
  /** Finishes what was handed over, then ends. */
  readonly close: () => Promise<void>
}

/** A step that must change exactly `expect` rows (one, unless said otherwise). */
export function step<P, Row>(
  query: Query<P, Row>,
  params: {
    readonly [name in keyof P]: P[name] | (P[name] extends string ? SignatureOf | typeof SIGNING_KID : never)
  },
  expect: number | null = 1,
): Step {
  // The parameters fit the query by the signature; in a list of steps its type can no longer tell which are whose.
  return { query: query as unknown as Query, params: params as unknown as StepParams, expect }
}

/** The store cannot take this now; trying again later may work. */
export class StoreUnavailableError extends Error {
  readonly code = 'store_unavailable'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnavailableError'
  }
}

/** The database cannot be opened: one line for the person who starts the service. */
export class StoreOpenError extends Error {
  readonly code = 'store_open'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreOpenError'
  }
}
