/**
 * A list of texts as parameters of a query that is compiled once: a fixed number of places, the unused ones empty, which
 * is no id of anything. So a page is completed by one query, however many rows it has.
 */
import type { Params } from './query.js'

/** The most that fit: a page has 200 rows. */
export const MANY = 200

export type Many<Name extends string> = { readonly [place in `${Name}_${number}`]: string }

/** The places, for the right side of an `in`. */
export function placesOf<Name extends string>(params: Many<Name>, name: Name): string[] {
  return Array.from({ length: MANY }, (_, index) => params[`${name}_${index}`])
}

/**
 * Fills the places.
 *
 * @throws {RangeError} for more than {@link MANY}: a broken contract of the caller.
 */
export function fillPlaces<Name extends string>(name: Name, values: readonly string[]): Many<Name> {
  if (values.length > MANY) throw new RangeError(`a query takes ${MANY.toString()} values at most`)
  const places: Record<string, string> = {}
  for (let index = 0; index < MANY; index += 1) places[`${name}_${index}`] = values[index] ?? ''
  return places satisfies Params as Many<Name>
}
