/**
 * The cookie of a person's session. `__Host-` where the service is reached by https: a browser then takes it from this host
 * alone, never from a neighbour below the same domain.
 */
import type { FastifyRequest } from 'fastify'

export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-heron.session' : 'heron.session'
}

/**
 * The token in the request's cookie; null without one. better-auth signs what it puts there, which is not looked at: a token
 * is 32 random characters, looked up by its hash, and a signature adds nothing to that.
 */
export function sessionToken(request: FastifyRequest, isSecure: boolean): string | null {
  const name = `${sessionCookieName(isSecure)}=`
  const cookie = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name))
  if (cookie === undefined) return null
  try {
    const [token = ''] = decodeURIComponent(cookie.slice(name.length)).split('.')
    return token === '' ? null : token
  } catch {
    return null
  }
}
