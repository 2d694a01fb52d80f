/**
 * Front door of the root scripts: installs and builds what is missing, then runs the named task, so that
 * `npm run demo` and `npm test` work on a fresh clone with nothing but Node.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [task, ...rest] = process.argv.slice(2)

const tasks = {
  demo: () => run('node', ['packages/cli/bin/heron.js', 'demo', ...rest]),
  test: () => run('node', ['scripts/test.mjs', ...rest]),
  check: () => {
    for (const script of ['lint', 'format:check', 'typecheck', 'structure'])
      run('npm', ['run', '--silent', script])
    run('node', ['scripts/test.mjs', ...rest])
  },
  spec: () => run('node', ['scripts/spec.mjs', ...rest]),
  bench: () => run('node', ['bench/dist/main.js', ...rest]),
}

if (task === undefined || !Object.hasOwn(tasks, task)) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(tasks).join('|')}`)
  process.exit(2)
}

if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
  console.error('Installing dependencies (once) …')
  run('npm', ['ci', '--ignore-scripts'], true)
  run('npm', ['rebuild', 'better-sqlite3'], true)
}
// Incremental: a second run only looks at what changed.
if (!existsSync(join(root, 'packages/cli/dist/main.js'))) console.error('Building (once) …')
run('npm', ['run', '--silent', 'build'], true)
tasks[task]()

/** Runs a command in the root and ends with its code when it fails. */
function run(command, args, quiet = false) {
  const stdio = quiet ? ['ignore', process.stderr, 'inherit'] : 'inherit'
  const result = spawnSync(command, args, { cwd: root, stdio })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
