/** A period of a filter, e.g. `24h`, as the time it began: to the minute, so that the question stays the same for a while. */
export const PERIODS = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 86_400_000 },
] as const

/** @returns RFC 3339 UTC; null for no period, or one that is unknown. */
export function sinceOf(period: string | undefined, now: number = Date.now()): string | null {
  const found = PERIODS.find(({ value }) => value === period)
  return found === undefined ? null : new Date(Math.floor((now - found.ms) / 60_000) * 60_000).toISOString()
}
