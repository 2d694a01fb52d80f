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
const DAY = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' })

/** @param at RFC 3339 UTC; null is shown as a dash. */
export function Time({ at, clock = 'heron', day }: { at: string | null; clock?: Clock; day?: boolean }) {
  const date = at === null ? null : new Date(at)
  if (at === null || date === null || Number.isNaN(date.getTime()))
    return <span className="soft">{at ?? '–'}</span>
  return (
    <time className="time" dateTime={at} title={`${at} (UTC), ${CLOCKS[clock]}`}>
      {(day === true ? DAY : FORMAT).format(date)}
    </time>
  )
}
