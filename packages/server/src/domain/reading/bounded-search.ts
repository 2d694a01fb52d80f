/**
 * A search that reads a bounded number of rows and then answers what it found, with a place to go on from. So a filter that
 * almost nothing passes costs the same among a million rows as among ten thousand, and nobody waits for it but its reader.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rows looked at before others have their turn: a few milliseconds of work. */
const ROWS_AT_ONCE = 2500

/** Portions of one answer, the short ones at the ends of stretches among them. Bounds its queries, too. */
const MAX_PORTIONS = 4

/** A stretch of a list, ended before it begins again by `Place`, the last row shown. */
export type Stretch<Place, Row> = {
  readonly start: Place
  /** Rows that pass among the `take` rows behind a place, up to `limit` of them, in the list's order. */
  readonly matches: (place: Place, take: number, limit: number) => Promise<readonly Row[]>
  /** The place of the last of the `take` rows behind a place; undefined where there are fewer. */
  readonly end: (place: Place, take: number) => Promise<Place | undefined>
}

export type Found<Place, Row> = { readonly rows: readonly Row[]; readonly next: Place | null }

export type SearchLimits = {
  readonly limit: number
  readonly everyRowPasses: boolean
  /** Rows of a portion, where they cost more than those of an index. */
  readonly rowsAtOnce?: number
}

/**
 * @param everyRowPasses no filter is set: only what is shown is read.
 * @returns `next` null at the end of the last stretch. Otherwise there may be more, also behind a page with few rows.
 */
export async function searchBounded<Place, Row>(
  stretches: readonly Stretch<Place, Row>[],
  placeOf: (row: Row) => Place,
  { limit, everyRowPasses, rowsAtOnce = ROWS_AT_ONCE }: SearchLimits,
): Promise<Found<Place, Row>> {
  const take = everyRowPasses ? limit : rowsAtOnce
  const rows: Row[] = []
  let portions = 0
  for (const { start, matches, end } of stretches) {
    for (let place = start; ;) {
      if (portions === MAX_PORTIONS) return { rows, next: place }
      if (portions > 0) await nextTurn()
      portions += 1
      rows.push(...(await matches(place, take, limit - rows.length)))
      const last = rows.at(-1)
      if (rows.length >= limit && last !== undefined) return { rows, next: placeOf(last) }
      const reached = await end(place, take)
      if (reached === undefined) break
      place = reached
    }
  }
  return { rows, next: null }
}
