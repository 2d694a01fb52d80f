/** The real service with evidence pages on real HTTP: two organizations, a clock moved by hand, and pages of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrganization } from '../../src/domain/create-organization.js'
import { issueReviewerLink } from '../../src/domain/evidence-page/links.js'
import { createApp } from '../../src/http/app.js'
import { startServer } from '../../src/http/server.js'
import { type Heron, startHeron } from '../support/heron.js'
import type { TestDatabase } from '../support/place.js'

export type Asked = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as a page reads it
  readonly body: any
}

export type LivePage = {
  readonly heron: Heron
  readonly url: string
  readonly slug: string
  /** Of a link with the page's own reach. */
  readonly token: string
  readonly linkId: string
  readonly neighbour: { readonly slug: string; readonly token: string }
  readonly database: TestDatabase
  /** Asks the page's data; the token is the link's unless another one, or null, is given. */
  readonly ask: (path: string, token?: string | null, init?: RequestInit) => Promise<Asked>
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Asked>
  readonly close: () => Promise<void>
}

export const TEMPLATE = '<html><script type="application/gzip">@@HERON_EXPORT@@</script></html>'

export async function startLivePage(): Promise<LivePage> {
  const heron = await startHeron()
  const other = await createOrganization(heron.data, {
    organizationName: 'Neighbour',
    projectName: 'Other',
    ownerEmail: 'owner@neighbour.example',
  })
  const { id: linkId, token } = await issueReviewerLink(heron.data, heron.operation, { label: 'auditor' })
  const database = heron.place.openDatabase()
  const slug = database
    .prepare('select slug from evidence_pages where project_id = ?')
    .pluck()
    .get(heron.tenant.projectId) as string
  const webRoot = mkdtempSync(join(tmpdir(), 'heron-web-'))
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'page.html'), '<!doctype html><div id="root"></div>')
  writeFileSync(join(webRoot, 'verify.html'), TEMPLATE)
  writeFileSync(join(webRoot, 'assets', 'page-abc.js'), 'export {}')
  const app = createApp({ service: heron.service, now: heron.clock.now, webRoot })
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  const get = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const response = await fetch(server.url + path, {
      ...init,
      headers: new Headers({ ...headers, ...(init.headers as Record<string, string>) }),
    })
    const text = await response.text()
    const isJson = /json;?/.test(response.headers.get('content-type') ?? '') && text.startsWith('{')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && !text.includes('\n{') ? (JSON.parse(text) as unknown) : null,
    }
  }
  return {
    ...{ heron, slug, token, linkId, database, neighbour: other.evidence, get },
    url: server.url,
    ask: (path, used = token, init = {}) =>
      get(`/e/${slug}/api/${path}`, used === null ? {} : { authorization: `Bearer ${used}` }, init),
    close: async () => {
      database.close()
      await server.close()
      await heron.close()
      rmSync(webRoot, { recursive: true, force: true })
    },
  }
}
