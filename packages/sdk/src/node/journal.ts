/**
 * An append-only file of lines that survives the death of its process: whatever was acknowledged is on the disk, a line
 * that was cut off in the middle is dropped at the next start, and lines that arrive while one fsync runs share the next.
 *
 * Knows nothing of what the lines mean.
 */
import { closeSync, fsyncSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Lines to append, and whom to tell. */
type Waiting = {
  readonly line: string
  readonly durable: boolean
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

/**
 * Reads the whole lines of a file that may not exist, and cuts off a torn last one: nobody was told that it was kept.
 *
 * @throws the file system's error.
 */
export function readJournal(path: string): readonly string[] {
  // Readable by the owner alone: which calls were made, and when, is nobody else's business.
  closeSync(openSync(path, 'a', 0o600))
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) truncateSync(path, whole)
  const lines = bytes.toString('utf8', 0, whole).split('\n')
  lines.pop()
  return lines
}

export class Journal {
  readonly #path: string
  #handle: FileHandle | null = null
  #bytes = 0
  #waiting: Waiting[] = []
  #writing: Promise<void> | null = null
  /** What the file is to hold from now on; asked for between two groups. */
  #rewrite: (() => readonly string[]) | null = null

  constructor(path: string, bytes: number) {
    this.#path = path
    this.#bytes = bytes
  }

  /** Bytes in the file. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Appends a line.
   *
   * @param durable Resolves only once the line is on the disk; otherwise once the system has it.
   */
  append(line: string, durable: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, durable, resolve, reject })
      this.#writing ??= this.#work()
    })
  }

  /**
   * Replaces the file by what `read` answers when its turn comes, in one step: a crash leaves the old file or the new.
   *
   * INVARIANT: `read` answers every line that is still needed, those just acknowledged included.
   */
  replace(read: () => readonly string[]): void {
    this.#rewrite = read
    this.#writing ??= this.#work()
  }

  /** Writes what is waiting and closes. */
  async close(): Promise<void> {
    while (this.#writing !== null) await this.#writing
    await this.#handle?.close()
    this.#handle = null
  }

  async #work(): Promise<void> {
    // One turn of the event loop, so that everything said in this one shares the first fsync.
    await Promise.resolve()
    while (this.#waiting.length > 0 || this.#rewrite !== null) {
      const group = this.#waiting
      this.#waiting = []
      if (group.length > 0) await this.#writeGroup(group)
      const read = this.#rewrite
      this.#rewrite = null
      if (read !== null) await this.#replaceBy(read)
    }
    this.#writing = null
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const bytes = Buffer.from(group.map(({ line }) => `${line}\n`).join(''))
      this.#handle ??= await this.#open()
      await this.#handle.appendFile(bytes)
      if (group.some(({ durable }) => durable)) await this.#handle.datasync()
      this.#bytes += bytes.length
      for (const { resolve } of group) resolve()
    } catch (cause) {
      for (const { reject } of group) reject(cause)
      await this.#forgetHalfWritten()
    }
  }

  /** After a failed write the file may end in the middle of a line; the next one would be lost together with it. */
  async #forgetHalfWritten(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    try {
      await handle?.truncate(this.#bytes)
    } catch {
      // Opened again before the next write, which starts with a line of its own.
    }
    await handle?.close().catch(() => undefined)
  }

  async #open(): Promise<FileHandle> {
    const handle = await open(this.#path, 'a', 0o600)
    const { size } = await handle.stat()
    if (size !== this.#bytes) {
      // Half a line of ours may stand at the end: it is closed, so that it spoils nothing but itself.
      await handle.appendFile('\n')
      this.#bytes = size + 1
    }
    return handle
  }

  async #replaceBy(read: () => readonly string[]): Promise<void> {
    const next = `${this.#path}.next`
    try {
      const bytes = Buffer.from(
        read()
          .map((line) => `${line}\n`)
          .join(''),
      )
      const handle = await open(next, 'w', 0o600)
      await handle.writeFile(bytes)
      await handle.sync()
      await rename(next, this.#path)
      syncFolder(this.#path)
      await this.#handle?.close()
      this.#handle = handle
      this.#bytes = bytes.length
    } catch {
      // The old file is as good as before, only longer.
    }
  }
}

/** Makes a file's name as durable as its bytes; some systems open no folders, and need nothing of the kind. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch {
    return
  }
}
