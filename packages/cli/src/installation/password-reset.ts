/** `heron password reset`: whoever holds the database may let somebody in again. */
import { Refusal, resetPassword } from '@heron/server'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { openLocation, readLocation } from './location.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const email = args.text('email')
  if (email === undefined) throw new UsageError('missing --email (`heron help password reset`)')
  const installation = await openLocation(readLocation(args, io))
  try {
    const { password } = await resetPassword(installation, { email, reason: args.text('reason') ?? null })
    if (args.flag('json')) io.out(JSON.stringify({ email, password }))
    else {
      io.out(`${email} signs in with ${password} from now on. It is shown this once.`)
      io.out('Their sessions have ended, and a second factor has to be set up again.')
    }
    return EXIT.pass
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new UsageError(`${error.pointer === '/reason' ? '--reason' : '--email'}: ${error.message}`)
  } finally {
    await installation.close()
  }
}
