/**
 * `seq`: a number that no other call of the session has, not contiguous, up to 31 bits so that every store's integer
 * holds it (heron.md §3).
 */
import { hashJson } from '@heron/evidence'

const LARGEST = 0x7fffffff

export class Sequence {
  #next = 0

  /**
   * Moves the counter to where an earlier process of the same session hardly was: the upper half, at random.
   *
   * @param random From 0 up to, not including, 1.
   */
  continueElsewhere(random: number): void {
    this.#next = 0x40000000 + Math.floor(random * 0x3fff0000)
  }

  /** The next number of a counter. */
  next(): number {
    const seq = this.#next
    this.#next = seq >= LARGEST ? 0 : seq + 1
    return seq
  }
}

/**
 * The number of a call id: the same in every process, so that announcing a call again finds its decision.
 *
 * @param parts The call id, and what makes another action of the same call (the action it answers, a collision's count).
 */
export function sequenceOf(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hashJson(parts).slice('sha256:'.length, 'sha256:'.length + 8), 16) & LARGEST
}
