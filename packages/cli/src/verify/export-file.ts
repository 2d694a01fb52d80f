/** Streams the bytes of an export; compression is told by the content, never by the name. */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UsageError } from '../command.js'

const CHUNK_BYTES = 1024 * 1024

/** @throws {UsageError} for a file that cannot be read or decompressed. */
export async function* readExportFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* (await isGzip(file)) ? decompressed(file) : stream(file)
  } catch (error) {
    throw new UsageError(`cannot read \`${file}\`: ${(error as Error).message}`)
  }
}

function stream(file: string, end?: number): AsyncIterable<Uint8Array> {
  return createReadStream(file, {
    highWaterMark: CHUNK_BYTES,
    ...(end === undefined ? {} : { end }),
  }) as AsyncIterable<Uint8Array>
}

function decompressed(file: string): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  // The error reaches whoever reads; the callback only keeps it from ending the process.
  pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), gunzip, () => undefined)
  return gunzip as AsyncIterable<Uint8Array>
}

/** By the two bytes that every gzip member begins with (RFC 1952 §2.3.1). */
async function isGzip(file: string): Promise<boolean> {
  for await (const start of stream(file, 1)) return start[0] === 0x1f && start[1] === 0x8b
  return false
}
