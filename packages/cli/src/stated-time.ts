/** A time as a flag states it: RFC 3339, or a day, which stands for its beginning in UTC. */
import { normaliseTime } from '@heron/server'
import { type CommandArguments, UsageError } from './command.js'

/**
 * Null where the flag is absent.
 *
 * @throws {UsageError} for what is no time.
 */
export function readTime(args: CommandArguments, option: string): string | null {
  const text = args.text(option)
  if (text === undefined) return null
  const time = normaliseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time !== null) return time
  throw new UsageError(
    `--${option} takes a time such as 2026-11-30T09:00:00Z or a day such as 2026-11-30, not \`${text.slice(0, 40)}\``,
  )
}
