/** Cuts a stream of bytes into blocks of whole lines, with bounded memory whatever the bytes are. */
import { concatBytes } from '@noble/hashes/utils.js'
import { MAX_LINE_BYTES } from '../../export/format.js'

export const LINE_FEED = 0x0a

/** Bytes in pieces of any size. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type Block = {
  /** Whole lines with their line feeds; only the last line of a file may lack it. */
  readonly bytes: Uint8Array
  readonly lines: number
}

/**
 * Reads blocks.
 *
 * @param source UNTRUSTED. A line longer than {@link MAX_LINE_BYTES} is cut one byte behind it, which its reader notices.
 * @param wanted asked before each block: about how many bytes; 0 asks for one line.
 */
export async function* readBlocks(source: ByteSource, wanted: () => number): AsyncGenerator<Block> {
  const lines = new LineBuffer()
  for await (const chunk of source) {
    lines.add(chunk)
    for (let bytes = lines.take(wanted()); bytes !== null; bytes = lines.take(wanted())) yield block(bytes)
  }
  lines.end()
  for (let bytes = lines.take(0); bytes !== null; bytes = lines.take(wanted() === 0 ? 0 : 1))
    yield block(bytes)
}

class LineBuffer {
  /** Whole lines. */
  #whole: Uint8Array[] = []
  #wholeBytes = 0
  /** The beginning of a line whose end was not seen yet. */
  #partial: Uint8Array[] = []
  #partialBytes = 0
  #ended = false

  add(chunk: Uint8Array): void {
    const lastFeed = chunk.lastIndexOf(LINE_FEED)
    if (lastFeed === -1) {
      this.#addPartial(chunk)
      return
    }
    const firstFeed = chunk.indexOf(LINE_FEED)
    this.#addPartial(chunk.subarray(0, firstFeed))
    this.#addWhole(...this.#partial, chunk.subarray(firstFeed, lastFeed + 1))
    this.#partial = []
    this.#partialBytes = 0
    this.#addPartial(chunk.subarray(lastFeed + 1))
  }

  /** No more bytes will come. */
  end(): void {
    this.#addWhole(...this.#partial)
    this.#partial = []
    this.#ended = true
  }

  /** At least `wanted` bytes of whole lines, or one line for 0; null when there are fewer, unless no more will come. */
  take(wanted: number): Uint8Array | null {
    if (this.#wholeBytes === 0 || (!this.#ended && this.#wholeBytes < wanted)) return null
    const all =
      this.#whole.length === 1 && this.#whole[0] !== undefined ? this.#whole[0] : concatBytes(...this.#whole)
    const near = wanted === 0 ? -1 : all.lastIndexOf(LINE_FEED, wanted)
    const feed = near === -1 ? all.indexOf(LINE_FEED) : near
    const end = feed === -1 ? all.length : feed + 1
    this.#whole = end < all.length ? [all.subarray(end)] : []
    this.#wholeBytes = all.length - end
    return all.subarray(0, end)
  }

  #addWhole(...pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      if (piece.length === 0) continue
      this.#whole.push(piece)
      this.#wholeBytes += piece.length
    }
  }

  #addPartial(piece: Uint8Array): void {
    const room = MAX_LINE_BYTES + 1 - this.#partialBytes
    if (room <= 0 || piece.length === 0) return
    const kept = piece.subarray(0, room)
    this.#partial.push(kept)
    this.#partialBytes += kept.length
  }
}

function block(bytes: Uint8Array): Block {
  let lines = 0
  for (let at = 0; at < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, at)
    lines += 1
    at = feed === -1 ? bytes.length : feed + 1
  }
  return { bytes, lines }
}
