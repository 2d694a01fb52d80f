/** `heron vendor-key import`: the vendor's public key, once, with an entry in the project's operator log. */
import { importVendorKey, ownerOperation, Refusal } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { openLocation, readLocation } from './location.js'

/** Which flag a refused member came from. */
const FLAG_OF: Readonly<Record<string, string>> = {
  '/kid': '--kid',
  '/public_key': '--public-key',
  '/reason': '--reason',
}

/** What is published where nobody says more. */
const AT_THE_COMMAND_LINE = 'imported at the command line'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const kid = required(args, 'kid')
  const publicKey = required(args, 'public-key')
  const parts = await openLocation(readLocation(args, io))
  try {
    const operation = await ownerOperation(
      parts,
      args.text('project'),
      args.text('reason') ?? AT_THE_COMMAND_LINE,
    )
    const { state } = await importVendorKey(parts, operation, { kid, publicKey })
    if (args.flag('json')) io.out(JSON.stringify({ kid, state }))
    else io.out(`Vendor key ${kid} is ${state} in project ${operation.project.projectId}.`)
    return EXIT.pass
  } catch (error) {
    if (error instanceof Refusal)
      throw new UsageError(`${FLAG_OF[error.pointer ?? ''] ?? ''} ${error.message}`.trim())
    throw error
  } finally {
    await parts.close()
  }
}

function required(args: CommandArguments, option: string): string {
  const value = args.text(option)
  if (value === undefined) throw new UsageError(`missing --${option} (\`heron help vendor-key import\`)`)
  return value
}
