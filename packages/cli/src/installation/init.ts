/** `heron init`: a new data directory, or an empty database made use of; its secrets once. */
import { createDataDirectory, createPostgresInstallation } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { nameOf, readLocation } from './location.js'
import { createdInstallation, createdLines, DEFAULT_HOST, DEFAULT_PORT, newOrganization } from './created.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const location = readLocation(args, io)
  const organization = newOrganization(args)
  const baseUrl = `http://${DEFAULT_HOST}:${String(DEFAULT_PORT)}`
  const created = createdInstallation(
    location.engine === 'postgres'
      ? await createPostgresInstallation(location, organization)
      : await createDataDirectory(location.directory, organization),
    organization,
    baseUrl,
  )
  if (args.flag('json')) {
    io.out(JSON.stringify(created))
    return EXIT.pass
  }
  for (const line of createdLines(nameOf(location), created)) io.out(line)
  io.out(
    location.engine === 'postgres'
      ? `Next: heron serve --database-url … --key-ring ${location.keyRing} (every process needs a copy of that file)`
      : `Next: heron serve --data ${location.directory}`,
  )
  return EXIT.pass
}
