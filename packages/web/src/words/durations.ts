/** Lengths of time for people: whole numbers of the largest unit that fits. */
export const UNITS = [
  { id: 'days', one: 'day', ms: 86_400_000 },
  { id: 'hours', one: 'hour', ms: 3_600_000 },
  { id: 'minutes', one: 'minute', ms: 60_000 },
  { id: 'seconds', one: 'second', ms: 1000 },
] as const
export type Unit = (typeof UNITS)[number]['id']

export type Duration = { readonly number: number; readonly unit: Unit }

/** The same length in the largest unit that makes it a whole number. */
export function durationOf(ms: number): Duration {
  const unit = UNITS.find((each) => ms >= each.ms && ms % each.ms === 0)
  return unit === undefined ? { number: ms / 1000, unit: 'seconds' } : { number: ms / unit.ms, unit: unit.id }
}

export function millisecondsOf({ number, unit }: Duration): number {
  return Math.round(number * (UNITS.find(({ id }) => id === unit)?.ms ?? 1000))
}

/** `60 s` is `1 minute`; `90 s` stays `90 seconds`. */
export function durationWords(ms: number): string {
  const { number, unit } = durationOf(ms)
  const one = UNITS.find(({ id }) => id === unit)?.one ?? 'second'
  return `${number.toString()} ${number === 1 ? one : unit}`
}
