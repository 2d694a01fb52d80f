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
  static: staticChecks,
  check: () => {
    staticChecks()
    run('node', ['scripts/test.mjs', ...rest])
  },
  spec: () => run('node', ['scripts/spec.mjs', ...rest]),
  bench: () => run('node', ['bench/dist/main.js', ...rest]),
}

if (task === undefined || !Object.hasOwn(tasks, task)) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(tasks).join('|')}`)
  process.exit(2)
}
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Heron needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(2)
}

if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
  console.error('Installing dependencies (once) …')
  // No package's install script runs, except that of the one package that has to be compiled or fetched.
  run('npm', ['ci', '--ignore-scripts'], { quiet: true })
}
if (!existsSync(join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) {
  console.error('Preparing the embedded database (once; compiles it where no binary can be fetched) …')
  run('npm', ['rebuild', 'better-sqlite3'], { quiet: true, env: headersBesideNode() })
}
// Incremental: a second run only looks at what changed.
if (!existsSync(join(root, 'packages/cli/dist/main.js'))) console.error('Building (once) …')
run('npm', ['run', '--silent', 'build'], { quiet: true })
tasks[task]()

function staticChecks() {
  for (const script of ['lint', 'format:check', 'typecheck', 'structure']) {
    console.error(`== ${script}`)
    run('npm', ['run', '--silent', script])
  }
}

/** Compiling needs Node's headers; those that came with this Node save a download. */
function headersBesideNode() {
  const prefix = join(dirname(process.execPath), '..')
  if (process.env.npm_config_nodedir !== undefined) return {}
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}
}

/** Runs a command in the root and ends with its code when it fails. Quiet: its output is progress, not result. */
function run(command, args, { quiet = false, env = {} } = {}) {
  const stdio = quiet ? ['ignore', process.stderr, 'inherit'] : 'inherit'
  const options = { cwd: root, stdio, env: { ...process.env, ...env }, shell: process.platform === 'win32' }
  const result = spawnSync(command, args, options)
  if (result.error !== undefined) console.error(`${command}: ${result.error.message}`)
  if (result.status !== 0) process.exit(result.status ?? 1)
}
