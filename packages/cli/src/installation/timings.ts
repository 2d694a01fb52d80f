/** The times of reconciliation, retention and checkpoints as flags of `heron serve`; what a project has set for itself goes before them. */
import type { Timings } from '@heron/server'
import { type CommandArguments, type Options, UsageError } from '../command.js'

export const TIMING_OPTIONS: Options = {
  'reconcile-window': {
    type: 'string',
    value: 'TIME',
    describe: 'how long after a decision it is paired with its evidence, e.g. 500ms, 60s (default 60s)',
  },
  'missing-horizon': {
    type: 'string',
    value: 'TIME',
    describe: 'how long until a decision without evidence is a finding (default 1h)',
  },
  'approval-timeout': {
    type: 'string',
    value: 'TIME',
    describe: 'how long a STEP_UP or DEFER waits for its answer until it is closed as DENY (default 1h)',
  },
  'checkpoint-every': {
    type: 'string',
    value: 'TIME',
    describe: 'how often heads that moved are committed to by a signed checkpoint (default 5m)',
  },
  retention: {
    type: 'string',
    value: 'TIME',
    describe: 'how long redacted arguments are kept; hashes and receipts stay (default 90d)',
  },
}

/** @throws {UsageError} for what is no time. */
export function readTimings(args: CommandArguments): Partial<Timings> {
  const window = readDuration(args, 'reconcile-window')
  const horizon = readDuration(args, 'missing-horizon')
  const timeout = readDuration(args, 'approval-timeout')
  return {
    ...(window === undefined ? {} : { reconcileWindowMs: window }),
    ...(horizon === undefined ? {} : { missingHorizonMs: horizon }),
    ...(timeout === undefined ? {} : { approvalTimeoutMs: timeout, contextTimeoutMs: timeout }),
  }
}

/**
 * Absent takes the service's own.
 *
 * @throws {UsageError} for what is no time.
 */
export function readRetention(args: CommandArguments): number | undefined {
  return readDuration(args, 'retention')
}

/**
 * Absent takes the service's own.
 *
 * @throws {UsageError} for what is no time.
 */
export function readCheckpointEvery(args: CommandArguments): number | undefined {
  return readDuration(args, 'checkpoint-every')
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A year: beyond it a due time would say nothing, and a mistyped unit would go unnoticed. */
const MAX_MS = 366 * 86_400_000

/** A number and its unit, in milliseconds. */
function readDuration(args: CommandArguments, option: string): number | undefined {
  const text = args.text(option)
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? []
  const milliseconds = Math.round(Number(count) * (UNIT_MS[unit] ?? Number.NaN))
  if (milliseconds >= 1 && milliseconds <= MAX_MS) return milliseconds
  throw new UsageError(
    `--${option} takes a number with ms, s, m, h or d, e.g. 60s, up to 366d, not \`${text.slice(0, 20)}\``,
  )
}
