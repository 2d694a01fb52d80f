/**
 * One open stream of changes (server-sent events) to one page. A page that does not read makes nothing grow: what changed
 * meanwhile is gathered into one event, and a page that has not read for long is let go.
 */
import { PassThrough } from 'node:stream'
import type { Topic } from '../../domain/reading/pulse.js'

export type ChangeStream = {
  /** What is sent; its `close` event is the end, whoever ends it. */
  readonly output: PassThrough
  readonly tell: (topics: readonly Topic[]) => void
  /** A comment, so that both sides and what lies between them know that it is open. */
  readonly beat: () => void
  readonly end: () => void
}

/** Beats that a page may miss to read before it is let go. */
const MISSED_BEATS = 2

/** @param now RFC 3339 UTC, stated in each event. */
export function openChangeStream(now: () => string): ChangeStream {
  const output = new PassThrough()
  const waiting = new Set<Topic>()
  let missed = 0
  const flush = (): void => {
    if (waiting.size === 0 || output.writableNeedDrain || output.writableEnded) return
    const data = JSON.stringify({ topics: [...waiting], at: now() })
    waiting.clear()
    output.write(`event: change\ndata: ${data}\n\n`)
  }
  output.on('drain', () => {
    missed = 0
    flush()
  })
  // A browser whose connection broke comes back after this many milliseconds.
  output.write('retry: 2000\n\n')
  return {
    output,
    tell: (topics) => {
      for (const topic of topics) waiting.add(topic)
      flush()
    },
    beat: () => {
      if (output.writableEnded) return
      if (!output.writableNeedDrain) output.write(': open\n\n')
      else if (++missed > MISSED_BEATS) output.destroy()
    },
    end: () => {
      output.end()
    },
  }
}
