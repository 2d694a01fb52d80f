/** One process to a file: two that rewrite it would lose each other's lines. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Locked files of this very process: its own pid says nothing about them after a restart under the same pid. */
const mine = new Set<string>()

/**
 * Takes the lock, also from a process that is gone. Null when a living one of this machine has it.
 *
 * Processes of another machine cannot be looked at: after a restart in a new container their lock is taken over, so a
 * file on shared storage must belong to one process by arrangement.
 */
export function lockFile(path: string): { readonly release: () => void } | { readonly heldBy: number } {
  const lock = `${path}.lock`
  const me = `${process.pid} ${hostname()}`
  if (mine.has(lock)) return { heldBy: process.pid }
  for (;;) {
    try {
      writeFileSync(lock, me, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EEXIST') throw error
    }
    const [pid, host] = readHolder(lock)
    if (host === hostname() && pid !== process.pid && isAlive(pid)) return { heldBy: pid }
    rmSync(lock, { force: true })
  }
  mine.add(lock)
  return {
    release: () => {
      mine.delete(lock)
      rmSync(lock, { force: true })
    },
  }
}

/** An unreadable lock was left half-written by a process that died over it. */
function readHolder(lock: string): readonly [pid: number, host: string] {
  try {
    const [pid = '', host = ''] = readFileSync(lock, 'utf8').split(' ')
    return [Number(pid), host]
  } catch {
    return [Number.NaN, '']
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is alive, too.
    return (error as { code?: unknown }).code === 'EPERM'
  }
}
