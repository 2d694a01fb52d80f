/**
 * An outbox on the disk: statements survive the death of their process and any outage of Heron (heron.md §3).
 *
 * The file is JSON Lines, one step a line: `keep` (with the held entry it settles), `hold`, `drop`. An allowed call is
 * held before its tool runs; if the process dies before it speaks of the call, the next one finds that statement waiting.
 * Hashes and codes only, never an argument or a result.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isJsonObject, type JsonValue, parseJson } from '@heron/evidence'
import {
  type EvidenceOutbox,
  lagOf,
  outboxEntry,
  type OutboxEntry,
  type OutboxLag,
} from '../evidence/outbox.js'
import { lockFile } from './file-lock.js'
import { Journal, readJournal, syncFolder } from './journal.js'

export type FileOutboxOptions = {
  /** Statements waiting, and calls held, from which on no further call starts. Default 10,000, about 6 MB. */
  readonly capacity?: number
}

/** The outbox cannot be used. The message names the path and what to do. */
export class FileOutboxError extends Error {
  readonly code: 'outbox_in_use' | 'outbox_unavailable' | 'outbox_full' | 'outbox_closed'

  constructor(code: FileOutboxError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FileOutboxError'
    this.code = code
  }
}

type Step =
  | { readonly keep: OutboxEntry; readonly settles?: string }
  | { readonly hold: OutboxEntry }
  | { readonly drop: string }

/** A file is written anew once it is this large and four fifths of it are history: one fsync in thousands of statements. */
const REWRITE_ABOVE_BYTES = 1024 * 1024
const REWRITE_FACTOR = 5
/** One entry as a line, about; only to judge how much of the file is history. */
const ENTRY_BYTES = 600

export class FileOutbox implements EvidenceOutbox {
  readonly capacity: number
  /** Lines of the file that nobody can read; they were moved beside it, to `<path>.damaged`. */
  readonly damaged: number
  readonly #path: string
  readonly #journal: Journal
  readonly #release: () => void
  readonly #waiting: Map<string, OutboxEntry>
  readonly #held = new Map<string, OutboxEntry>()
  #closed = false

  private constructor(path: string, capacity: number, release: () => void) {
    this.#path = path
    this.capacity = capacity
    this.#release = release
    const lines = readJournal(path)
    const { waiting, held, damaged } = replay(lines)
    if (damaged.length > 0) {
      appendFileSync(`${path}.damaged`, damaged.map((line) => `${line}\n`).join(''), {
        mode: 0o600,
        flush: true,
      })
    }
    this.damaged = damaged.length
    // Whoever held them is gone: what was held for that case is now to be said.
    this.#waiting = new Map([...waiting, ...held])
    this.#journal = new Journal(path, Buffer.byteLength(lines.map((line) => `${line}\n`).join('')))
    syncFolder(path)
    // Makes the promotion part of the file, so that a second crash cannot mix up whose entries were held.
    if (held.size > 0 || damaged.length > 0) this.#rewrite()
  }

