/**
 * Times at the door (heron.md §2): RFC 3339 with any offset and any number of fraction digits, converted once to UTC with
 * milliseconds. The converted text is what is hashed, stored and answered.
 */

const NORMAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** Longest text read. A time needs 35 characters with nanoseconds; the rest would be digits that say nothing. */
const MAX_LENGTH = 64

/**
 * Converts an RFC 3339 time to `YYYY-MM-DDTHH:MM:SS.sssZ`. Digits beyond the millisecond are cut off, never rounded up,
 * so that no time moves into its future.
 *
 * @param text UNTRUSTED.
 * @returns `null` when it is no such time, when a field is out of range (29 February of a common year, hour 24, a leap
 * second, which no clock of ours can state), or when the UTC year leaves 0000 to 9999.
 */
export function normaliseTime(text: string): string | null {
  if (text.length > MAX_LENGTH) return null
  const match = RFC_3339.exec(text)
  if (match === null) return null
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match
  const fields = [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)]
  if (!inRange(fields) || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null
  if (NORMAL.test(text)) return text

  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields
  // Not Date.UTC alone, which reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(y, mo - 1, d)
  date.setUTCHours(h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')))
  const offsetMinutes = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1)
  const utc = new Date(date.getTime() - offsetMinutes * 60_000)
  const utcYear = utc.getUTCFullYear()
  return utcYear < 0 || utcYear > 9999 ? null : utc.toISOString()
}

function inRange([
  year = 0,
  month = 0,
  day = 0,
  hour = 0,
  minute = 0,
  second = 0,
]: readonly number[]): boolean {
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  )
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
