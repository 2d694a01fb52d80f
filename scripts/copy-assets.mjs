/** Copies what the compiler does not: SQL migrations and other files that sit beside the sources. */
import { cpSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
for (const folder of ['server/src/store/migrations']) {
  const from = join(root, 'packages', folder)
  if (existsSync(from))
    cpSync(from, join(root, 'packages', folder.replace('/src/', '/dist/')), { recursive: true })
}
