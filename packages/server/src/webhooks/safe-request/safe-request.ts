/**
 * A request to an address that somebody else named (heron.md §14): a webhook's receiver, a vendor's JWKS. Names are resolved
 * once, every address is judged, and the connection goes to the very addresses that were judged, so that a name which
 * answers differently a moment later changes nothing. Redirects are not followed; time and size are bounded; nothing is
 * decompressed. Never throws for what the other side does.
 */
import { lookup as lookupName } from 'node:dns/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedAddress } from './address-rules.js'

/** Milliseconds for all of it: name, connection, TLS, answer. */
export const REQUEST_WITHIN_MS = 10_000

/** Bytes of an answer's body that are read. */
export const MAX_ANSWER_BYTES = 64 * 1024

/** Longest URL that is taken. */
export const MAX_URL = 2048

/** Bytes of an answer's headers. */
const MAX_HEADER_BYTES = 16 * 1024

/** Why there is no usable answer. A closed list: it is stored, shown and counted. */
export type SafeRequestFailure =
  | 'invalid_url'
  | 'not_https'
  | 'name_not_resolved'
  | 'address_refused'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'redirected'
  | 'answer_too_large'
  | 'answer_broken'
  | 'stopped'

export type SafeAnswer =
  | { readonly ok: true; readonly status: number; readonly body: Uint8Array; readonly ms: number }
  /** `status` where the other side sent one. */
  | {
      readonly ok: false
      readonly failure: SafeRequestFailure
      readonly status: number | null
      readonly ms: number
    }

export type SafeRequest = {
  readonly method: 'GET' | 'POST'
  /** UNTRUSTED. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** False where only the status matters: the body is then read no further than needed to end politely. */
  readonly readsBody: boolean
  /** Lets networks of one's own through, and plain HTTP. */
  readonly allowPrivate: boolean
  readonly signal?: AbortSignal
}

/** Every address of a name. */
export type Resolver = (hostname: string) => Promise<readonly { address: string; family: number }[]>

export type SafeRequester = (request: SafeRequest) => Promise<SafeAnswer>

export type SafeRequesterOptions = {
  /** Default: the system's. */
  readonly resolve?: Resolver
  /** Default {@link REQUEST_WITHIN_MS}. */
  readonly withinMs?: number
}

/** Makes the function that everything leaving towards a named address goes through. */
export function createSafeRequester(options: SafeRequesterOptions = {}): SafeRequester {
  const { resolve = systemResolver, withinMs = REQUEST_WITHIN_MS } = options
  return async (request) => {
    const began = performance.now()
    const deadline = AbortSignal.timeout(withinMs)
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
    const outcome = await attempt(request, resolve, signal).catch((error: unknown): Outcome => ({
      failure: failureOf(error, deadline, request.signal),
      status: null,
    }))
    const ms = Math.round(performance.now() - began)
    return 'failure' in outcome ? { ok: false, ...outcome, ms } : { ok: true, ...outcome, ms }
  }
}

/**
 * What is wrong with a URL before anything is resolved; null when it may be tried.
 *
 * @param url UNTRUSTED.
 */
export function urlProblem(url: string, allowPrivate: boolean): SafeRequestFailure | null {
  const parsed = readUrl(url, allowPrivate)
  if (!(parsed instanceof URL)) return parsed
  const host = hostOf(parsed)
  return isIP(host) !== 0 && !isAllowedAddress(host, allowPrivate) ? 'address_refused' : null
}

type Outcome =
  | { readonly status: number; readonly body: Uint8Array }
  | { readonly failure: SafeRequestFailure; readonly status: number | null }

async function attempt(request: SafeRequest, resolve: Resolver, signal: AbortSignal): Promise<Outcome> {
  const url = readUrl(request.url, request.allowPrivate)
  if (!(url instanceof URL)) return { failure: url, status: null }
  const host = hostOf(url)
  const family = isIP(host)
  const addresses = family === 0 ? await abortable(resolve(host), signal) : [{ address: host, family }]
  if (addresses.length === 0) return { failure: 'name_not_resolved', status: null }
  // One bad address among good ones is no accident.
  if (!addresses.every(({ address }) => isAllowedAddress(address, request.allowPrivate))) {
    return { failure: 'address_refused', status: null }
  }
  return exchange(request, url, addresses, signal)
}

function exchange(
  { method, headers = {}, body, readsBody }: SafeRequest,
  url: URL,
  addresses: readonly { address: string; family: number }[],
  signal: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const sending = send(url, {
      method,
      // A connection of its own, to what was judged for this very request.
      agent: false,
      lookup: judgedLookup(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
      headers: {
        'user-agent': 'Heron',
        'accept-encoding': 'identity',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body).toString() }),
      },
    })
    let answered = false
    sending.on('error', (error) => {
      // Once there is an answer, reading it says how it went.
      if (!answered) reject(error)
    })
    sending.on('response', (answer) => {
      answered = true
      readAnswer(answer, readsBody).then(resolve, reject)
    })
    sending.end(body)
  })
}

async function readAnswer(answer: IncomingMessage, readsBody: boolean): Promise<Outcome> {
  const status = answer.statusCode ?? 0
  const pieces: Buffer[] = []
  let size = 0
  let whole = true
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > MAX_ANSWER_BYTES) {
        whole = false
        break
      }
      if (readsBody) pieces.push(piece)
    }
  } catch (error) {
    // What was asked for was said in the first line; how the rest of it ends changes nothing.
    if (readsBody) throw error
  } finally {
    answer.destroy()
  }
  if (status >= 300 && status < 400) return { failure: 'redirected', status }
  if (readsBody && !whole) return { failure: 'answer_too_large', status }
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  if (readsBody && encoding !== 'identity') return { failure: 'answer_broken', status }
  return { status, body: Buffer.concat(pieces) }
}

function readUrl(text: string, allowPrivate: boolean): URL | SafeRequestFailure {
  // The parser drops or escapes control characters: what is kept and shown would be another address than is asked.
  if (text.length > MAX_URL || /[\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text)) return 'invalid_url'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'invalid_url'
  if (url.username !== '' || url.password !== '' || url.hash !== '' || hostOf(url) === '')
    return 'invalid_url'
  return url.protocol === 'https:' || allowPrivate ? url : 'not_https'
}

/** Without the brackets of an IPv6 address. The parser has turned every odd spelling of an IPv4 address into the usual one. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** Answers what was judged, whatever is asked: the name is never resolved again. */
function judgedLookup(addresses: readonly { address: string; family: number }[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first = { address: '', family: 0 }] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

const systemResolver: Resolver = (hostname) => lookupName(hostname, { all: true })

/** The name service of the system cannot be told to stop; its answer is then not waited for. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new Error('aborted'))
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop)
    })
  })
}

function failureOf(
  error: unknown,
  deadline: AbortSignal,
  stopped: AbortSignal | undefined,
): SafeRequestFailure {
  if (stopped?.aborted === true) return 'stopped'
  if (deadline.aborted) return 'timed_out'
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  const name = typeof code === 'string' ? code : ''
  if (syscall === 'getaddrinfo' || name === 'ENOTFOUND' || name === 'EAI_AGAIN') return 'name_not_resolved'
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(name)) return 'tls_failed'
  return name.startsWith('HPE_') ? 'answer_broken' : 'connection_failed'
}