  /**
   * Opens or creates an outbox. One process to a file.
   *
   * @throws {FileOutboxError}
   */
  static open(path: string, options: FileOutboxOptions = {}): FileOutbox {
    const { capacity = 10_000 } = options
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const lock = lockFile(path)
      if ('heldBy' in lock) {
        const who = `process ${lock.heldBy}`
        const message = `the outbox \`${path}\` belongs to ${who}: give every process a file of its own`
        throw new FileOutboxError('outbox_in_use', message)
      }
      try {
        return new FileOutbox(path, capacity, lock.release)
      } catch (error) {
        lock.release()
        throw error
      }
    } catch (cause) {
      if (cause instanceof FileOutboxError) throw cause
      throw unavailable(path, cause)
    }
  }

  size(): number {
    return this.#waiting.size
  }

  lag(): OutboxLag {
    return lagOf(this.#waiting, this.#held.size)
  }

  /** @throws {FileOutboxError} when it is not on the disk. */
  async put(entry: OutboxEntry, settles?: string): Promise<void> {
    const held = settles === undefined ? undefined : this.#held.get(settles)
    // At once, not when it is written: a rewrite in between must know of it (INVARIANT of `Journal.replace`).
    this.#waiting.set(entry.id, entry)
    if (settles !== undefined) this.#held.delete(settles)
    try {
      await this.#write(settles === undefined ? { keep: entry } : { keep: entry, settles }, true)
    } catch (error) {
      this.#waiting.delete(entry.id)
      if (held !== undefined) this.#held.set(held.id, held)
      throw error
    }
  }

  /** @throws {FileOutboxError} when it is not on the disk, or as many calls are held as there is room for. */
  async hold(entry: OutboxEntry): Promise<void> {
    if (this.#held.size >= this.capacity) {
      const message = `${this.#held.size} allowed calls have not been reported yet`
      throw new FileOutboxError('outbox_full', message)
    }
    // Counted at once, so that calls side by side cannot fill it twice over.
    this.#held.set(entry.id, entry)
    try {
      await this.#write({ hold: entry }, true)
    } catch (error) {
      this.#held.delete(entry.id)
      throw error
    }
  }

  pending(): Promise<readonly OutboxEntry[]> {
    return Promise.resolve([...this.#waiting.values()])
  }

  /** Not waited for on the disk: a line that is lost here costs sending the same statement again. */
  async remove(id: string): Promise<void> {
    if (!this.#waiting.has(id) && !this.#held.has(id)) return
    await this.#write({ drop: id }, false)
    this.#waiting.delete(id)
    this.#held.delete(id)
    const live = (this.#waiting.size + this.#held.size) * ENTRY_BYTES
    if (this.#journal.bytes > REWRITE_ABOVE_BYTES && this.#journal.bytes > REWRITE_FACTOR * live)
      this.#rewrite()
  }

  /** Writes what is under way and lets go of the file; what waits stays in it. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#journal.close()
    this.#release()
  }

  async #write(step: Step, durable: boolean): Promise<void> {
    if (this.#closed) throw new FileOutboxError('outbox_closed', `the outbox \`${this.#path}\` was closed`)
    try {
      await this.#journal.append(JSON.stringify(step), durable)
    } catch (cause) {
      throw unavailable(this.#path, cause)
    }
  }

  #rewrite(): void {
    this.#journal.replace(() => [
      ...[...this.#waiting.values()].map((keep) => JSON.stringify({ keep } satisfies Step)),
      ...[...this.#held.values()].map((hold) => JSON.stringify({ hold } satisfies Step)),
    ])
  }
}

type Replayed = {
  readonly waiting: Map<string, OutboxEntry>
  readonly held: Map<string, OutboxEntry>
  readonly damaged: readonly string[]
}

function replay(lines: readonly string[]): Replayed {
  const waiting = new Map<string, OutboxEntry>()
  const held = new Map<string, OutboxEntry>()
  const damaged: string[] = []
  for (const line of lines) {
    const step = readStep(line)
    if (step === null) damaged.push(line)
    else if ('keep' in step) {
      waiting.set(step.keep.id, step.keep)
      if (step.settles !== undefined) held.delete(step.settles)
    } else if ('hold' in step) {
      held.set(step.hold.id, step.hold)
    } else {
      waiting.delete(step.drop)
      held.delete(step.drop)
    }
  }
  return { waiting, held, damaged: damaged.filter((line) => line !== '') }
}

/** Null for a line that the disk has spoilt: an entry's id is the hash of what it says. */
function readStep(line: string): Step | null {
  let step: JsonValue
  try {
    step = parseJson(line)
  } catch {
    return null
  }
  if (!isJsonObject(step)) return null
  if (typeof step['drop'] === 'string') return { drop: step['drop'] }
  const keep = readEntry(step['keep'])
  const { settles } = step
  if (keep !== null) return typeof settles === 'string' ? { keep, settles } : { keep }
  const hold = readEntry(step['hold'])
  return hold === null ? null : { hold }
}

function readEntry(value: JsonValue | undefined): OutboxEntry | null {
  if (value === undefined || !isJsonObject(value)) return null
  const { id, request } = value
  if (request === undefined || !isJsonObject(request) || !isJsonObject(request['signature'] ?? null))
    return null
  const entry = value as unknown as OutboxEntry
  return outboxEntry(entry.request).id === id ? entry : null
}

function unavailable(path: string, cause: unknown): FileOutboxError {
  const why = (cause as { code?: unknown } | null)?.code
  const said = typeof why === 'string' ? ` (${why})` : ''
  return new FileOutboxError(
    'outbox_unavailable',
    `the outbox \`${path}\` cannot be written or read${said}`,
    cause,
  )
}
