/** Copies what the compiler does not: SQL migrations that sit beside the sources. What was removed there goes here too. */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
for (const folder of ['server/src/store/migrations']) {
  const from = join(root, 'packages', folder)
  const to = join(root, 'packages', folder.replace('/src/', '/dist/'))
  cpSync(from, to, { recursive: true })
  // A migration that was renamed must not run under both names.
  for (const name of readdirSync(to)) if (!existsSync(join(from, name))) rmSync(join(to, name))
}
