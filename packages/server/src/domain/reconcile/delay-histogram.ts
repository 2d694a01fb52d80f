/**
 * How long a tool's calls took from decision to first statement, as counts by bucket (heron.md §7). The rows of a tool are
 * bounded whatever its history, and counts commute, so that the p99 costs the same after ten calls and after ten million
 * and two workers never wait for each other.
 *
 * Buckets are 1 ms wide up to 256 ms; above, each doubling has 128 of them. A limit read from them is the end of its
 * bucket: less than 0.8 % above the exact one, an error in the vendor's favour.
 */
import { PAIRS_FOR_P99 } from '@heron/evidence'

/** Bits that tell buckets of one doubling apart. */
const PRECISION_BITS = 7
const PER_DOUBLING = 2 ** PRECISION_BITS
const EXACT_BELOW = 2 * PER_DOUBLING

/** 24 days; what took longer counts as this. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** The bucket of a delay; an earlier statement than its decision counts as none. */
export function bucketOf(delayMs: number): number {
  const delay = Math.min(Math.max(Math.floor(delayMs), 0), MAX_DELAY_MS)
  if (delay < EXACT_BELOW) return delay
  const doublings = 31 - Math.clz32(delay) - PRECISION_BITS
  return doublings * PER_DOUBLING + (delay >>> doublings)
}

/** The longest delay that falls into a bucket, in milliseconds. */
export function endOfBucket(bucket: number): number {
  if (bucket < EXACT_BELOW) return bucket
  const doublings = Math.floor(bucket / PER_DOUBLING) - 1
  return (bucket - doublings * PER_DOUBLING + 1) * 2 ** doublings - 1
}

export type BucketCount = { readonly bucket: number; readonly pairs: number }

export class DelayHistogram {
  readonly #counts = new Map<number, number>()
  /** Buckets in descending order; null after a new one. */
  #order: number[] | null = null
  #pairs = 0

  constructor(stored: readonly BucketCount[]) {
    for (const { bucket, pairs } of stored) {
      this.#counts.set(bucket, pairs)
      this.#pairs += pairs
    }
  }

  add(delayMs: number): void {
    const bucket = bucketOf(delayMs)
    const count = this.#counts.get(bucket)
    if (count === undefined) this.#order = null
    this.#counts.set(bucket, (count ?? 0) + 1)
    this.#pairs += 1
  }

  /** The p99 by nearest rank; `fallbackMs` while there are fewer than {@link PAIRS_FOR_P99} pairs. */
  lateAfter(fallbackMs: number): number {
    if (this.#pairs < PAIRS_FOR_P99) return fallbackMs
    this.#order ??= [...this.#counts.keys()].sort((left, right) => right - left)
    let above = this.#pairs - Math.ceil(this.#pairs * 0.99)
    for (const bucket of this.#order) {
      above -= this.#counts.get(bucket) ?? 0
      if (above < 0) return endOfBucket(bucket)
    }
    return fallbackMs
  }
}
