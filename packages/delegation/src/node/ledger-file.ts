/**
 * The ledger as a file: JSON Lines, one canonical entry each, appended and never rewritten (delegation.md §3.2, §6).
 *
 * A file that already holds something is refused: a chain starts at its root, so there is nothing to continue, and
 * truncating evidence is the one thing that a ledger must not do.
 */
import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LedgerSink } from '../ledger/ledger.js'

/** What went wrong with a ledger file. The message names the path. */
export class LedgerFileError extends Error {
  readonly code: 'ledger_not_empty' | 'ledger_unavailable'

  constructor(code: LedgerFileError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'LedgerFileError'
    this.code = code
  }
}

/** Every entry is on the disk before the call that made it returns. One fsync an entry. */
export class SyncedLedgerFile implements LedgerSink {
  readonly #path: string
  readonly #descriptor: number
  #failure: LedgerFileError | null = null

  private constructor(path: string, descriptor: number) {
    this.#path = path
    this.#descriptor = descriptor
  }

  /** @throws {LedgerFileError} */
  static open(path: string): SyncedLedgerFile {
    return new SyncedLedgerFile(path, openEmpty(path))
  }

  /** @throws {LedgerFileError} after a failed write this and every later one: what follows a gap proves nothing. */
  write(line: string): void {
    if (this.#failure !== null) throw this.#failure
    try {
      writeAll(this.#descriptor, Buffer.from(`${line}\n`))
      fsyncSync(this.#descriptor)
    } catch (cause) {
      this.#failure = unavailable(this.#path, cause)
      throw this.#failure
    }
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

/**
 * Entries are written in groups: everything that arrived while the last fsync ran goes out with the next. A decision is
 * durable once {@link durable} resolves; await it before acting on one.
 */
export class GroupedLedgerFile implements LedgerSink {
  readonly #path: string
  readonly #handle: FileHandle
  #waiting: string[] = []
  #running: Promise<void> | null = null
  #failure: LedgerFileError | null = null

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  /** @throws {LedgerFileError} */
  static async open(path: string): Promise<GroupedLedgerFile> {
    closeSync(openEmpty(path))
    return new GroupedLedgerFile(path, await open(path, 'a'))
  }

  /** Takes the entry; {@link durable} tells when it is on the disk. @throws {LedgerFileError} after a failed write. */
  write(line: string): void {
    if (this.#failure !== null) throw this.#failure
    this.#waiting.push(line, '\n')
    this.#running ??= this.#drain()
  }

  /** Resolves when every entry taken so far is on the disk. @throws {LedgerFileError} when one could not be written. */
  async durable(): Promise<void> {
    while (this.#running !== null) await this.#running
    if (this.#failure !== null) throw this.#failure
  }

  /** Writes what is waiting and closes. @throws {LedgerFileError} */
  async close(): Promise<void> {
    try {
      await this.durable()
    } finally {
      await this.#handle.close()
    }
  }

  async #drain(): Promise<void> {
    try {
      // One turn of the event loop, so that everything decided in this one shares the first fsync.
      await Promise.resolve()
      while (this.#waiting.length > 0) {
        const group = this.#waiting.join('')
        this.#waiting = []
        await this.#handle.appendFile(group)
        await this.#handle.sync()
      }
    } catch (cause) {
      this.#failure = unavailable(this.#path, cause)
    } finally {
      this.#running = null
    }
  }
}

/** Opens for appending, with the file's name itself made durable. */
function openEmpty(path: string): number {
  let descriptor: number
  try {
    // Readable by the owner alone: contexts may hold facts about customers.
    descriptor = openSync(path, 'a', 0o600)
  } catch (cause) {
    throw unavailable(path, cause)
  }
  if (fstatSync(descriptor).size > 0) {
    closeSync(descriptor)
    throw new LedgerFileError('ledger_not_empty', `${path} already holds a ledger; choose another file`)
  }
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
  return descriptor
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at)
}

function unavailable(path: string, cause: unknown): LedgerFileError {
  const why = cause instanceof Error ? cause.message : 'unknown error'
  return new LedgerFileError('ledger_unavailable', `cannot write the ledger ${path}: ${why}`, cause)
}
