/**
 * Runs every test and closes with one line `N passed, N failed, N skipped`, naming each skipped test. With `CI=true`
 * a skip is a failure: what could not run was not tested.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'heron-test-'))
const report = join(folder, 'report.json')
const vitest = join('node_modules', 'vitest', 'vitest.mjs')
const args = [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]
const { status } = spawnSync('node', args, { stdio: 'inherit' })

let results
try {
  results = JSON.parse(readFileSync(report, 'utf8'))
} catch {
  console.error('the test runner left no report')
  process.exit(status || 1)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const outcomes = results.testResults.flatMap(({ name: file, assertionResults }) =>
  assertionResults.map(({ fullName, status }) => ({ file, fullName, status })),
)
/** What runs on both engines is reported twice under one name; it is PostgreSQL that may be missing. */
const ran = new Set(
  outcomes
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ file, fullName }) => `${file} ${fullName}`),
)
const skipped = outcomes
  .filter(({ status }) => status !== 'passed' && status !== 'failed')
  .map(({ file, fullName }) =>
    ran.has(`${file} ${fullName}`) || file.includes('postgres') ? `${fullName} (on PostgreSQL)` : fullName,
  )
for (const name of skipped) console.log(`skipped: ${name}`)
console.log(`${results.numPassedTests} passed, ${results.numFailedTests} failed, ${skipped.length} skipped`)
const skipFails = process.env.CI === 'true' && skipped.length > 0
if (skipFails) console.error('with CI=true a skipped test is a failure')
process.exit(status || (skipFails ? 1 : 0))
