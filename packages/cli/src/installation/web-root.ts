/** Where the built pages are: beside this package, in the repository as in a release. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../command.js'

/** The folder of packages/web's build; it may not be there yet. */
export const WEB_ROOT: string = fileURLToPath(new URL('../../../web/dist/site/', import.meta.url))

/**
 * The page into which an export is put.
 *
 * @throws {UsageError} when the pages were not built.
 */
export async function htmlTemplate(): Promise<string> {
  const file = join(WEB_ROOT, 'verify.html')
  if (existsSync(file)) return readFile(file, 'utf8')
  throw new UsageError(
    'the page of an HTML export was not built: run `npm run build`, or export as .ndjson and use `heron verify`',
  )
}
