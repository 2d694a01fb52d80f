/**
 * Reads a file that somebody else may have made: never more of it than a limit, so that a device, a pipe without end or
 * a sparse file costs one line and not the memory.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { UsageError } from './command.js'

const MIB = 1024 * 1024
const PIECE_BYTES = MIB

/** Bytes of a key set, a chain of tokens, a plan, or what else is small by nature. */
export const MAX_SMALL_FILE_BYTES = 16 * MIB

/** Bytes of an evidence bundle or a ledger. */
export const MAX_BUNDLE_BYTES = 256 * MIB

/** @throws {UsageError} when the file cannot be read, or is larger than `maxBytes`. */
export function readBoundedFile(path: string, maxBytes: number): Buffer {
  try {
    const file = openSync(path, 'r')
    try {
      const pieces: Buffer[] = []
      let length = 0
      for (;;) {
        const piece = Buffer.allocUnsafe(PIECE_BYTES)
        const count = readSync(file, piece)
        if (count === 0) return Buffer.concat(pieces)
        length += count
        if (length > maxBytes) {
          throw new UsageError(
            `cannot read ${path}: it is larger than ${String(maxBytes / MIB)} MiB, which no such file has`,
          )
        }
        pieces.push(piece.subarray(0, count))
      }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`)
  }
}
