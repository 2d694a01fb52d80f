/** The built page, and whether it is there: browser tests read what a reader would get. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url))

/** @throws when nothing was built: a test of an absent page must not pass. */
export function requireSite(): void {
  if (!existsSync(join(SITE, 'page.html'))) throw new Error('packages/web is not built: run npm run build')
}
