/**
 * Identifiers: a prefix, 48 bits of time and 50 more, in 20 letters. Ids made later sort later, so new rows land beside
 * each other in every index; a random key would touch another page for each row (bench: decisions).
 */
import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const HALF = 2 ** 25

/** Makes the part after the prefix; unique, and ascending within this process. */
export type IdSource = () => string

/** @param nowMs milliseconds since the epoch. */
export function createIdSource(nowMs: () => number): IdSource {
  let lastMs = -1
  let timePart = ''
  let high = ''
  let low = 0
  return () => {
    const now = nowMs()
    // A clock that steps back must not make ids that sort before those already given.
    if (now > lastMs || low >= HALF - 1) {
      lastMs = Math.max(now, lastMs + 1)
      timePart = encode(lastMs, 10)
      high = encode(randomInt(HALF), 5)
      // Starts low, so that thousands fit into one millisecond.
      low = randomInt(HALF / 2)
    } else {
      low += 1
    }
    return timePart + high + encode(low, 5)
  }
}

/** Below every id that is made at a time or later, with its prefix, and above those made before: `act_…`. */
export function firstIdAt(prefix: string, timeMs: number): string {
  return `${prefix}_${encode(Math.max(0, timeMs), 10)}`
}

/** A short random identifier for what is made by the dozen: organizations and projects, whose ids lead every key. */
export function shortId(): string {
  return encode(randomInt(2 ** 47), 10) + encode(randomInt(2 ** 10), 2)
}

function encode(value: number, length: number): string {
  let text = ''
  let rest = value
  for (let index = 0; index < length; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}
