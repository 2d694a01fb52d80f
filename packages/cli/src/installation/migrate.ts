/** `heron migrate`: brings the database to the form of this build. `heron serve` does the same when it starts. */
import { databasePath, migrationsFor, openPostgresStore, openSqliteStore } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { nameOf, readLocation, requireDirectory } from './location.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const location = readLocation(args, io)
  // Opening migrates, in one transaction, or fails and leaves everything as it was. It needs no key.
  const store =
    location.engine === 'postgres'
      ? await openPostgresStore({ url: location.url })
      : openSqliteStore({ path: databasePath(requireDirectory(location.directory)), create: false })
  await store.close()
  const database = location.engine === 'postgres' ? nameOf(location) : databasePath(location.directory)
  const migrations = migrationsFor(location.engine).map(({ name }) => name)
  if (args.flag('json')) io.out(JSON.stringify({ database, migrations }))
  else
    io.out(
      `${database} is up to date (${String(migrations.length)} migrations, last ${migrations.at(-1) ?? 'none'}).`,
    )
  return EXIT.pass
}
