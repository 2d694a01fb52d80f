/** Problems (RFC 9457): the only form in which this service says no. Codes and titles live in ../domain/refusal.ts. */
import type { JsonPointer, Problem } from '@heron/evidence'
import type { FastifyReply } from 'fastify'
import type { Duplex } from 'node:stream'
import { redactText } from '../domain/redaction/redact-text.js'
import { Refusal, type RefusalCode, REFUSALS } from '../domain/refusal.js'

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Seconds that a client should wait before it asks again after 429 and 503. Commits take milliseconds. */
const RETRY_AFTER_SECONDS = '1'

/** Builds a problem. `type` is an address on this server where the code is explained. */
export function problemOf(code: RefusalCode, detail: string, pointer?: JsonPointer): Problem {
  const { status, title } = REFUSALS[code]
  const problem = { type: `/docs#${code}`, title, status, detail, code }
  return pointer === undefined ? problem : { ...problem, pointer }
}

/** What a thrown value is to the sender. Whatever is not a refusal is our fault, and its text stays here. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof Refusal) {
    const { code, message, pointer } = error
    // A sentence may name a member as its sender named it, and answers end up in the sender's logs.
    return problemOf(code, redactText(message), pointer?.split('/').map(redactText).join('/'))
  }
  const fault = KNOWN_FAULTS.get((error as { code?: unknown } | null)?.code)
  if (fault !== undefined) return problemOf(...fault)
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return problemOf('invalid_request', 'the request could not be read to its end')
  }
  return problemOf('internal', 'this is a fault of the service; sending the same request again is safe')
}

/** By their codes: what Fastify raises before a route is reached, and a database or signer that is away for now. */
const KNOWN_FAULTS: ReadonlyMap<unknown, readonly [RefusalCode, string]> = new Map([
  ['store_unavailable', ['unavailable', 'the database cannot be reached now: try again shortly']],
  ['signing_unavailable', ['unavailable', 'nothing can be signed now: try again shortly']],
  ['FST_ERR_CTP_BODY_TOO_LARGE', ['body_too_large', 'send less: a body may have 262144 bytes at most']],
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    ['unsupported_media_type', 'send the body as JSON with `Content-Type: application/json`'],
  ],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    ['invalid_request', 'the body is not as long as its Content-Length header says'],
  ],
  ['FST_ERR_BAD_URL', ['invalid_request', 'the address is not a valid percent-encoded path']],
  ['FST_ERR_MAX_PARAM_LENGTH', ['not_found', 'the address names something longer than anything here']],
])

/** Answers with a problem. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="heron"')
  if (problem.status === 429 || problem.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(problem.status).header('content-type', PROBLEM_TYPE).send(JSON.stringify(problem))
}

/** Answers, on the bare socket, what was no HTTP request or did not arrive in time. */
export function answerBrokenRequest(socket: Duplex): void {
  if (socket.writable) {
    const problem = JSON.stringify(problemOf('invalid_request', 'this is no HTTP request that arrived whole'))
    socket.write(
      'HTTP/1.1 400 Bad Request\r\n' +
        `Content-Type: ${PROBLEM_TYPE}\r\n` +
        `Content-Length: ${Buffer.byteLength(problem)}\r\n` +
        `Connection: close\r\n\r\n${problem}`,
    )
  }
  socket.destroy()
}
