/** A place in the event stream, opaque to readers: the last row that was given of each source. */
import { HIGHEST_NUMBER } from '../evidence-page/paging.js'
import { Refusal } from '../refusal.js'

export type StreamPlace = {
  /** Ids; empty before the first. */
  readonly action: string
  readonly execution: string
  readonly finding: string
  /** Seq in the operator log; -1 before the first. */
  readonly log: number
}

export const STREAM_START: StreamPlace = { action: '', execution: '', finding: '', log: -1 }

/** Longest cursor, in characters. */
export const MAX_CURSOR = 200

export function writeCursor({ action, execution, finding, log }: StreamPlace): string {
  return Buffer.from(['1', action, execution, finding, log.toString()].join(' ')).toString('base64url')
}

const PLACE =
  /^1 ((?:act_[0-9a-z]{1,32})?) ((?:exe_[0-9a-z]{1,32})?) ((?:fnd_[0-9a-z]{1,32})?) (-1|\d{1,15})$/

/**
 * @param cursor UNTRUSTED; absent is the beginning.
 * @throws {Refusal} invalid_request
 */
export function readCursor(cursor: string | undefined): StreamPlace {
  if (cursor === undefined) return STREAM_START
  const match = PLACE.exec(Buffer.from(cursor.slice(0, MAX_CURSOR), 'base64url').toString('latin1'))
  if (match === null || Number(match[4]) > HIGHEST_NUMBER) {
    throw new Refusal('invalid_request', 'this cursor is none that was given: begin without one')
  }
  const [, action = '', execution = '', finding = '', log = ''] = match
  return { action, execution, finding, log: Number(log) }
}
