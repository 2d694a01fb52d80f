/** Which installation a command works on: the data directory of the command line, or `./heron-data`. */
import { existsSync } from 'node:fs'
import { type CommandArguments, type Options, UsageError } from './command.js'

/** Used when `--data` is not given. */
export const DEFAULT_DATA_DIRECTORY = './heron-data'

export const DATA_OPTIONS: Options = {
  data: { type: 'string', value: 'DIR', describe: `data directory (default ${DEFAULT_DATA_DIRECTORY})` },
}

export const DATABASE_URL_OPTION: Options = {
  'database-url': { type: 'string', value: 'URL', describe: 'PostgreSQL; not in this build' },
}

/** @throws {UsageError} for a database that this build cannot use. */
export function refuseDatabaseUrl(args: CommandArguments): void {
  if (args.text('database-url') === undefined) return
  throw new UsageError('this build has no PostgreSQL: leave --database-url out and use --data DIR')
}

/**
 * The directory to work on.
 *
 * @throws {UsageError} when it is not there.
 */
export function existingDataDirectory(args: CommandArguments): string {
  const directory = args.text('data') ?? DEFAULT_DATA_DIRECTORY
  if (existsSync(directory)) return directory
  throw new UsageError(
    `there is no data directory \`${directory}\`: \`heron init --data ${directory}\` creates one`,
  )
}
