/**
 * The store on PostgreSQL, for more than one process or machine: the same queries as on SQLite. One connection writes,
 * a few read, each snapshot has its own. Nothing is held together by this process: positions, heads and revisions are
 * compared by the database as they are written.
 */
import type { Signer } from '../../keys/signer.js'
import { query } from '../query.js'
import { signThenCommit } from '../sign-then-commit.js'
import { type CommitOutcome, type Step, type Store, StoreOpenError } from '../store.js'
import { type PostgresAddress, readPostgresUrl } from './address.js'
import { PostgresConnection } from './connection.js'
import { reasonOf } from './failure.js'
import { GroupCommit } from './group-commit.js'
import { migrate } from './migrate.js'
import { PlannerStatistics } from './planner-statistics.js'
import { readerOf, Readers } from './readers.js'
import { SettingsListener } from './settings-listener.js'
import { Snapshots } from './snapshot.js'

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`. SECRET: may hold a password. */
  readonly url: string
  /** Signs what the steps leave to be signed. */
  readonly signer?: Signer
  readonly maxWaiting?: number
  readonly connectTimeoutMs?: number
  /** How long a statement may take; snapshots have no end. */
  readonly statementTimeoutMs?: number
  /** How long another process may hold a lock before a write is refused. */
  readonly lockTimeoutMs?: number
}

/**
 * Connections that answer point reads: a decision needs two or three, microseconds each. Lists have their own, so that
 * a long one never stands in front of a decision.
 */
const POINT_READERS = 2
const LIST_READERS = 4

/** Exports, reports and checks that read at once. */
const SNAPSHOTS = 8

/** A process that stops in the middle of a transaction gives its locks back after this. */
const IDLE_IN_TRANSACTION_MS = 10_000

/**
 * Connects to (and migrates) a database.
 *
 * @throws {StoreOpenError} when it cannot be reached or used, or is from a newer Heron; without the password.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { signer, maxWaiting = 10_000, connectTimeoutMs = 5000 } = options
  const { statementTimeoutMs = 10_000, lockTimeoutMs = 5000 } = options
  const address = readPostgresUrl(options.url)
  const limits = { address, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs }
  const connect =
    (purpose: string, changes: Partial<typeof limits> = {}) =>
    () =>
      PostgresConnection.open({
        ...{ ...limits, ...changes },
        purpose,
        idleInTransactionMs: purpose === 'writer' ? IDLE_IN_TRANSACTION_MS : 0,
      })

  await prepareDatabase(address, connect('migration', { statementTimeoutMs: 0, lockTimeoutMs: 60_000 }))
  const writer = new GroupCommit({ connect: durably(connect('writer')), maxWaiting })
  const points = new Readers(connect('reader'), POINT_READERS)
  const lists = new Readers(connect('lists'), LIST_READERS)
  const { first } = readerOf((statement) => points.read(statement))
  const { all } = readerOf((statement) => lists.read(statement))
  const snapshots = new Snapshots(connect('snapshot', { statementTimeoutMs: 0 }), SNAPSHOTS)
  const listeners: SettingsListener[] = []
  const statistics = new PlannerStatistics(connect('statistics', { statementTimeoutMs: 0 }))
  const write = async (steps: readonly Step[]): Promise<CommitOutcome> => {
    const outcome = await writer.commit(steps)
    statistics.wrote()
    return outcome
  }
  return {
    ...{ first, all },
    commit: signer === undefined ? write : (steps) => signThenCommit(steps, signer, write),
    onSettingsMoved: (moved) => {
      listeners.push(new SettingsListener(connect('listener', { statementTimeoutMs: 0 }), moved))
    },
    snapshot: () => snapshots.open(),
    check: async () => {
      await first(ANY_ORGANIZATION, {})
      await writer.commit([])
    },
    close: async () => {
      for (const listener of listeners) await listener.close()
      await writer.close()
      await statistics.close()
      await points.close()
      await lists.close()
    },
  }
}

const ANY_ORGANIZATION = query()((db) => db.selectFrom('organizations').select('id').limit(1))

/** @throws {StoreOpenError} */
async function prepareDatabase(
  address: PostgresAddress,
  connect: () => Promise<PostgresConnection>,
): Promise<void> {
  let connection: PostgresConnection | undefined
  try {
    connection = await connect()
    await migrate(connection)
  } catch (error) {
    if (error instanceof StoreOpenError) throw error
    const reason = error instanceof Error ? reasonOf(error) : 'unknown error'
    throw new StoreOpenError(`the database ${address.name} cannot be opened: ${reason}`, { cause: error })
  } finally {
    await connection?.close()
  }
}

/** An answered decision survives a power cut: a server that answers before it has written is told not to. */
function durably(connect: () => Promise<PostgresConnection>): () => Promise<PostgresConnection> {
  return async () => {
    const connection = await connect()
    const { error } = await connection.run([
      {
        sql: "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
        values: [],
        reads: false,
      },
    ])
    if (error !== null) throw error
    return connection
  }
}
