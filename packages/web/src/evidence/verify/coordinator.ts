/**
 * The coordinating part of a verifier thread: streams the export through the verifier, tells how far it is, and shows
 * single lines on request. A small file is kept, so that every line can be shown when the service is gone.
 */
import {
  detectSignatureVerifier,
  isDigest,
  type KeptCheckpoint,
  type PublicKeyBytes,
  readJwks,
  readKeptCheckpoint,
  verifyExport,
} from '@heron/evidence'
import type { ExportOrigin } from '../source/page-source.js'
import { openExport, readAll } from './export-bytes.js'
import { InspectorPool } from './inspector-pool.js'
import type { FromVerifier, VerifyRequest } from './messages.js'

const PROGRESS_MS = 100
/** A file up to this size is kept whole. */
const KEPT_BYTES = 32 * 1024 * 1024

type Run = { readonly number: number; readonly abort: AbortController }

export class Coordinator {
  readonly #ports: readonly MessagePort[]
  readonly #tell: (message: FromVerifier) => void
  #run: Run | null = null
  #last: {
    readonly origin: ExportOrigin
    readonly lines: ReadonlyMap<number, string>
    kept: Blob | null
  } | null = null

  constructor(ports: readonly MessagePort[], tell: (message: FromVerifier) => void) {
    this.#ports = ports
    this.#tell = tell
  }

  cancel(number: number): void {
    if (this.#run?.number === number) this.#run.abort.abort()
  }

  async verify(number: number, request: VerifyRequest): Promise<void> {
    this.#run?.abort.abort()
    const run = { number, abort: new AbortController() }
    this.#run = run
    try {
      await this.#verify(run, request)
    } catch (error) {
      const message = run.abort.signal.aborted
        ? 'cancelled'
        : error instanceof Error
          ? error.message
          : String(error)
      this.#tell({ tell: 'failed', run: number, message })
    } finally {
      if (this.#run === run) this.#run = null
    }
  }

  async #verify({ number, abort }: Run, { origin, jwks, heads, checkpoint }: VerifyRequest): Promise<void> {
    const pinnedKeys = jwks === null ? null : pinnedKeysOf(jwks)
    const keptCheckpoints = checkpoint === null ? [] : [keptCheckpointOf(checkpoint)]
    for (const { head } of heads) if (!isDigest(head)) throw new Error('a pinned head is not a sha256 digest')
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    const pool = new InspectorPool(this.#ports)
    let bytes = 0
    let lines = 0
    let toldAt = 0
    const kept: Uint8Array<ArrayBuffer>[] = []
    const progress = () => {
      if (abort.signal.aborted) throw new Error('cancelled')
      if (performance.now() - toldAt < PROGRESS_MS) return
      toldAt = performance.now()
      const { counts, failed } = pool
      this.#tell({
        tell: 'progress',
        run: number,
        progress: { lines, bytes, counts: { ...counts }, failed: { ...failed }, seconds: seconds() },
      })
    }
    const stream = await openExport(origin, abort.signal)
    const source = async function* () {
      for await (const chunk of readAll(stream, (count) => (bytes += count))) {
        progress()
        if (bytes <= KEPT_BYTES) kept.push(chunk as Uint8Array<ArrayBuffer>)
        else kept.length = 0
        yield chunk
      }
    }
    const report = await verifyExport(source(), {
      tools: { verifySignature: await detectSignatureVerifier() },
      pinnedKeys,
      pinnedHeads: heads,
      keptCheckpoints,
      inspector: pool.inspector,
      onProgress: (count) => {
        lines = count
        progress()
      },
    })
    this.#last = { origin, lines: pool.lines, kept: bytes <= KEPT_BYTES ? new Blob(kept) : null }
    this.#tell({ tell: 'report', run: number, report, seconds: seconds() })
  }

  /** The text of a line of the file verified last, or null where it can no longer be had. */
  async line(ask: number, line: number): Promise<void> {
    this.#tell({ tell: 'line', ask, text: await this.#lineText(line).catch(() => null) })
  }

  async #lineText(line: number): Promise<string | null> {
    if (this.#last === null) return null
    const { lines, kept, origin } = this.#last
    const known = lines.get(line)
    if (known !== undefined) return known
    const from: ExportOrigin = kept === null ? origin : { from: 'blob', blob: kept }
    const text = (await openExport(from, new AbortController().signal)).pipeThrough(
      new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
    )
    const reader = text.getReader()
    let before = 1
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      const parts = (rest + (value ?? '')).split('\n')
      rest = done ? '' : (parts.pop() ?? '')
      const found = parts[line - before]
      if (found !== undefined) {
        await reader.cancel()
        return found
      }
      before += parts.length
      if (done) return null
    }
  }
}

function keptCheckpointOf(note: string): KeptCheckpoint {
  const kept = readKeptCheckpoint(note)
  if (kept === null) throw new Error('the kept checkpoint is no signed note')
  return kept
}

function pinnedKeysOf(jwks: string): ReadonlyMap<string, PublicKeyBytes> {
  const reading = readJwks(jwks)
  if (!reading.ok) throw new Error(`the pinned keys cannot be used: ${reading.message}`)
  return reading.keys
}
