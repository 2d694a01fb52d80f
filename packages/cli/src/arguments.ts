/** Reads the flags of one command: from the command line, else from `HERON_<FLAG>` (cli contract). */
import { parseArgs } from 'node:util'
import { type Command, type CommandArguments, type CommandIo, type Options, UsageError } from './command.js'

/** @throws {UsageError} for an unknown flag, a flag without its value, a missing or a surplus argument. */
export function readArguments(
  command: Command,
  options: Options,
  argv: readonly string[],
  env: CommandIo['env'],
): CommandArguments {
  const hint = `(\`heron help ${command.name}\`)`
  let parsed
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message} ${hint}`)
  }
  const { positionals } = parsed
  const expected = command.positionals ?? []
  const surplus = positionals[expected.length]
  if (surplus !== undefined && expected.at(-1)?.endsWith('…') !== true) {
    throw new UsageError(`unexpected argument \`${surplus.slice(0, 60)}\` ${hint}`)
  }
  const missing = expected[positionals.length]
  if (missing !== undefined && !missing.endsWith('…') && !missing.startsWith('[')) {
    throw new UsageError(`missing ${missing} ${hint}`)
  }
  const values: Readonly<Record<string, unknown>> = parsed.values
  const given = (option: string): unknown =>
    values[option] ?? env[`HERON_${option.replaceAll('-', '_').toUpperCase()}`]
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
