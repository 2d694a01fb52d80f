/**
 * A running service looks at its key ring now and then (heron.md §13): what `heron keys rotate` put there is published, and
 * then signs.
 */
import type { HeronService, KeyRing } from '@heron/server'
import type { Location } from './location.js'

/** Clients of a rotated key fetch it when they first meet it, so seconds suffice; a ring is a small file. */
export const READ_RING_EVERY_MS = 2000

/**
 * For how many further looks a new key is published before it signs. Beside other processes two: by then all that have the
 * same ring have looked at it, with a look to spare, so that what one signs is checked with the keys of any.
 */
export function looksBeforeSigning({ engine }: Pick<Location, 'engine'>): number {
  return engine === 'postgres' ? 2 : 0
}

/** How long after a ring was changed every running service that reads it signs with its new key, a second to spare. */
export function untilInUseMs(location: Pick<Location, 'engine'>): number {
  return (1 + looksBeforeSigning(location)) * READ_RING_EVERY_MS + 1000
}

/**
 * One look at the ring, to be taken every so often.
 *
 * @param looksBefore as {@link looksBeforeSigning} says.
 */
export function createKeyWatch(
  service: Pick<HeronService, 'publishKeys' | 'signWithRing'>,
  readRing: () => KeyRing,
  looksBefore: number,
): () => void {
  let kid: string | null = null
  let looks = 0
  return () => {
    let ring: KeyRing
    try {
      ring = readRing()
    } catch {
      // Being replaced, or not to be read any more: what is published stays published, who signs goes on.
      return
    }
    service.publishKeys(ring)
    looks = ring.active.kid === kid ? looks + 1 : 0
    kid = ring.active.kid
    if (looks >= looksBefore) service.signWithRing(ring)
  }
}
