/** Decompression of zlib bytes with a bound on what comes out, so that a small list cannot unfold into memory. */

/**
 * @param bytes UNTRUSTED.
 * @returns `null` when they are not zlib data, or unfold beyond `maxBytes`.
 */
export async function inflateBounded(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | null> {
  const stream = new DecompressionStream('deflate')
  const writer = stream.writable.getWriter()
  // Both fail with the stream; the reader below is the one that answers.
  const written = Promise.all([writer.write(new Uint8Array(bytes)), writer.close()]).catch(() => undefined)
  const reader = stream.readable.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > maxBytes) {
        await reader.cancel()
        return null
      }
      chunks.push(value)
    }
  } catch {
    return null
  } finally {
    await written
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
