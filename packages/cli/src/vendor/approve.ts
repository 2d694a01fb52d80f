/** `heron approve`: a person's answer to a call that Heron withheld for one (heron.md §3, STEP_UP). */
import { createInterface } from 'node:readline/promises'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { readStateFolder } from './options.js'
import { type StepUp, StepUps } from './step-ups.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const stepUps = new StepUps(readStateFolder(args))
  const [action] = args.positionals
  const waiting = stepUps.list().filter(({ answer }) => answer === null)
  if (action === undefined) {
    list(waiting, args, io)
    return EXIT.pass
  }
  const question = waiting.find((one) => one.action === action)
  if (question === undefined) throw new UsageError(`no call \`${action.slice(0, 60)}\` waits for an answer`)
  for (const line of linesOf(question)) io.out(line)
  const refuse = args.flag('refuse')
  if (!refuse && !(await confirmed(io))) {
    io.out('Nothing was answered.')
    return EXIT.failed
  }
  stepUps.answer(action, refuse ? 'REJECT' : 'APPROVE', args.text('approver') ?? null)
  io.out(refuse ? 'Refused.' : 'Approved, for this one call. The agent may make it again now.')
  return EXIT.pass
}

function list(waiting: readonly StepUp[], args: CommandArguments, io: CommandIo): void {
  if (args.flag('json')) io.out(JSON.stringify({ waiting }))
  else if (waiting.length === 0) io.out('No call waits for an answer.')
  else for (const question of waiting) for (const line of linesOf(question)) io.out(line)
}

function linesOf({ action, tool, rule, asked_at, session, args }: StepUp): readonly string[] {
  return [
    `${action}  ${tool}  (${rule ?? 'no rule'})`,
    `  asked ${asked_at} in ${session}`,
    // As JSON text: an argument cannot end the line and speak as this program.
    `  ${args}`,
  ]
}

/**
 * A person at a terminal types the word. An agent that runs commands could otherwise approve its own calls; this is a
 * hurdle, not a proof, and the evidence calls it the vendor's claim.
 */
async function confirmed({ signal }: CommandIo): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('an approval is typed at a terminal; `--refuse` needs none')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (
      (await terminal.question('Type `approve` to allow this one call: ', { signal })).trim() === 'approve'
    )
  } finally {
    terminal.close()
  }
}
