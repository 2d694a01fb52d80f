/** Help texts, made from the command table so that they cannot go stale. */
import type { Command, Options } from './command.js'

/** One line a command. */
export function generalHelp(commands: readonly Command[]): string {
  return [
    'heron: evidence of what AI agents did, checkable by strangers',
    '',
    ...commandRows(commands),
    '',
    '`heron help COMMAND` tells more; `heron --version` prints the version.',
    'Each flag --some-flag may be given as HERON_SOME_FLAG in the environment.',
    'Exit codes: 0 pass or done, 1 checked and failed, 2 usage or unreadable input,',
    '3 nothing failed but not everything could be checked.',
  ].join('\n')
}

/** The commands that begin with `prefix`, e.g. `keys`. */
export function groupHelp(prefix: string, commands: readonly Command[]): string {
  return [
    `usage: heron ${prefix} COMMAND …`,
    '',
    ...commandRows(commands),
    '',
    `\`heron help ${prefix} …\` tells more.`,
  ].join('\n')
}

/** Usage, description and flags of one command. */
export function commandHelp(command: Command, shared: Options): string {
  const rows = Object.entries({ ...command.options, ...shared }).map(
    ([name, option]) => [flagText(name, option), option.describe] as const,
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

function commandRows(commands: readonly Command[]): readonly string[] {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands.map(({ name, describe }) => `  heron ${name.padEnd(width)}  ${firstLine(describe)}`)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function flagText(name: string, option: Options[string]): string {
  const long = `--${name}`
  const spelling = option.short === undefined ? long : `-${option.short}, ${long}`
  return option.value === undefined ? spelling : `${spelling} ${option.value}`
}
