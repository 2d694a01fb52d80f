/** Every page of the dashboard. */
import { GOVERNING_PAGES } from './governing-pages.js'
import type { PageDefinition } from './page-definition.js'
import { READING_PAGES } from './reading-pages.js'

export const PAGES: readonly PageDefinition[] = [...READING_PAGES, ...GOVERNING_PAGES]

/** Pages of the rail, in its order. */
export const RAIL_PAGES = PAGES.flatMap(({ rail, ...page }) =>
  rail === undefined ? [] : [{ ...page, rail }],
).sort((left, right) => left.rail.order - right.rail.order)
