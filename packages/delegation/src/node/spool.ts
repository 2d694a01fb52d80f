/**
 * A spool between a ledger and whoever collects it (delegation.md §6): entries wait in a bounded file until the collector
 * acknowledges them, across restarts of either side. Unlike the ledger it forgets what was delivered.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import type { LedgerEntry, LedgerSink } from '../ledger/ledger.js'

export type SpoolRecord = {
  /** Tells apart the runs of one process, whose chains may carry the same id. */
  readonly boot_id: string
  readonly chain_id: string
  readonly seq: number
  readonly hash: string
  readonly entry: LedgerEntry
}

/** One waiting record, and the mark that acknowledges it with everything before it. */
export type PendingRecord = { readonly record: SpoolRecord; readonly mark: number }

export type SpoolOptions = {
  /** Most bytes that may wait. A full spool refuses, so that the producer learns of it; nothing is dropped. */
  readonly maxBytes?: number
  readonly bootId?: string
}

/** The spool is full: the collector is behind. The entry itself is committed to its ledger. */
export class SpoolFullError extends Error {
  readonly code = 'spool_full'

  constructor(path: string, maxBytes: number) {
    super(`the spool ${path} holds ${maxBytes} bytes that nobody has acknowledged`)
    this.name = 'SpoolFullError'
  }
}

/** 64 MiB, some hundred thousand entries: hours of a busy agent, and nothing a small disk would notice. */
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024

export class SpoolSink implements LedgerSink {
  readonly #path: string
  readonly #descriptor: number
  readonly #maxBytes: number
  readonly #bootId: string
  /** Bytes at the start of the file that are acknowledged. */
  #acknowledged: number
  #size: number

  private constructor(path: string, options: SpoolOptions) {
    this.#path = path
    this.#maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
    this.#bootId = options.bootId ?? randomUUID()
    this.#descriptor = openSync(path, 'a+', 0o600)
    this.#size = cutTornRecord(this.#descriptor)
    this.#acknowledged = Math.min(readMark(markPath(path)), this.#size)
  }

  /** Opens or creates a spool; what was not acknowledged before is still pending. */
  static open(path: string, options: SpoolOptions = {}): SpoolSink {
    return new SpoolSink(path, options)
  }

  /** @throws {SpoolFullError} */
  write(_line: string, read: () => LedgerEntry): void {
    const entry = read()
    const { seq, hash } = entry
    const record = { boot_id: this.#bootId, chain_id: entry['chain_id'], seq, hash, entry }
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`)
    if (this.#size - this.#acknowledged + bytes.length > this.#maxBytes) {
      throw new SpoolFullError(this.#path, this.#maxBytes)
    }
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
    fsyncSync(this.#descriptor)
    this.#size += bytes.length
  }

  /** The oldest records that wait, at most `limit`. */
  pending(limit = 100): PendingRecord[] {
    const waiting = readRange(this.#descriptor, this.#acknowledged, this.#size)
    const pending: PendingRecord[] = []
    let start = 0
    for (let end = waiting.indexOf(LINE_FEED); end !== -1; end = waiting.indexOf(LINE_FEED, start)) {
      if (pending.length === limit) break
      const record = JSON.parse(waiting.toString('utf8', start, end)) as SpoolRecord
      start = end + 1
      pending.push({ record, mark: this.#acknowledged + start })
    }
    return pending
  }

  /** Forgets the record and everything before it. */
  ack({ mark }: PendingRecord): void {
    if (mark <= this.#acknowledged || mark > this.#size) return
    if (mark === this.#size) {
      // All delivered: the file starts over. The mark goes first, so that a crash in between repeats and never skips.
      writeMark(markPath(this.#path), 0)
      ftruncateSync(this.#descriptor, 0)
      fsyncSync(this.#descriptor)
      this.#size = 0
      this.#acknowledged = 0
      return
    }
    writeMark(markPath(this.#path), mark)
    this.#acknowledged = mark
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

const LINE_FEED = 0x0a

function markPath(path: string): string {
  return `${path}.ack`
}

function readMark(path: string): number {
  try {
    const mark = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(mark) && mark >= 0 ? mark : 0
  } catch {
    return 0
  }
}

function writeMark(path: string, mark: number): void {
  const next = `${path}.next`
  writeFileSync(next, String(mark), { flush: true })
  renameSync(next, path)
}

/** A crash in the middle of a write leaves a record without its line feed: nobody was told of it. */
function cutTornRecord(descriptor: number): number {
  const { size } = fstatSync(descriptor)
  const whole = readRange(descriptor, 0, size).lastIndexOf(LINE_FEED) + 1
  if (whole < size) ftruncateSync(descriptor, whole)
  return whole
}

function readRange(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from)
  for (let at = 0; at < bytes.length;) {
    const read = readSync(descriptor, bytes, at, bytes.length - at, from + at)
    if (read === 0) return bytes.subarray(0, at)
    at += read
  }
  return bytes
}
