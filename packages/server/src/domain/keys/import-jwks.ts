/**
 * Importing a vendor's keys from a JSON Web Key Set (heron.md §13): a document, or an address that is read once, now. At
 * verification nothing is ever fetched.
 */
import { type JsonValue, readJwks, toBase64url } from '@heron/evidence'
import type { SafeRequester, SafeRequestFailure } from '../../webhooks/safe-request/safe-request.js'
import { importVendorKey, type Operation, type VendorKeyState } from '../operator-keys.js'
import type { OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'

/** Keys taken from one set; a vendor has a handful. */
const MAX_KEYS = 20

/**
 * Imports the Ed25519 keys of a set, or the one of a kid.
 *
 * @param document UNTRUSTED.
 * @throws {Refusal} invalid_request
 */
export async function importJwks(
  parts: OperatorParts,
  operation: Operation,
  document: JsonValue,
  kid: string | null,
  at = '/jwks',
): Promise<readonly VendorKeyState[]> {
  const read = readJwks(JSON.stringify(document))
  if (!read.ok) throw new Refusal('invalid_request', read.message, at)
  const wanted = [...read.keys].filter(([name]) => kid === null || name === kid)
  if (wanted.length === 0)
    throw new Refusal('invalid_request', 'the set holds no Ed25519 key of this kid', '/kid')
  if (wanted.length > MAX_KEYS) {
    throw new Refusal('invalid_request', `holds more than ${MAX_KEYS} keys: name the one by its kid`, at)
  }
  const states: VendorKeyState[] = []
  for (const [name, key] of wanted) {
    states.push(await importVendorKey(parts, operation, { kid: name, publicKey: toBase64url(key) }))
  }
  return states
}

/**
 * Reads a set from an address, once, then imports it.
 *
 * @param url UNTRUSTED: https, and not into private networks unless the service was started to allow that.
 * @throws {Refusal} invalid_request, also for an address that does not answer with a key set.
 */
export async function importJwksFrom(
  parts: OperatorParts & { readonly allowPrivate: boolean },
  operation: Operation,
  { url, kid, ask }: { readonly url: string; readonly kid: string | null; readonly ask: SafeRequester },
): Promise<readonly VendorKeyState[]> {
  const refuse = (detail: string): Refusal => new Refusal('invalid_request', detail, '/jwks_url')
  const answer = await ask({ method: 'GET', url, readsBody: true, allowPrivate: parts.allowPrivate })
  if (!answer.ok) throw refuse(FAILURES[answer.failure])
  if (answer.status !== 200) throw refuse(`answered with ${answer.status.toString()} instead of a key set`)
  const text = new TextDecoder().decode(answer.body)
  let document: JsonValue
  try {
    document = JSON.parse(text) as JsonValue
  } catch {
    throw refuse('answered with something that is no JSON')
  }
  return importJwks(parts, operation, document, kid, '/jwks_url')
}

const FAILURES: Readonly<Record<SafeRequestFailure, string>> = {
  invalid_url: 'is no address',
  not_https: 'must begin with https://',
  name_not_resolved: 'names a host that is not known',
  address_refused: 'leads into a private, loopback or metadata network',
  connection_failed: 'could not be reached',
  tls_failed: 'has no certificate that this service trusts',
  timed_out: 'did not answer in time',
  redirected: 'leads elsewhere: give the address that it leads to',
  answer_too_large: 'answered with more than a key set can be',
  answer_broken: 'broke off its answer',
  stopped: 'was not asked: the service is stopping',
}
