/**
 * The built pages (packages/web): one shell for every evidence page, and its assets, which are named by their content.
 * Read as they are asked for, and kept, compressed too, until the file changes.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/refusal.js'

/** Nothing inline, nothing from elsewhere, in no frame; workers and data come from here. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/** No search engine shows an evidence page, or anything behind it. */
export const NO_INDEX = { 'x-robots-tag': 'noindex, nofollow' }

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** A plain name: no way out of the folder. */
const FILE_NAME = /^[\w-][\w.-]{0,200}$/

type StoredFile = { readonly mtimeMs: number; readonly bytes: Buffer; readonly compressed: Buffer }

const compress = promisify(gzip)

export class Site {
  readonly #root: string | null
  readonly #files = new Map<string, StoredFile>()

  /** @param root folder of the built pages; null when this process was given none. */
  constructor(root: string | null) {
    this.#root = root
  }

  /**
   * Answers with a file.
   *
   * @param cacheControl for the file; a refusal is never kept.
   * @param path segments below the root, UNTRUSTED.
   * @throws {Refusal} page_not_built for the pages themselves, not_found for an asset.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    cacheControl: string,
    ...path: readonly string[]
  ): Promise<FastifyReply> {
    const file = await this.#read(path)
    if (file === null) {
      if (path.length > 1) throw new Refusal('not_found', 'there is no such file')
      throw notBuilt()
    }
    const type = TYPES[path.at(-1)?.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    reply.headers({ 'content-type': type, 'cache-control': cacheControl, vary: 'accept-encoding' })
    if (!acceptsGzip(request)) return reply.send(file.bytes)
    return reply.header('content-encoding', 'gzip').send(file.compressed)
  }

  /** @throws {Refusal} page_not_built */
  async text(name: string): Promise<string> {
    const file = await this.#read([name])
    if (file === null) throw notBuilt()
    return file.bytes.toString()
  }

  async #read(path: readonly string[]): Promise<StoredFile | null> {
    if (this.#root === null || !path.every((name) => FILE_NAME.test(name) && !name.includes('..')))
      return null
    const file = join(this.#root, ...path)
    try {
      const { mtimeMs } = await stat(file)
      const known = this.#files.get(file)
      if (known?.mtimeMs === mtimeMs) return known
      const bytes = await readFile(file)
      const read = { mtimeMs, bytes, compressed: await compress(bytes) }
      this.#files.set(file, read)
      return read
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}

function notBuilt(): Refusal {
  return new Refusal(
    'page_not_built',
    'the evidence page was not built: run `npm run build`, and start the service again; exports by `heron export` work without it',
  )
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers['accept-encoding'] ?? '')
}
