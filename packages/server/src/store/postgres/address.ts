/** Where a PostgreSQL database is, and how it may be named to people: never with its password. */
import type { ClientConfig } from 'pg'
import { StoreOpenError } from '../store.js'

export type PostgresAddress = {
  /** SECRET: holds the password. */
  readonly config: ClientConfig
  /** e.g. `heron at db.example:5432`. */
  readonly name: string
}

/**
 * Reads `postgres://user:password@host:port/database?sslmode=verify-full`.
 *
 * @throws {StoreOpenError} without repeating the text: it may hold a password.
 */
export function readPostgresUrl(text: string): PostgresAddress {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new StoreOpenError(
      'the database URL cannot be read: it is `postgres://user:password@host:port/database`',
    )
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new StoreOpenError(
      `the database URL begins with \`${url.protocol}\`: Heron takes \`postgres://…\`, or a data directory`,
    )
  }
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username)
  // A host among the parameters is the folder of the server's socket.
  const host = url.searchParams.get('host') ?? url.hostname
  const port = url.port === '' ? (url.searchParams.get('port') ?? '5432') : url.port
  return { config: { connectionString: text }, name: `${database} at ${host}:${port}` }
}
