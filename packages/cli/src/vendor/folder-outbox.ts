/**
 * Evidence that outlives its process: one file a statement, in a folder that any number of processes share. A statement
 * that two of them deliver is one statement to Heron (heron.md §3, idempotency by meaning).
 *
 * Files hold what is sent to Heron anyway: ids, hashes, codes, a signature. Never a result, an argument or a key.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJson, isJsonObject, type ReportExecutionRequest } from '@heron/evidence'
import type { EvidenceOutbox, OutboxEntry } from '@heron/sdk'

/** Statements of one installation while Heron is away: about 600 bytes each. */
const CAPACITY = 10_000

const WAITING = /^(\d{16})-([0-9a-f]{64})\.json$/
const HELD = /^held-(\d+)-([0-9a-f]{12})-([0-9a-f]{64})\.json$/

export type FolderOutboxOptions = {
  /**
   * Keeps a statement for each call under way that becomes true when this process dies before it made another. Only for
   * processes that see a call from its beginning to its end.
   */
  readonly holds: boolean
}

/** Opens the folder, and creates it where it is missing. */
export function folderOutbox(folder: string, { holds }: FolderOutboxOptions): EvidenceOutbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const run = randomBytes(6).toString('hex')
  let clock = 0
  const heldName = (id: string): string => `held-${process.pid}-${run}-${digits(id)}.json`
  const waitingNames = (): string[] =>
    readdirSync(folder)
      .filter((name) => WAITING.test(name) || isOrphan(name, run))
      // The waiting ones begin with digits, and so stand before what dead processes held.
      .sort()

  const put: EvidenceOutbox['put'] = async ({ id, request }, settles) => {
    // Later than what this process put before, also within one millisecond: one action's statements stay in order.
    clock = Math.max(clock + 1, Date.now() * 100)
    const name = `${String(clock).padStart(16, '0')}-${digits(id)}.json`
    const draft = join(folder, `draft-${run}-${name}`)
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(JSON.stringify(request))
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
    if (settles !== undefined) await rm(join(folder, heldName(settles)), { force: true })
  }

  const outbox: EvidenceOutbox = {
    capacity: CAPACITY,
    size: () => waitingNames().length,
    put,
    pending: () =>
      Promise.resolve(
        waitingNames()
          .map((name) => readEntry(folder, name))
          .filter((entry) => entry !== null),
      ),
    remove: (id) => {
      const ending = `-${digits(id)}.json`
      for (const name of readdirSync(folder)) {
        const mine = name === heldName(id) || WAITING.test(name) || isOrphan(name, run)
        if (mine && name.endsWith(ending)) rmSync(join(folder, name), { force: true })
      }
      return Promise.resolve()
    },
    lag: () => {
      const names = readdirSync(folder)
      const [first] = waitingNames()
      return {
        waiting: waitingNames().length,
        held: names.filter((name) => name.startsWith(`held-${process.pid}-${run}-`)).length,
        oldest: first === undefined ? null : (readEntry(folder, first)?.request.executed_at ?? null),
      }
    },
  }
  if (!holds) return outbox
  return {
    ...outbox,
    // Not forced to the disk: it is for the death of this process, not of the machine, and a tool waits for it.
    hold: async ({ id, request }) => {
      const draft = join(folder, `draft-${run}-${digits(id)}`)
      await writeFile(draft, JSON.stringify(request), { mode: 0o600 })
      await rename(draft, join(folder, heldName(id)))
    },
  }
}

function digits(id: string): string {
  return id.slice('sha256:'.length)
}

/** Held by a process that is gone. Its number may have been given away since; its run never is. */
function isOrphan(name: string, ownRun: string): boolean {
  const [, pid, run] = HELD.exec(name) ?? []
  if (pid === undefined || run === ownRun) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Null for a file that another process took away meanwhile, or that is no statement. */
function readEntry(folder: string, name: string): OutboxEntry | null {
  try {
    const read = decodeJson(readFileSync(join(folder, name)))
    if (!read.ok || !isJsonObject(read.value)) return null
    const id = `sha256:${name.slice(-'.json'.length - 64, -'.json'.length)}`
    return { id, request: read.value as unknown as ReportExecutionRequest }
  } catch {
    return null
  }
}
