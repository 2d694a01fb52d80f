/** Serves the built evidence page beside an export, streamed from a file. */
import { createReadStream, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PageSummary } from '@heron/evidence'

const SITE = fileURLToPath(new URL('../../../packages/web/dist/site/', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export type Site = {
  readonly url: string
  readonly stop: () => Promise<void>
}

export type SiteContents = {
  /** The export, as NDJSON. */
  readonly file: string
  readonly actions: number
  readonly sessions: number
}

export async function startSite(contents: SiteContents): Promise<Site> {
  const answers: Readonly<Record<string, unknown>> = {
    summary: summaryOf(contents),
    posture: { claims: [] },
    runs: { items: [], next_cursor: null },
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/e/bench') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(readFileSync(join(SITE, 'page.html')))
    } else if (pathname.startsWith('/web/')) {
      response.setHeader('content-type', TYPES[extname(pathname)] ?? 'application/octet-stream')
      response.end(readFileSync(join(SITE, pathname.slice('/web/'.length))))
    } else if (pathname.endsWith('/export')) {
      response.setHeader('content-type', 'application/x-ndjson')
      createReadStream(contents.file).pipe(response)
    } else {
      const answer = answers[pathname.slice(pathname.lastIndexOf('/') + 1)]
      response.statusCode = answer === undefined ? 404 : 200
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer ?? { detail: 'not measured' }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port.toString()}/e/bench`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function summaryOf({ actions, sessions }: SiteContents): PageSummary {
  const at = '2026-07-13T12:00:00.000Z'
  return {
    vendor: 'Bench',
    project: { id: 'prj_bench', name: 'bench' },
    organization: 'org_bench',
    window: { from: at, to: at, days: 30, set_by: 'page', changes: [] },
    counts: {
      sessions,
      open_sessions: 0,
      actions,
      actions_with_statement: actions,
      verdicts: { ALLOW: actions, DENY: 0, STEP_UP: 0, MODIFY: 0, DEFER: 0 },
    },
    first_record_at: at,
    last_record_at: at,
    findings: [],
    records_to_verify: actions + 2 * sessions + 6,
    public_overview: false,
    generated_at: at,
  }
}
