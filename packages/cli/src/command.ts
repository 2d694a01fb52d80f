/** What a command is, and the exit codes that all of them share (cli contract). */
import type { ParseArgsConfig } from 'node:util'

export const EXIT = { pass: 0, failed: 1, usage: 2, incomplete: 3 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

type OptionSpec = NonNullable<ParseArgsConfig['options']>[string] & {
  /** Shown in help, e.g. `DIR`. */
  readonly value?: string
  readonly describe: string
}

export type Options = { readonly [name: string]: OptionSpec }

/** Where a command writes and reads; injected so that tests see every byte. */
export type CommandIo = {
  /** One line to standard output. */
  readonly out: (line: string) => void
  /** One line to standard error: progress, notices, errors. */
  readonly err: (line: string) => void
  readonly env: { readonly [name: string]: string | undefined }
  /**
   * Aborted by SIGINT and SIGTERM. A command that reads it promises to stop on it; one that never does is ended by the
   * signal itself.
   */
  readonly signal: AbortSignal
}

export type CommandArguments = {
  readonly positionals: readonly string[]
  /** From the command line, else from `HERON_<FLAG>`. */
  readonly text: (option: string) => string | undefined
  readonly texts: (option: string) => readonly string[]
  readonly flag: (option: string) => boolean
}

export type Command = {
  /** As typed: `verify`, `token verify`. */
  readonly name: string
  readonly usage: string
  /** The first line stands alone in `heron help`. */
  readonly describe: string
  /** `--json` is added to every command. */
  readonly options: Options
  /** Names of the positional arguments, for help; a trailing `…` allows more. */
  readonly positionals?: readonly string[]
  /** Loaded on use, so that `heron verify` does not start by loading the service. */
  readonly load: () => Promise<(args: CommandArguments, io: CommandIo) => Promise<ExitCode>>
}

/** The caller's error, or a surrounding that cannot be used (unreadable file, port in use): one clear line, exit 2. */
export class UsageError extends Error {
  readonly code = 'usage'

  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
