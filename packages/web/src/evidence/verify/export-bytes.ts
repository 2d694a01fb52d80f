/** The bytes of an export, from the service or from a file at hand, decompressed where they are gzip. */
import type { ExportOrigin } from '../source/page-source.js'

/** @throws when the service does not answer with an export, or the connection breaks. */
export async function openExport(
  origin: ExportOrigin,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  if (origin.from === 'blob') return unzipped(origin.blob.stream())
  const headers = new Headers()
  if (origin.token !== null) headers.set('authorization', `Bearer ${origin.token}`)
  const response = await fetch(origin.url, { headers, signal, referrerPolicy: 'no-referrer' })
  if (!response.ok || response.body === null)
    throw new Error(`the service answered ${response.status.toString()} instead of an export`)
  return unzipped(response.body)
}

/** Reads a stream as the verifier wants it, counting. */
export async function* readAll(
  stream: ReadableStream<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes(value.byteLength)
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Passes bytes through, unpacked when they begin as gzip does. */
async function unzipped(stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader()
  const first = await reader.read()
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      if (first.done) controller.close()
      else controller.enqueue(first.value as Uint8Array<ArrayBuffer>)
    },
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const isGzip = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b
  return isGzip ? whole.pipeThrough(new DecompressionStream('gzip')) : whole
}
