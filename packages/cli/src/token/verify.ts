/** `heron token verify`: the verdict on a chain, and what it rests without. */
import {
  briefly,
  type ChainResult,
  hs256Key,
  readTrustedJwks,
  type TrustedKey,
  verifyChain,
} from '@heron/delegation'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { asUsage, readJsonFile, readProfile, readSeconds, readSecret, readTokens } from './input.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const profile = readProfile(args)
  const now = readSeconds(args, 'now')
  const acceptedAlgs = args.texts('accept-alg')
  const audience = args.text('audience')
  const result = await asUsage(async () => {
    const keys = await readKeys(args)
    return verifyChain(readTokens(args), {
      profile,
      now,
      keys,
      ...(acceptedAlgs.length === 0 ? {} : { acceptedAlgs }),
      ...(audience === undefined ? {} : { audience }),
    })
  })
  if (args.flag('json')) io.out(JSON.stringify(reportOf(result)))
  else for (const line of linesOf(result)) io.out(line)
  return result.outcome === 'accept' ? EXIT.pass : EXIT.failed
}

async function readKeys(args: CommandArguments): Promise<readonly TrustedKey[]> {
  const hex = args.text('hs256-key')
  const jwks = args.text('jwks')
  if ((hex === undefined) === (jwks === undefined)) {
    throw new UsageError('give either --hs256-key HEX or --jwks FILE')
  }
  if (hex !== undefined) return [hs256Key(readSecret(hex))]
  return readTrustedJwks(readJsonFile(jwks ?? ''))
}

/** The result without what only code can use. */
function reportOf(result: ChainResult): object {
  if (result.outcome === 'accept') {
    const { verified: _verified, ...report } = result
    return report
  }
  const { hop, ...report } = result
  return hop === null ? report : { ...report, hop }
}

function linesOf(result: ChainResult): readonly string[] {
  const skipped = `not performed: ${result.steps_not_performed.join(', ') || 'nothing'}`
  if (result.outcome === 'reject') {
    const where = result.hop === null ? 'the chain' : `hop ${result.hop.toString()}`
    return [`REJECT  ${result.reason}  (${result.profile})`, `  ${where}: ${result.detail}`, `  ${skipped}`]
  }
  return [
    `ACCEPT  ${result.detail}  (${result.profile})`,
    `  leaf authority: ${briefly(result.leaf_authority, 2000)}`,
    `  depth ${result.depth.toString()} of at most ${(result.del_max_depth - 1).toString()}, audience ${result.audience}`,
    `  ${skipped}`,
    result.authorized ? '  the action is authorized' : '  no action is authorized by this answer',
  ]
}
