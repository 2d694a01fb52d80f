/** Which installation a command works on: a data directory, or a PostgreSQL database with its key ring. */
import { existsSync } from 'node:fs'
import {
  KEY_RING_VARIABLE,
  keyRingPath,
  openDataDirectory,
  type OpenInstallation,
  openPostgresInstallation,
  type PostgresLocation,
  ringInEnvironment,
} from '@heron/server'
import { type CommandArguments, type CommandIo, UsageError } from '../command.js'
import { DEFAULT_DATA_DIRECTORY, DEFAULT_KEY_RING } from '../data-directory.js'

export type Location =
  | { readonly engine: 'sqlite'; readonly directory: string; readonly env: CommandIo['env'] }
  | ({ readonly engine: 'postgres' } & PostgresLocation)

/**
 * What the command line, else the environment, names. Nothing is opened yet.
 *
 * @throws {UsageError} when it names two installations.
 */
export function readLocation(args: CommandArguments, { env }: CommandIo): Location {
  const url = args.text('database-url')
  const directory = args.text('data')
  if (url === undefined) return { engine: 'sqlite', directory: directory ?? DEFAULT_DATA_DIRECTORY, env }
  if (directory !== undefined) {
    throw new UsageError('--data and --database-url name two databases: give one of them')
  }
  return { engine: 'postgres', url, keyRing: keyRingFile(args, env), env: ringAlone(env) }
}

/**
 * Opens it, and migrates its database.
 *
 * @throws {UsageError | KeyRingError | StoreOpenError} one line for the person at the terminal.
 */
export async function openLocation(location: Location): Promise<OpenInstallation> {
  if (location.engine === 'postgres') return openPostgresInstallation(location)
  return openDataDirectory(requireDirectory(location.directory), location.env)
}

/** @throws {UsageError} when it is not there. */
export function requireDirectory(directory: string): string {
  if (existsSync(directory)) return directory
  throw new UsageError(
    `there is no data directory \`${directory}\`: \`heron init --data ${directory}\` creates one`,
  )
}

/** For people: never with a password. */
export function nameOf(location: Location): string {
  if (location.engine === 'sqlite') return location.directory
  try {
    const { hostname, pathname, searchParams } = new URL(location.url)
    return `${pathname.slice(1)} at ${searchParams.get('host') ?? hostname}`
  } catch {
    return 'the database'
  }
}

/** The file of the key ring; where the environment holds the ring itself, nobody looks into it. */
export function ringFileOf(location: Location): string {
  return location.engine === 'postgres' ? location.keyRing : keyRingPath(location.directory)
}

/** `--key-ring` is a file; the variable of the same name may also hold the ring, which is no path (key-ring-file.ts). */
function keyRingFile(args: CommandArguments, env: CommandIo['env']): string {
  const given = args.text('key-ring')
  if (given === undefined || given === ringInEnvironment(env)) return DEFAULT_KEY_RING
  return given
}

/** A path in the variable was read above, and must not win over the flag. */
function ringAlone(env: CommandIo['env']): CommandIo['env'] {
  const ring = ringInEnvironment(env)
  return ring === null ? {} : { [KEY_RING_VARIABLE]: ring }
}
