/** Help texts, made from the command table so that they cannot go stale. */
import type { Command, Options } from './command.js'

/** One line a command. */
export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'heron: evidence of what AI agents did, checkable by strangers',
    '',
    ...commands.map(({ name, describe }) => `  heron ${name.padEnd(width)}  ${describe}`),
    '',
    'heron help COMMAND tells more. Each flag --some-flag may be given as HERON_SOME_FLAG.',
    'Exit codes: 0 pass or done, 1 checked and failed, 2 usage or unreadable input, 3 nothing failed but not everything could be checked.',
  ].join('\n')
}

/** Usage, description and flags of one command. */
export function commandHelp(command: Command, shared: Options): string {
  const rows = Object.entries({ ...command.options, ...shared }).map(
    ([name, option]) =>
      [`--${name}${option.value === undefined ? '' : ` ${option.value}`}`, option.describe] as const,
  )
  const width = Math.max(...rows.map(([flag]) => flag.length))
  return [
    `usage: heron ${command.usage}`,
    '',
    command.describe,
    '',
    ...rows.map(([flag, describe]) => `  ${flag.padEnd(width)}  ${describe}`),
  ].join('\n')
}
