/**
 * A service of the evidence page made of one export: the built page, the answers that the service would give about that
 * export, and the bytes to verify, which a test may alter. The headers are the strict ones of production.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { PostureClaim, PublicOverview } from '../../../evidence/src/index.js'
import { readFileRecord } from '../../src/evidence/source/file-record.js'
import { fileSource } from '../../src/evidence/source/file-source.js'
import { CLAIMS } from './claims.js'
import { requireSite, SITE } from './site.js'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export type PageServer = {
  readonly url: string
  /** What the page shows. */
  show: (lines: readonly string[]) => void
  /** What *Verify* is given; the same unless a test alters it. */
  serve: (bytes: Uint8Array | (() => AsyncIterable<Uint8Array>)) => void
  overview: PublicOverview | null
  /** Requests that were asked for, path and query. */
  readonly requests: string[]
  readonly stop: () => Promise<void>
}

const TOKEN = 'reviewer-token'

export async function startPageServer(lines: readonly string[]): Promise<PageServer> {
  requireSite()
  let source = sourceOf(lines)
  let bytes: Uint8Array | (() => AsyncIterable<Uint8Array>) = encoded(lines)
  const requests: string[] = []
  let overview: PublicOverview | null = null

  const answerApi = async (path: string, query: URLSearchParams): Promise<unknown> => {
    const cursor = query.get('cursor')
    const filter = Object.fromEntries(query)
    const [head = '', id = '', below = ''] = path.split('/').map(decodeURIComponent)
    if (head === 'summary') return source.summary()
    if (head === 'posture') return { claims: CLAIMS satisfies readonly PostureClaim[] }
    if (head === 'findings') return source.findings(filter, cursor)
    if (head === 'runs' && below === 'calls') return source.calls(id, cursor)
    if (head === 'runs') return id === '' ? source.runs(filter, cursor) : source.run(id)
    if (head === 'actions') return source.action(id)
    if (head === 'policy') return source.policy()
    if (head === 'signals') return source.signals()
    if (head === 'log') return source.log(cursor)
    if (head === 'keys') return source.keys()
    if (head === 'checkpoints') return source.checkpoints()
    if (head === 'snapshots' && below === 'compare') return COMPARISON
    if (head === 'snapshots') return { items: [COMPARISON.snapshot], next_cursor: null }
    throw new Error(`no such path: ${path}`)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://page')
    requests.push(`${url.pathname}${url.search}`)
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    if (url.pathname.startsWith('/web/')) {
      response.setHeader('content-type', TYPES[extname(url.pathname)] ?? 'application/octet-stream')
      response.end(readFileSync(join(SITE, url.pathname.slice('/web/'.length))))
      return
    }
    if (url.pathname === '/e/acme') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(readFileSync(join(SITE, 'page.html')))
      return
    }
    const path = url.pathname.replace('/e/acme/api/', '')
    const json = (status: number, value: unknown) => {
      response.statusCode = status
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(value))
    }
    if (path === 'overview' && overview !== null) json(200, overview)
    else if (path === 'requests') response.writeHead(204).end()
    else if (request.headers.authorization !== `Bearer ${TOKEN}`) json(404, { detail: 'no such page' })
    else if (path === 'export') {
      response.setHeader('content-type', 'application/x-ndjson')
      if (typeof bytes !== 'function') response.end(bytes)
      else {
        for await (const chunk of bytes()) {
          if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
        }
        response.end()
      }
    } else json(200, await answerApi(path, url.searchParams))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.statusCode = 404
      response.end(JSON.stringify({ detail: String(error) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port.toString()}/e/acme?t=${TOKEN}`,
    show: (next) => {
      source = sourceOf(next)
      bytes = encoded(next)
    },
    serve: (next) => (bytes = next),
    get overview() {
      return overview
    },
    set overview(next) {
      overview = next
    },
    requests,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const COMPARISON = {
  snapshot: {
    id: 'snp_1',
    taken_at: '2026-07-13T12:00:00.000Z',
    sessions: 4,
    actions: 15,
    digest: `sha256:${'a'.repeat(64)}`,
  },
  added: { sessions: 0, actions: 2, findings: 1 },
  vanished: [],
}

function sourceOf(lines: readonly string[]) {
  return fileSource(readFileRecord(lines.join('\n')), new Blob([]))
}

function encoded(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
}
