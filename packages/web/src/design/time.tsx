/** A moment in the reader's zone, UTC on hover, and whose clock it is. */
export type Clock = 'heron' | 'vendor'

const CLOCKS: Record<Clock, string> = { heron: 'by Heron’s clock', vendor: 'as the vendor states it' }

const FORMAT = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
/** Within this year the year says nothing. */
const BRIEF = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const DAY = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' })

export type TimeProps = {
  /** RFC 3339 UTC; null is shown as a dash. */
  readonly at: string | null
  readonly clock?: Clock
  /** The day alone. */
  readonly day?: boolean
  /** Without the year, where it is this one: for columns. */
  readonly brief?: boolean
}

export function Time({ at, clock = 'heron', day = false, brief = false }: TimeProps) {
  const date = at === null ? null : new Date(at)
  if (at === null || date === null || Number.isNaN(date.getTime()))
    return <span className="soft">{at ?? '–'}</span>
  return (
    <time className="time" dateTime={at} title={`${at} (UTC), ${CLOCKS[clock]}`}>
      {formatOf(day, brief, date).format(date)}
    </time>
  )
}

function formatOf(day: boolean, brief: boolean, date: Date): Intl.DateTimeFormat {
  if (day) return DAY
  return brief && date.getFullYear() === new Date().getFullYear() ? BRIEF : FORMAT
}
