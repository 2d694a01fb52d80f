/** `heron init`: a new data directory, and its secrets once. */
import { createDataDirectory } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { DEFAULT_DATA_DIRECTORY } from '../data-directory.js'
import { createdInstallation, createdLines, DEFAULT_HOST, DEFAULT_PORT, newOrganization } from './created.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const directory = args.text('data') ?? DEFAULT_DATA_DIRECTORY
  const organization = newOrganization(args)
  const baseUrl = `http://${DEFAULT_HOST}:${String(DEFAULT_PORT)}`
  const created = createdInstallation(
    await createDataDirectory(directory, organization),
    organization,
    baseUrl,
  )
  if (args.flag('json')) {
    io.out(JSON.stringify(created))
    return EXIT.pass
  }
  for (const line of createdLines(directory, created)) io.out(line)
  io.out(`Next: heron serve --data ${directory}`)
  return EXIT.pass
}
