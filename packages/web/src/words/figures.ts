/** Numbers and plurals for people. */
const WHOLE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

export function count(value: number): string {
  return WHOLE.format(value)
}

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** A share in whole percent; never rounded up to 100 or down to 0. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = Math.round((100 * part) / whole)
  if (percent === 100 && part < whole) return 'over 99 %'
  if (percent === 0 && part > 0) return 'under 1 %'
  return `${percent.toString()} %`
}

/** About how long, for a person who decides whether to wait. */
export function about(seconds: number): string {
  if (seconds < 2) return 'about a second'
  if (seconds < 90) return `about ${Math.ceil(seconds).toString()} seconds`
  return `about ${Math.ceil(seconds / 60).toString()} minutes`
}
