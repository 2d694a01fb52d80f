/**
 * A private PostgreSQL that may be killed and started again, and a standby that takes over: streaming replication on this
 * machine, synchronous commit. Waits for the disk, as a server should.
 *
 * Plain JavaScript, since the benchmarks load it from their build.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { unprivilegedUser, untilItAnswers } from '../support/postgres/cluster.mjs'
import { fillDisk, makeRoom, SEGMENT_BYTES } from './full-disk.mjs'

/** Of the lines that the server writes: that a file did not take what it was given. */
const COMPLAINT = /^\w{5} (ERROR|PANIC): +could not (extend|write)/

/** Starts the primary alone. */
export async function startReplicated(programs) {
  const root = mkdtempSync(join(tmpdir(), 'heron-replicated-'))
  const user = unprivilegedUser()
  const own = (folder) => {
    if (user !== null) chownSync(folder, user.uid, user.gid)
    return folder
  }
  own(root)
  const options = { ...user, cwd: root, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  const run = (program, args) =>
    execFileSync(join(programs, program), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const servers = []

  const serverOn = (data) => {
    const folder = own(mkdtempSync(join(root, 'socket-')))
    const url = (database) => `postgres://heron@localhost/${database}?host=${encodeURIComponent(folder)}`
    let child = null
    const complaints = []
    const server = {
      ...{ folder, url },
      complaints: () => [...complaints],
      fillDisk: (what) => fillDisk({ postmaster: child.pid, user, data }, what),
      makeRoom: async () => {
        makeRoom({ postmaster: child.pid, user, data })
        // What could not write its log may end only now.
        for (;;) {
          if (hasEnded(child)) return server.start()
          if (await answers(url('postgres'))) return
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      },
      start: async () => {
        const flags = [
          ...['listen_addresses=', `unix_socket_directories=${folder}`, 'shared_buffers=32MB'],
          ...['max_wal_size=512MB', 'restart_after_crash=on'],
          // SQLSTATE first; the statements would be most of what is read here.
          ...['log_line_prefix=%e ', 'log_min_error_statement=panic'],
        ].flatMap((each) => ['-c', each])
        for (;;) {
          child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
            ...{ ...options, stdio: ['ignore', 'ignore', 'pipe'] },
          })
          createInterface({ input: child.stderr }).on('line', (line) => {
            if (COMPLAINT.test(line)) complaints.push(line)
          })
          try {
            await untilItAnswers(url('postgres'), child)
            return
          } catch {
            // The processes of the one that was killed have not all noticed yet.
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
        }
      },
      kill: () => end('SIGKILL'),
      stop: () => end('SIGINT'),
    }
    const end = async (signal) => {
      if (child === null || hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    servers.push(server)
    return server
  }

  const stop = async () => {
    for (const server of servers.reverse()) await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
  try {
    const data = join(root, 'primary')
    const segments = `--wal-segsize=${SEGMENT_BYTES / 1024 / 1024}`
    run('initdb', [
      '-D',
      data,
      '-U',
      'heron',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
      '--locale=C',
      segments,
    ])
    const primary = serverOn(data)
    await primary.start()
    const addStandby = async () => {
      const copy = join(root, 'standby')
      const from = `host=${primary.folder} user=heron application_name=heron_standby`
      run('pg_basebackup', ['-D', copy, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
      const standby = serverOn(copy)
      await standby.start()
      await tell(primary.url('postgres'), "alter system set synchronous_standby_names = 'heron_standby'")
      await tell(primary.url('postgres'), 'select pg_reload_conf()')
      for (;;) {
        const { rows } = await tell(primary.url('postgres'), 'select sync_state from pg_stat_replication')
        if (rows.some(({ sync_state }) => sync_state === 'sync')) break
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const promote = async () => {
        await tell(standby.url('postgres'), 'select pg_promote(true)')
      }
      return { ...standby, promote }
    }
    return { primary, addStandby, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

async function answers(url) {
  try {
    await tell(url, 'select 1')
    return true
  } catch {
    return false
  }
}

async function tell(url, sql) {
  const client = new pg.Client({ connectionString: url })
  // A server that goes away in the middle says so twice.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
