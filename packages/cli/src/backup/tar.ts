/**
 * Writes a POSIX ustar archive as a stream: the one archive format that every system can unpack with what it has, so
 * that a backup outlives this program. Only what a backup needs: plain files with short names.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

export type TarMember = {
  /** Name inside the archive: up to 100 bytes, no directory needed. */
  readonly name: string
  /** File whose bytes it takes; INVARIANT: does not change meanwhile. */
  readonly path: string
  /** Permission bits that unpacking restores. */
  readonly mode: number
}

const BLOCK = 512

/** The bytes of an archive of `members`, in order. */
export async function* tarArchive(members: readonly TarMember[]): AsyncGenerator<Uint8Array> {
  for (const member of members) {
    const { size, mtimeMs } = await stat(member.path)
    yield header(member, size, Math.floor(mtimeMs / 1000))
    for await (const chunk of createReadStream(member.path)) yield chunk as Buffer
    const rest = size % BLOCK
    if (rest > 0) yield Buffer.alloc(BLOCK - rest)
  }
  // Two empty blocks end an archive.
  yield Buffer.alloc(2 * BLOCK)
}

function header({ name, mode }: TarMember, size: number, modifiedSeconds: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, 100)
  block.write(octal(mode, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  writeSize(block, size)
  block.write(octal(modifiedSeconds, 12), 136)
  block.write('0', 156)
  block.write('ustar\u000000', 257)
  // The checksum is summed with its own field as spaces.
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148)
  return block
}

/** Eleven octal digits reach 8 GiB; above that the size is a binary number, as GNU tar, BSD tar and bsdtar read it. */
function writeSize(block: Buffer, size: number): void {
  if (size < 8 ** 11) {
    block.write(octal(size, 12), 124)
    return
  }
  block[124] = 0x80
  block.writeBigUInt64BE(BigInt(size), 128)
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\u0000`
}
