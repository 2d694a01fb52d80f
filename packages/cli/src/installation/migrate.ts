/** `heron migrate`: brings the database to the form of this build. `heron serve` does the same when it starts. */
import { databasePath, migrationsFor, openSqliteStore } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { existingDataDirectory, refuseDatabaseUrl } from '../data-directory.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  refuseDatabaseUrl(args)
  const database = databasePath(existingDataDirectory(args))
  // Opening migrates, in one transaction, or fails and leaves everything as it was.
  const store = openSqliteStore({ path: database, create: false })
  await store.close()
  const migrations = migrationsFor('sqlite').map(({ name }) => name)
  if (args.flag('json')) io.out(JSON.stringify({ database, migrations }))
  else
    io.out(
      `${database} is up to date (${String(migrations.length)} migrations, last ${migrations.at(-1) ?? 'none'}).`,
    )
  return EXIT.pass
}
