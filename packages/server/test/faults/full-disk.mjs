/**
 * A disk without room under a PostgreSQL, as its processes see it: a file may not grow beyond a size (`prlimit`, which needs
 * no rights of an administrator and no mount). A table that would is answered `53100 disk_full`; a log that cannot be
 * written ends the server by PANIC.
 *
 * Plain JavaScript, since the benchmarks load it from their build.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Of util-linux. */
const PRLIMIT = '/usr/bin/prlimit'

/** Of the write-ahead log; an argument of `initdb`, whose own is larger than most tables of a test. */
export const SEGMENT_BYTES = 1024 * 1024

/** Less than a segment of the log. */
const LOG_BYTES = 64 * 1024

/** Of tables, that the largest of them may still grow: more than it does until the limit is set. */
const SLACK_BYTES = 256 * 1024

/** Of a page: one that is written by half is a full disk to PostgreSQL. */
const HALF_PAGE = 4096

/**
 * @param server.postmaster its process; what it starts from here on has the limit, too.
 * @param server.user whom it runs as; null for the user of this process.
 */
export function fillDisk({ postmaster, user, data }, what) {
  const bytes = what === 'log' ? LOG_BYTES : largestFile(join(data, 'base')) + SLACK_BYTES + HALF_PAGE
  limit(postmaster, user, bytes)
  for (const { pid, title } of childrenOf(postmaster)) {
    // Pages that a table has already may be written: a full disk would take them.
    if (what === 'log' || title.includes('[local]')) limit(pid, user, bytes)
  }
}

export function makeRoom({ postmaster, user }) {
  limit(postmaster, user, 'unlimited')
  for (const { pid } of childrenOf(postmaster)) limit(pid, user, 'unlimited')
}

/** In whole pages, and no less than a segment of the log, which must go on where a table cannot. */
function largestFile(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const sizes = files.map(
    ({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size,
  )
  const largest = sizes.reduce((most, size) => Math.max(most, size ?? 0), SEGMENT_BYTES)
  return largest - (largest % (2 * HALF_PAGE))
}

/** As the user of that process: root in a container may not limit those of others. */
function limit(pid, user, bytes) {
  try {
    execFileSync(PRLIMIT, ['--pid', String(pid), `--fsize=${bytes}:unlimited`], { ...user, stdio: 'pipe' })
  } catch (error) {
    // Only a process that has ended needs no limit.
    if (statOf(pid) !== null) throw error
  }
}

function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === parent)
    .map((name) => ({ pid: Number(name), title: statOf(name)?.title ?? '' }))
}

/** Null for a process that is no more; one that only waits to be collected counts as ended. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return null
    return { parent: Number(parent), title: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }
  } catch {
    return null
  }
}
