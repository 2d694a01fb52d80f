/** Entry of `heron`: finds the command, reads its flags, runs it, turns errors into one line and an exit code. */
import { parseArgs } from 'node:util'
import {
  type Command,
  type CommandArguments,
  type CommandIo,
  EXIT,
  type ExitCode,
  type Options,
  UsageError,
} from './command.js'
import { commands } from './commands/index.js'
import { commandHelp, generalHelp } from './help.js'
import { version } from './version.js'

const JSON_OPTION: Options = { json: { type: 'boolean', describe: 'one JSON document instead of text' } }

/** Runs one command line and answers its exit code; never throws. */
export async function runCli(argv: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  try {
    return await dispatch(argv, io)
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`heron: ${error.message}`)
      return EXIT.usage
    }
    io.err(
      `heron: unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    return EXIT.failed
  }
}

async function dispatch(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const [first] = argv
  if (first === '--version' || first === 'version') {
    io.out(version())
    return EXIT.pass
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const name = argv.slice(1).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (name !== '' && command === undefined)
      throw new UsageError(`no command \`${name}\`; \`heron help\` lists them`)
    io.out(command === undefined ? generalHelp(commands) : commandHelp(command, JSON_OPTION))
    return first === undefined ? EXIT.usage : EXIT.pass
  }
  const command = findCommand(argv)
  if (command === undefined)
    throw new UsageError(`no command \`${argv.slice(0, 2).join(' ')}\`; \`heron help\` lists them`)
  const rest = argv.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(commandHelp(command, JSON_OPTION))
    return EXIT.pass
  }
  const run = await command.load()
  return run(readArguments(command, rest, io), io)
}

/** Two-word commands before one-word ones: `keys list`, then `verify`. */
function findCommand(argv: readonly string[]): Command | undefined {
  const byName = (words: number) => commands.find(({ name }) => name === argv.slice(0, words).join(' '))
  return byName(2) ?? byName(1)
}

function readArguments(command: Command, argv: readonly string[], io: CommandIo): CommandArguments {
  const options = { ...command.options, ...JSON_OPTION }
  let parsed
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message} (\`heron help ${command.name}\`)`)
  }
  const { positionals } = parsed
  const values: Readonly<Record<string, unknown>> = parsed.values
  const expected = command.positionals ?? []
  if (positionals.length > expected.length && expected.at(-1)?.endsWith('…') !== true) {
    throw new UsageError(
      `unexpected argument \`${positionals[expected.length] ?? ''}\` (\`heron help ${command.name}\`)`,
    )
  }
  const given = (option: string): unknown =>
    values[option] ?? io.env[`HERON_${option.replaceAll('-', '_').toUpperCase()}`]
  return {
    positionals,
    text: (option) => {
      const value = given(option)
      return typeof value === 'string' && value !== '' ? value : undefined
    },
    texts: (option) => {
      const value = given(option)
      if (Array.isArray(value)) return value.filter((item): item is string => typeof item === 'string')
      return typeof value === 'string' && value !== '' ? [value] : []
    },
    flag: (option) => {
      const value = given(option)
      return value === true || value === 'true' || value === '1'
    },
  }
}

function processIo(): CommandIo {
  const controller = new AbortController()
  const stop = (): void => {
    controller.abort()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // `heron view … | head` closes the pipe early: that ends the output, not the program with a trace.
  process.stdout.on('error', () => process.exit())
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    env: process.env,
    signal: controller.signal,
  }
}
