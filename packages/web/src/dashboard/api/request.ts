/**
 * One request to the operator API (below `/api`, by the session cookie). What the service refuses comes as an
 * {@link ApiProblem}: RFC 9457, with a sentence that a person can act on.
 */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

export type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Members that are empty are left out. */
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export class ApiProblem extends Error {
  /** 0 where the service could not be reached. */
  readonly status: number
  /** Stable, from docs/errors.md; `no_answer` where there was none. */
  readonly code: string
  /** JSON pointer of the member that was refused. */
  readonly pointer: string | null

  constructor(status: number, code: string, message: string, pointer: string | null = null) {
    super(message)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.pointer = pointer
  }
}

/**
 * @param path below `/api`, its segments already encoded.
 * @throws {ApiProblem}
 */
export async function ask<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', query = {}, body, signal } = options
  const response = await fetch(`/api${path}${queryText(query)}`, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiProblem(0, 'no_answer', 'Heron does not answer. Look whether it is running, then try again.')
  })
  if (!response.ok) throw await problemOf(response)
  const text = await response.text()
  return (text === '' ? null : JSON.parse(text)) as Answer
}

/** `?a=1`, or nothing. */
export function queryText(query: Query): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const said: unknown = await response.json().catch(() => null)
  const members = typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {}
  const text = (name: string): string | null => {
    const value = members[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  // better-auth, below /api/auth, answers `message` where a problem has `detail`.
  const detail = text('detail') ?? text('message') ?? text('title')
  return new ApiProblem(
    response.status,
    text('code') ?? `http_${response.status}`,
    sentence(detail ?? `the service answered with status ${response.status}`),
    text('pointer'),
  )
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
