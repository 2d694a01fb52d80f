/**
 * Writes the public contract below spec/ from production code: OpenAPI, JSON Schemas, data, vectors; and the dashboard's
 * types of the operator API. The generators are TypeScript beside the tests that compare their output; Vite loads them
 * from source.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const spec = join(root, 'spec')
const conditions = ['@heron/source']
const ssr = { resolve: { conditions }, noExternal: [/^@heron\//] }
const config = { root, configFile: false, resolve: { conditions }, ssr }
const load = async (path) => (await runnerImport(join(root, path), config)).module

const { GENERATED_FOLDERS, specFiles } = await load('packages/evidence/test/spec/files.ts')
const { openApiText } = await load('packages/cli/test/spec/openapi.ts')
const files = new Map([...(await specFiles()), ['openapi.json', await openApiText()]])

for (const folder of GENERATED_FOLDERS) {
  mkdirSync(join(spec, folder), { recursive: true })
  for (const name of readdirSync(join(spec, folder))) {
    if (!files.has(posix.join(folder, name))) rmSync(join(spec, folder, name))
  }
}
for (const [path, text] of files) writeFileSync(join(spec, path), text)
console.log(`${files.size} files in spec/`)

const { OPERATOR_TYPES_FILE, operatorTypesText } = await load('packages/cli/test/spec/operator-types.ts')
writeFileSync(join(root, OPERATOR_TYPES_FILE), await operatorTypesText())
console.log(OPERATOR_TYPES_FILE)

const { status } = spawnSync('node', ['packages/delegation/test/oracle/generate.mjs'], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
