/** Times at the door (heron.md §2): any RFC 3339 text, one normal form. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseTime } from '../../src/domain/time.js'

describe('normalising a stated time', () => {
  it.each([
    ['2026-11-30T18:43:03.399Z', '2026-11-30T18:43:03.399Z'],
    ['2026-11-30T18:43:03Z', '2026-11-30T18:43:03.000Z'],
    ['2026-11-30T18:43:03.4Z', '2026-11-30T18:43:03.400Z'],
    ['2026-11-30T18:43:03.399999999Z', '2026-11-30T18:43:03.399Z'],
    ['2026-11-30t18:43:03.399z', '2026-11-30T18:43:03.399Z'],
    ['2026-11-30T18:43:03+02:00', '2026-11-30T16:43:03.000Z'],
    ['2026-12-31T23:30:00-05:30', '2027-01-01T05:00:00.000Z'],
    ['2026-11-30T18:43:03-00:00', '2026-11-30T18:43:03.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00.5Z', '0000-01-01T00:00:00.500Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, expected) => {
    expect(normaliseTime(text)).toBe(expected)
  })

  it.each([
    ['', 'nothing'],
    ['2026-11-30', 'a date alone'],
    ['2026-11-30T18:43:03', 'no offset'],
    ['2026-11-30 18:43:03Z', 'a space between date and time'],
    ['2026-11-30T18:43Z', 'no seconds'],
    ['2026-11-30T18:43:03.Z', 'a point without digits'],
    ['2026-13-01T00:00:00Z', 'month 13'],
    ['2026-00-01T00:00:00Z', 'month 0'],
    ['2026-02-29T00:00:00Z', '29 February of a common year'],
    ['2100-02-29T00:00:00.000Z', '29 February of a century that is no leap year'],
    ['2026-04-31T00:00:00.000Z', '31 April'],
    ['2026-11-30T24:00:00.000Z', 'hour 24'],
    ['2026-11-30T23:60:00.000Z', 'minute 60'],
    ['2026-12-31T23:59:60Z', 'a leap second'],
    ['2026-11-30T18:43:03+24:00', 'offset hour 24'],
    ['2026-11-30T18:43:03+02:60', 'offset minute 60'],
    ['2026-11-30T18:43:03+0200', 'an offset without colon'],
    ['0000-01-01T00:00:00+01:00', 'a UTC year before 0000'],
    ['9999-12-31T23:59:59-01:00', 'a UTC year after 9999'],
    ['+12026-11-30T18:43:03Z', 'a year of five digits'],
    ['2026-11-30T18:43:03Z\n', 'a line break'],
    ['２０２６-11-30T18:43:03Z', 'digits of another script'],
    [`2026-11-30T18:43:03.${'1'.repeat(100)}Z`, 'a fraction without end'],
  ])('refuses %j (%s)', (text) => {
    expect(normaliseTime(text)).toBeNull()
  })

  it('keeps the instant for every offset, and is done after one step', () => {
    const anyInstant = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9998-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -1439, max: 1439 }), (instant, offset) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const minutes = Math.abs(offset)
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
        const normal = normaliseTime(local + zone)
        expect(normal).toBe(instant.toISOString())
        expect(normaliseTime(normal!)).toBe(normal)
      }),
    )
  })
})

function two(value: number): string {
  return value.toString().padStart(2, '0')
}
