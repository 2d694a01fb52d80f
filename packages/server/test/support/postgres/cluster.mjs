/**
 * A private PostgreSQL for tests and benchmarks, from the programs of the machine: a throw-away cluster in a temporary
 * folder, on a Unix socket and nothing else, ended by whoever started it. Its default collation is a language's on purpose:
 * Heron must compare bytes whatever a database was created with.
 *
 * Plain JavaScript, since the benchmarks load it from their build.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Debian's folders, newest version first, then the search path. */
export function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
  )
}

/** Starts a cluster and waits until it answers. */
export async function startCluster(programs, { durable }) {
  const root = mkdtempSync(join(tmpdir(), 'heron-pg-'))
  const data = join(root, 'data')
  const user = unprivilegedUser()
  if (user !== null) chownSync(root, user.uid, user.gid)
  const options = { ...user, cwd: root, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  let server
  const stop = async () => {
    if (server?.exitCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      const stuck = setTimeout(() => server.kill('SIGQUIT'), 10_000)
      await ended
      clearTimeout(stuck)
    }
    rmSync(root, { recursive: true, force: true })
  }
  try {
    const initdb = ['-D', data, '-U', 'heron', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
    const language = ['--locale-provider=icu', '--icu-locale=en', '--locale=C.UTF-8']
    try {
      execFileSync(join(programs, 'initdb'), [...initdb, ...language], { ...options, stdio: 'pipe' })
    } catch {
      // A server built without ICU, or before version 15.
      rmSync(data, { recursive: true, force: true })
      execFileSync(join(programs, 'initdb'), [...initdb, '--locale=C'], { ...options, stdio: 'pipe' })
    }
    const settings = [
      ...['listen_addresses=', `unix_socket_directories=${root}`, 'max_connections=300'],
      // Nothing in a test outlives the run, and none cuts the power: the disk need not be waited for.
      ...(durable
        ? ['shared_buffers=256MB', 'max_wal_size=2GB']
        : ['shared_buffers=64MB', 'max_wal_size=512MB', 'fsync=off', 'full_page_writes=off']),
    ]
    const flags = settings.flatMap((each) => ['-c', each])
    server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' })
    const url = (database) => `postgres://heron@localhost/${database}?host=${encodeURIComponent(root)}`
    await untilItAnswers(url('postgres'), server)
    return { url, programs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function untilItAnswers(url, server) {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null) throw new Error('the private cluster did not start', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** PostgreSQL refuses to run as root; null where this process is not. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const number = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: number('-u'), gid: number('-g') }
    } catch {
      continue
    }
  }
  throw new Error('there is no user to run the private cluster as')
}
