/**
 * Heads that the reader kept earlier (heron.md §10): a kept head must still be a member of its session's chain. Being
 * the newest is not asked for, since an honest session grows; the report says which it is.
 */
import { hashJson } from '../../crypto/digest.js'
import type { SessionFacts } from '../facts.js'
import { quote } from '../report.js'
import type { Reporter } from './reporter.js'

/** A head as it was noted: Heron's session id or the vendor's external id, and a record hash. */
export type PinnedHead = { readonly session: string; readonly head: string }

type Pin = PinnedHead & {
  /** The export names sessions by Heron's id and by the hash of the external id. */
  readonly refHash: string
  sessionFound: boolean
  /** Position of the record; 0 is the genesis record. */
  found: number | null
  newest: number
}

export class HeadPins {
  readonly #pins: readonly Pin[]

  constructor(pins: readonly PinnedHead[]) {
    this.#pins = pins.map(({ session, head }) => ({
      session,
      head,
      refHash: hashJson(session),
      sessionFound: false,
      found: null,
      newest: 0,
    }))
  }

  /** A record of a session, at its position. */
  meet({ session, refHash }: SessionFacts, recordHash: string, position: number): void {
    for (const pin of this.#pins) {
      if (pin.session !== session && pin.refHash !== refHash) continue
      pin.sessionFound = true
      pin.newest = position
      if (pin.head === recordHash) pin.found = position
    }
  }

  /** @param whole the file claims to hold every session of the project. */
  finish(reporter: Reporter, whole: boolean): void {
    for (const { session, sessionFound, found, newest } of this.#pins) {
      const name = quote(session)
      reporter.checked('chains.pinned')
      if (found !== null) {
        const place = `record ${found.toString()} of ${newest.toString()}`
        const message = `the head kept for ${name} is still in its chain: ${place}${found === newest ? ', the newest' : ''}`
        reporter.notice({ code: 'PINNED_HEAD_FOUND', session, message })
      } else if (sessionFound || whole) {
        const message = sessionFound
          ? `the head kept for ${name} is not in its chain: the history was changed or cut`
          : `session ${name}, for which a head was kept, is not in a file that claims to hold every session`
        reporter.fail('chains.pinned', 'PINNED_HEAD_MISSING', message, { session })
      } else {
        const message = `session ${name} is not in this file, which covers a window only`
        reporter.notChecked('chains.pinned', 'PINNED_SESSION_ABSENT', message, { session })
      }
    }
  }
}
