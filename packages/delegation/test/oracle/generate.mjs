/** Writes `spec/vectors/delegation-draft-02`: `node packages/delegation/test/oracle/generate.mjs`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vectorFiles } from './vectors.mjs'

const folder = fileURLToPath(new URL('../../../../spec/vectors/delegation-draft-02/', import.meta.url))
mkdirSync(folder, { recursive: true })
const files = vectorFiles()
const names = new Set(files.map(({ name }) => name))
for (const stale of readdirSync(folder)) {
  if (stale.endsWith('.json') && !names.has(stale)) rmSync(folder + stale)
}
for (const { name, text } of files) writeFileSync(folder + name, text)
console.log(`${files.length} delegation draft-02 vectors`)
