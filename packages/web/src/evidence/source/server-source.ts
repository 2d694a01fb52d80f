/** The service as the page's source. The answers are for display: UNTRUSTED, and read as text by React only. */
import type { Paged, PublicOverview } from '@heron/evidence'
import type { PageSource } from './page-source.js'

/** An answer that is not what was asked for; `status` tells a lost link from a lost service. */
export class AnswerError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'AnswerError'
    this.status = status
  }
}

/**
 * Takes the reviewer's token out of the address bar, so that it stays in no history, bookmark or screenshot. It is kept
 * for the tab, so that reloading works.
 */
export function takeToken(location: Location, history: History, storage: Storage): string | null {
  const url = new URL(location.href)
  const key = `heron-token:${url.pathname}`
  const token = url.searchParams.get('t')
  if (token === null) return storage.getItem(key)
  url.searchParams.delete('t')
  history.replaceState(history.state, '', url)
  storage.setItem(key, token)
  return token
}

export type Client = {
  readonly get: <Answer>(
    path: string,
    query?: Readonly<Record<string, string | null | undefined>>,
  ) => Promise<Answer>
  readonly post: <Answer>(path: string, body: unknown) => Promise<Answer>
  readonly blob: (path: string) => Promise<Blob>
  readonly url: (path: string) => string
  readonly token: string | null
}

/** @param base address of the page, without a slash at its end. */
export function createClient(base: string, token: string | null): Client {
  const url = (path: string) => `${base}/api/${path}`
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    let response: Response
    try {
      response = await fetch(url(path), { ...init, headers, referrerPolicy: 'no-referrer' })
    } catch {
      throw new AnswerError(0, 'the service cannot be reached')
    }
    if (!response.ok) throw new AnswerError(response.status, await reasonOf(response))
    return response
  }
  return {
    get: async (path, query = {}) => {
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        value === null || value === undefined || value === '' ? [] : [[name, value]],
      )
      const text = new URLSearchParams(pairs).toString()
      return (await request(text === '' ? path : `${path}?${text}`)).json() as never
    },
    post: async (path, body) => {
      const headers = { 'content-type': 'application/json' }
      const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (response.status === 204 ? null : await response.json()) as never
    },
    blob: async (path) => (await request(path)).blob(),
    url,
    token,
  }
}

async function reasonOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => null)) as { detail?: string; title?: string } | null
  return problem?.detail ?? problem?.title ?? `the service answered ${response.status.toString()}`
}

/** What anybody may read where the operator switched it on. */
export function publicOverview(client: Client): Promise<PublicOverview> {
  return client.get<PublicOverview>('overview')
}

export function serverSource(client: Client): PageSource {
  const id = encodeURIComponent
  return {
    summary: () => client.get('summary'),
    posture: () => client.get('posture'),
    findings: (filter, cursor) => client.get('findings', { ...filter, cursor }),
    runs: (filter, cursor) => client.get('runs', { ...filter, cursor }),
    run: (session) => client.get(`runs/${id(session)}`),
    calls: (session, cursor) => client.get(`runs/${id(session)}/calls`, { cursor }),
    action: (action) => client.get(`actions/${id(action)}`),
    policy: () => client.get('policy'),
    signals: () => client.get('signals'),
    log: (cursor) => client.get('log', { cursor }),
    keys: () => client.get('keys'),
    checkpoints: () => client.get('checkpoints'),
    exportOrigin: () => ({ from: 'url', url: client.url('export?format=ndjson'), token: client.token }),
    service: {
      download: (format) => client.blob(`export?format=${format}`),
      snapshots: async () => (await client.get<Paged<never>>('snapshots')).items,
      takeSnapshot: () => client.post('snapshots', {}),
      compareSnapshot: (snapshot) => client.get(`snapshots/${id(snapshot)}/compare`),
    },
  }
}
