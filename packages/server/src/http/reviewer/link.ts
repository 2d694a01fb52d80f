/**
 * A reviewer's link (heron.md §9). The token stands in the address of the page only when the link is opened: the page
 * takes it out and sends it as `Authorization: Bearer`, so it is in no Referer, history, cookie or log of ours, and no
 * other site can make a reader's browser send it.
 */
import type { FastifyRequest } from 'fastify'
import type { LinkReach } from '../../domain/evidence-page/reach.js'
import type { EvidencePageService } from '../../domain/evidence-page/service.js'
import { Refusal } from '../../domain/refusal.js'
import { answerInTime } from '../deadline.js'
import { RateLimit } from '../rate-limit.js'

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- a module is extended by its interface
  interface FastifyRequest {
    /** Set for the data of an evidence page; null elsewhere. */
    reach: LinkReach | null
  }
}

/** What every page's address begins with. */
export type PageAddress = { Params: { slug: string } }

const BEARER = /^Bearer +([\x21-\x7e]{1,256})$/i

/** Failures of one address in a minute. Tokens have 256 bits: this keeps logs short, not guessers out. */
const FAILURES = { most: 30, perMs: 60_000 }

export type LinkCheck = (request: FastifyRequest, slug: string, token: string) => Promise<LinkReach>

/**
 * Opens links. A link that opens is never refused for the failures of others behind the same address.
 *
 * @param nowMs Heron's clock.
 */
export function createLinkCheck(service: EvidencePageService, nowMs: () => number): LinkCheck {
  const failures = new RateLimit({ ...FAILURES, now: nowMs })
  return async (request, slug, token) => {
    const reach = await answerInTime(request, service.openLink(slug, token))
    if (reach !== null) return reach
    if (!failures.take(request.ip))
      throw new Refusal('rate_limited', 'too many links that do not open: try again in a minute')
    throw noLink()
  }
}

/** One sentence for every reason: which pages and links exist is nobody's business. */
export function noLink(): Refusal {
  return new Refusal(
    'not_found',
    'this link does not open anything here: it is unknown, revoked, or of another page',
  )
}

/** The token of a data request; empty, which opens nothing, where there is none. */
export function bearerOf(request: FastifyRequest): string {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** What the reader of this request may see. */
export function reachOf(request: FastifyRequest): LinkReach {
  if (request.reach === null) throw new TypeError('a route without a link asked for what may be seen')
  return request.reach
}
