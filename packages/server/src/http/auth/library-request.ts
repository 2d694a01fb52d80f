/** A request as the library is handed it: what was read, from where, with the cookie; none of the sender's other headers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ADDRESS_HEADER } from './people-auth.js'

/** Longest description of a browser that is kept. */
const MAX_USER_AGENT = 256

export function libraryRequest(
  { headers, ip }: FastifyRequest,
  to: { readonly origin: string; readonly address: string; readonly body: object | null },
): Request {
  const handed = new Headers({ [ADDRESS_HEADER]: ip, origin: to.origin })
  if (headers.cookie !== undefined) handed.set('cookie', headers.cookie)
  const agent = headers['user-agent']
  if (agent !== undefined) handed.set('user-agent', agent.slice(0, MAX_USER_AGENT))
  const url = to.origin + to.address
  if (to.body === null) return new Request(url, { headers: handed })
  handed.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers: handed, body: JSON.stringify(to.body) })
}

/** Cookies that the library set, or took back, go to the browser whether it said yes or no. */
export function passCookies(response: Response, reply: FastifyReply): void {
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}
