/** Bodies (heron.md §2): strict JSON from the raw bytes, before anything is hashed, stored or even looked at. */
import { JsonTextError, parseJsonBytes } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../domain/refusal.js'

/** Largest body, in bytes. Fits 500 execution statements; a tool call's redacted arguments are far smaller. */
export const MAX_BODY_BYTES = 256 * 1024

/** Replaces Fastify's own parsers, which keep the last of two equal names and take text as well. */
export function acceptStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      done(new Refusal('unsupported_media_type', 'send the body as it is, without a Content-Encoding'))
      return
    }
    try {
      done(null, parseJsonBytes(body))
    } catch (error) {
      done(error instanceof JsonTextError ? refusalOf(error) : (error as Error))
    }
  })
}

function refusalOf(error: JsonTextError): Refusal {
  const place = error.pointer === '' ? `at position ${error.offset}` : `at \`${error.pointer.slice(0, 120)}\``
  return new Refusal('invalid_json', `${error.message} (${place})`, error.pointer)
}
