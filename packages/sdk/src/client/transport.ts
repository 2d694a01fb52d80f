/**
 * One call over HTTP: a deadline per attempt, retries on silence only, the breaker around them (heron.md §3).
 *
 * Every ending is a value. Bytes from the network are read strictly and bounded; nothing here knows what they mean.
 */
import { decodeJson, isJsonObject, type JsonValue, type Problem } from '@heron/evidence'
import type { Runtime } from '../runtime.js'
import { Breaker, type BreakerOptions } from './breaker.js'
import { HeronUsageError } from './errors.js'

export type TransportOptions = {
  /** Where Heron is: `https://…`, or `http://` on the loopback interface. */
  readonly url: string
  /** `hrn_live_…` or `hrn_test_…`. */
  readonly apiKey: string
  /** Deadline of one attempt, answer included. Default 2 s (heron.md §3). */
  readonly attemptTimeoutMs?: number
  /** Attempts after the first. Default 2 (heron.md §3). */
  readonly retries?: number
  readonly breaker?: BreakerOptions
  /** Allows plain `http://` to another machine: the API key then travels readably. Default false. */
  readonly insecureTransport?: boolean
}

export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly idempotencyKey?: string
  readonly body?: object
}

type Silence = 'timeout' | 'network' | 'server_error' | 'rate_limited' | 'breaker_open' | 'unreadable'

export type HttpReply =
  | { readonly kind: 'answer'; readonly status: number; readonly value: JsonValue }
  | { readonly kind: 'refused'; readonly status: number; readonly problem: Problem | null }
  | { readonly kind: 'silent'; readonly cause: Silence; readonly status: number | null }

/** Longest pause between two attempts. A service that asks for more is not waited for: the caller is an agent mid-call. */
const MAX_PAUSE_MS = 2000
const FIRST_PAUSE_MS = 100
/** Far above any answer; bounds what a hostile or mistaken peer can make us hold. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

type Attempt = { readonly reply: HttpReply; readonly retryAfterMs: number | null }

export class Transport {
  readonly #runtime: Runtime
  readonly #base: string
  readonly #authorization: string
  readonly #attemptTimeoutMs: number
  readonly #retries: number
  readonly #breaker: Breaker

  constructor(options: TransportOptions, runtime: Runtime) {
    this.#runtime = runtime
    this.#base = baseUrl(options)
    // An illegal header value would be quoted in the platform's own error, key included.
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) {
      throw new HeronUsageError('/apiKey', 'the API key must be the printable text that Heron showed once')
    }
    this.#authorization = `Bearer ${options.apiKey}`
    this.#attemptTimeoutMs = options.attemptTimeoutMs ?? 2000
    this.#retries = options.retries ?? 2
    this.#breaker = new Breaker(runtime.now, options.breaker)
  }

  async send(call: HttpCall): Promise<HttpReply> {
    const admission = this.#breaker.admit()
    if (admission === 'open') return { kind: 'silent', cause: 'breaker_open', status: null }
    const reply = await this.#attempts(call, admission === 'probe' ? 0 : this.#retries)
    // A 429 is an answer: somebody is there.
    if (reply.kind === 'silent' && reply.cause !== 'rate_limited') this.#breaker.stayedSilent(admission)
    else this.#breaker.spoke()
    return reply
  }

  async #attempts(call: HttpCall, retries: number): Promise<HttpReply> {
    const body = call.body === undefined ? null : JSON.stringify(call.body)
    for (let attempt = 0; ; attempt += 1) {
      const { reply, retryAfterMs } = await this.#attempt(call, body)
      const again = reply.kind === 'silent' && reply.cause !== 'unreadable'
      if (!again || attempt >= retries) return reply
      if (retryAfterMs !== null && retryAfterMs > MAX_PAUSE_MS) return reply
      await this.#pause(retryAfterMs ?? this.#backOff(attempt))
    }
  }

  /** Doubling, and spread over the upper half so that many agents do not return in step. */
  #backOff(attempt: number): number {
    const ceiling = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS)
    return Math.round(ceiling * (0.5 + this.#runtime.random() / 2))
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#runtime.schedule(delayMs, resolve, 'pause')
    })
  }

  async #attempt(call: HttpCall, body: string | null): Promise<Attempt> {
    const controller = new AbortController()
    let cancel = (): void => undefined
    // Raced, not only signalled: the deadline holds even where a fetch ignores its signal.
    const deadline = new Promise<Attempt>((resolve) => {
      const expire = (): void => {
        controller.abort()
        resolve(silent('timeout'))
      }
      cancel = this.#runtime.schedule(this.#attemptTimeoutMs, expire, 'deadline')
    })
    const exchange = this.#exchange(call, body, controller.signal).catch(() => silent('network'))
    try {
      return await Promise.race([exchange, deadline])
    } finally {
      cancel()
    }
  }

  async #exchange(call: HttpCall, body: string | null, signal: AbortSignal): Promise<Attempt> {
    const headers: Record<string, string> = { accept: 'application/json', authorization: this.#authorization }
    if (body !== null) headers['content-type'] = 'application/json'
    if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey
    const response = await this.#runtime.fetch(this.#base + call.path, {
      method: call.method,
      headers,
      body,
      signal,
      // Following would hand the API key and the evidence to whoever a redirect names.
      redirect: 'manual',
    })
    const bytes = await readBounded(response)
    const { status } = response
    if (status === 429 || status >= 500) {
      return {
        reply: { kind: 'silent', cause: status === 429 ? 'rate_limited' : 'server_error', status },
        retryAfterMs: this.#retryAfter(response.headers.get('retry-after')),
      }
    }
    const read = bytes === null ? null : decodeJson(bytes)
    const value = read?.ok === true ? read.value : null
    if (!response.ok)
      return { reply: { kind: 'refused', status, problem: asProblem(value) }, retryAfterMs: null }
    if (value === null) return silent('unreadable', status)
    return { reply: { kind: 'answer', status, value }, retryAfterMs: null }
  }

  /** RFC 9110 §10.2.3: seconds, or a date. */
  #retryAfter(header: string | null): number | null {
    if (header === null) return null
    if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
    const at = Date.parse(header)
    return Number.isNaN(at) ? null : Math.max(0, at - this.#runtime.now())
  }
}

function silent(cause: Silence, status: number | null = null): Attempt {
  return { reply: { kind: 'silent', cause, status }, retryAfterMs: null }
}

/** Null when the answer is larger than anything Heron says. */
async function readBounded(response: Response): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array()
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > MAX_ANSWER_BYTES) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** UNTRUSTED: a problem is read only when it has the members that we go by. */
function asProblem(value: JsonValue): Problem | null {
  if (!isJsonObject(value)) return null
  const { code, detail, title } = value
  if (typeof code !== 'string' || (typeof detail !== 'string' && typeof title !== 'string')) return null
  return value as unknown as Problem
}

function baseUrl({ url, insecureTransport = false }: TransportOptions): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new HeronUsageError('/url', 'must be an http or https address')
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    throw new HeronUsageError('/url', 'must be a plain base address: no credentials, query or fragment')
  }
  const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(parsed.hostname)
  if (parsed.protocol === 'http:' && !loopback && !insecureTransport) {
    throw new HeronUsageError(
      '/url',
      'plain http to another machine would show the API key to the network: use https, or set `insecureTransport`',
    )
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, '')
}
