/** Entry of `heron`: finds the command, reads its flags, runs it, turns errors into one line and an exit code. */
import { type CommandIo, EXIT, type ExitCode, type Options, UsageError } from './command.js'
import { readArguments } from './arguments.js'
import { commands } from './commands/index.js'
import { commandHelp, generalHelp, groupHelp } from './help.js'
import { isKnownFailure } from './known-failure.js'
import { processIo } from './process-io.js'
import { version } from './version.js'

const JSON_OPTION: Options = { json: { type: 'boolean', describe: 'one JSON document instead of text' } }

/** Runs one command line and answers its exit code; never throws. */
export async function runCli(argv: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  try {
    return await dispatch(argv, io)
  } catch (error) {
    if (error instanceof UsageError || isKnownFailure(error)) {
      io.err(`heron: ${error.message}`)
      return EXIT.usage
    }
    // Never 1: that would say "checked and failed" of something that was not checked.
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    io.err(`heron: unexpected error: ${message}`)
    io.err(io.env['HERON_DEBUG'] === '1' ? (stack ?? message) : 'heron: HERON_DEBUG=1 shows where')
    return EXIT.usage
  }
}

async function dispatch(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const [first] = argv
  if (first === undefined) {
    io.err(generalHelp(commands))
    return EXIT.usage
  }
  if (first === '--version' || first === 'version') {
    io.out(version())
    return EXIT.pass
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    io.out(helpFor(argv.slice(1)))
    return EXIT.pass
  }
  const command = commandOf(argv)
  if (command === undefined) {
    const group = groupOf(first)
    if (group.length === 0) throw noCommand(first)
    io.err(groupHelp(first, group))
    return EXIT.usage
  }
  const rest = argv.slice(command.name.split(' ').length)
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
  if (own.includes('--help') || own.includes('-h')) {
    io.out(commandHelp(command, JSON_OPTION))
    return EXIT.pass
  }
  const args = readArguments(command, { ...command.options, ...JSON_OPTION }, rest, io.env)
  const run = await command.load()
  return run(args, io)
}

/** Two-word commands before one-word ones: `keys list`, then `verify`. */
function commandOf(words: readonly string[]): (typeof commands)[number] | undefined {
  const byName = (count: number) => commands.find(({ name }) => name === words.slice(0, count).join(' '))
  return byName(2) ?? byName(1)
}

function groupOf(word: string): typeof commands {
  return commands.filter(({ name }) => name.startsWith(`${word} `))
}

function helpFor(words: readonly string[]): string {
  const [first] = words
  if (first === undefined) return generalHelp(commands)
  const command = commandOf(words)
  if (command !== undefined) return commandHelp(command, JSON_OPTION)
  const group = groupOf(first)
  if (group.length === 0) throw noCommand(words.join(' '))
  return groupHelp(first, group)
}

function noCommand(name: string): UsageError {
  return new UsageError(`no command \`${name.slice(0, 60)}\`; \`heron help\` lists them`)
}
