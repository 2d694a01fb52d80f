/**
 * The headers of one attempt, by Standard Webhooks 1.0: id, time of this attempt, and a signature for each secret that is
 * valid now, over the very bytes that are sent. The signing is the scheme's own library's.
 */
import { Webhook } from 'standardwebhooks'

/**
 * @param id the event's, the same for every attempt.
 * @param at time of the attempt, RFC 3339.
 * @param secrets `whsec_…`, the newest first. SECRET.
 */
export function signedHeaders(
  id: string,
  at: string,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const time = new Date(at)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': Math.floor(time.getTime() / 1000).toString(),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
  }
}
