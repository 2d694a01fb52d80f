import { lateAfter } from '@heron/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, DelayHistogram, endOfBucket } from '../../src/domain/reconcile/delay-histogram.js'

const delay = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }))

describe('the delays of a tool, as counts by bucket', () => {
  it('put every delay into the bucket that ends at or less than 0.8 % above it', () => {
    fc.assert(
      fc.property(delay, (ms) => {
        const end = endOfBucket(bucketOf(ms))
        expect(end).toBeGreaterThanOrEqual(ms)
        expect(end - ms).toBeLessThanOrEqual(ms < 256 ? 0 : ms * 0.008)
      }),
    )
  })

  it('keep the order of delays, in a bounded number of buckets', () => {
    fc.assert(
      fc.property(delay, delay, (left, right) => {
        expect(Math.sign(bucketOf(left) - bucketOf(right)) * Math.sign(left - right)).toBeGreaterThanOrEqual(
          0,
        )
      }),
    )
    expect(bucketOf(Number.MAX_SAFE_INTEGER)).toBe(bucketOf(2 ** 31 - 1))
    expect(bucketOf(2 ** 31 - 1)).toBeLessThan(3500)
    expect(bucketOf(-5)).toBe(0)
  })

  it('give the p99 of the very same delays, to the end of its bucket', () => {
    fc.assert(
      fc.property(fc.array(delay, { maxLength: 400 }), fc.nat(1000), (delays, fallback) => {
        const histogram = new DelayHistogram([])
        for (const ms of delays) histogram.add(ms)
        const exact = lateAfter(delays, fallback)
        expect(histogram.lateAfter(fallback)).toBe(
          delays.length < 20 ? fallback : endOfBucket(bucketOf(exact)),
        )
      }),
    )
  })

  it('go on from stored counts as if they had never been away', () => {
    fc.assert(
      fc.property(fc.array(delay, { minLength: 20, maxLength: 60 }), delay, (delays, last) => {
        const whole = new DelayHistogram([])
        for (const ms of [...delays, last]) whole.add(ms)
        const counts = new Map<number, number>()
        for (const ms of delays) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1)
        const resumed = new DelayHistogram([...counts].map(([bucket, pairs]) => ({ bucket, pairs })))
        resumed.add(last)
        expect(resumed.lateAfter(1)).toBe(whole.lateAfter(1))
      }),
    )
  })
})
