/**
 * `heron hook`: one event of a coding agent on standard input, its answer on standard output.
 *
 * Fails closed: whatever goes wrong ends with exit code 2, which the agent takes for a no. Any other code but 0 it takes
 * for a mishap of the hook, and runs the tool.
 */
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { makeGuard, readPrincipal, readVendorSetup } from '../vendor/options.js'
import { StepUps } from '../vendor/step-ups.js'
import { importCommand } from '../vendor/vendor-key-file.js'
import { BUILT_IN_TOOLS } from './built-in-tools.js'
import { handleHookEvent, type HookSetup } from './handle.js'
import { readHookEvent } from './input.js'

/** Largest event: results of tools are in it. */
const MAX_INPUT_BYTES = 256 * 1024 * 1024

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  try {
    const event = readHookEvent(await standardInput())
    const { guard, ...setup } = readSetup(args, io)
    try {
      io.out(JSON.stringify(await handleHookEvent(event, { ...setup, guard })))
    } finally {
      await guard.close()
    }
    return EXIT.pass
  } catch (error) {
    io.err(`heron hook: ${error instanceof Error ? error.message : String(error)}`)
    return EXIT.usage
  }
}

function readSetup(args: CommandArguments, io: CommandIo): HookSetup {
  const stepUp = args.text('step-up') ?? 'refuse'
  if (stepUp !== 'refuse' && stepUp !== 'ask') throw new UsageError('--step-up takes `refuse` or `ask`')
  const setup = readVendorSetup(args)
  const importHint = importCommand(setup.vendorKey)
  if (setup.vendorKey.created) io.err(`heron hook: made a vendor key; make it known to Heron: ${importHint}`)
  const options = {
    ...setup.options,
    contracts: { ...BUILT_IN_TOOLS, ...setup.options.contracts },
    // The outbox is the retry: the agent waits for each of these.
    retries: 1,
  }
  const guard = makeGuard(
    { ...setup, options },
    ({ code, message }) => {
      const hint = code === 'evidence_signature_invalid' ? ` ${importHint}` : ''
      io.err(`heron hook: ${code}: ${message}${hint}`)
    },
    // The process that allows a call is not the one that reports it: its end says nothing about the call.
    { holds: false },
  )
  const { anchorSecret } = setup.options
  return {
    guard,
    stateFolder: setup.stateFolder,
    stepUps: new StepUps(setup.stateFolder),
    agent: args.text('agent') ?? 'claude-code',
    principal: readPrincipal(args.text('principal') ?? 'human:local-user'),
    anchorKey: anchorSecret === undefined ? null : { secret: anchorSecret },
    stepUp,
    grant: args.flag('grant'),
  }
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_INPUT_BYTES) throw new UsageError('the event on standard input is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
