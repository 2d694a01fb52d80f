/** `heron token inspect`: what the tokens claim, readably and unverified. Every value is a stranger's and stays in its line. */
import { type ChainInspection, inspectChain, type InspectedToken, printable } from '@heron/delegation'
import type { JsonObject } from '@heron/evidence'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode } from '../command.js'
import { readProfile, readTokens } from './input.js'

export function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const inspection = inspectChain(readTokens(args), readProfile(args))
  if (args.flag('json')) io.out(JSON.stringify(inspection))
  else for (const line of linesOf(inspection)) io.out(line)
  return Promise.resolve(EXIT.pass)
}

function linesOf({ tokens, problems, profile }: ChainInspection): readonly string[] {
  return [
    `NOT VERIFIED  read under ${profile}; \`heron token verify\` checks signatures and narrowing`,
    ...tokens.flatMap(linesOfToken),
    ...problems.map((problem) => `! ${problem}`),
  ]
}

function linesOfToken({
  hop,
  header,
  claims,
  authority,
  linked,
  problems,
}: InspectedToken): readonly string[] {
  const link =
    linked === null ? '' : linked ? ', par_hash names the token before it' : ', par_hash does not match'
  return [
    `hop ${hop.toString()}${link}`,
    ...membersOf('header', header),
    ...membersOf('claim', claims),
    ...membersOf('authority', authority),
    ...problems.map((problem) => `  ! ${problem}`),
  ]
}

function membersOf(kind: string, object: JsonObject | null): readonly string[] {
  if (object === null) return []
  return Object.entries(object)
    .filter(([name]) => name !== 'authorization_details')
    .map(([name, value]) => `  ${kind} ${printable(name)}: ${printable(value)}`)
}
