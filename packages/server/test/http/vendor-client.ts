/**
 * A vendor's client written from heron.md §2 and §3 alone, by hand, with fetch and node:crypto: no code of this
 * repository. What it can do against the service, any integration can; what it verifies, any stranger can.
 */
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto'

/** An answer as it came: a test looks at whatever members it is about. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the wire is untyped, which is the point of this client
export type Answer = { readonly status: number; readonly body: any; readonly headers: Headers }

export type Jsonish = { readonly [name: string]: unknown }

/** RFC 8785 for what this client sends: names by UTF-16 code unit, numbers and strings as ECMAScript writes them. */
export function jcs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value as Jsonish)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${jcs(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}

/** `sha256:` over the canonical form; a string is hashed as a JSON string. */
export function hash(value: unknown): string {
  return `sha256:${createHash('sha256').update(jcs(value)).digest('hex')}`
}

/** The chain step: SHA-256(JCS(record) ‖ raw previous head). */
export function chainHash(record: unknown, previous: string | null): string {
  const step = createHash('sha256').update(jcs(record))
  if (previous !== null) step.update(Buffer.from(previous.slice('sha256:'.length), 'hex'))
  return `sha256:${step.digest('hex')}`
}

/** The vendor's signing key from its 32-byte seed. */
export function signingKey(kid: string, seed: Buffer): SigningKey {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return { kid, privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) }
}
export type SigningKey = { readonly kid: string; readonly privateKey: ReturnType<typeof createPrivateKey> }

export type Jwks = { readonly keys: readonly (JsonWebKey & { kid: string })[] }

/** Checks a receipt against the published keys; nothing else is looked up. */
export function receiptVerifies(
  receipt: { payload: unknown; alg: string; kid: string; signature: string },
  jwks: Jwks,
): boolean {
  const jwk = jwks.keys.find(({ kid }) => kid === receipt.kid)
  if (jwk === undefined || receipt.alg !== 'EdDSA') return false
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(jcs(receipt.payload)), key, Buffer.from(receipt.signature, 'base64url'))
}

export class VendorClient {
  readonly #url: string
  readonly #apiKey: string
  readonly #key: SigningKey

  constructor(url: string, apiKey: string, key: SigningKey) {
    this.#url = url
    this.#apiKey = apiKey
    this.#key = key
  }

  async send(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path)
  }

  openSession(externalId: string, changes: Jsonish = {}, key = `session:${externalId}`): Promise<Answer> {
    return this.send('POST', '/v1/sessions', sessionOf(externalId, changes), key)
  }

  announce(session: string, seq: number, changes: Jsonish = {}, key?: string): Promise<Answer> {
    return this.send(
      'POST',
      '/v1/actions',
      actionOf(session, seq, changes),
      key ?? `action:${session}:${seq}`,
    )
  }

  report(statement: Jsonish, key?: string): Promise<Answer> {
    const { action_id: action, outcome } = statement as Record<string, string>
    return this.send(
      'POST',
      '/v1/executions',
      this.signed(statement),
      key ?? `execution:${action!}:${outcome!}`,
    )
  }

  close(session: string): Promise<Answer> {
    return this.send('POST', `/v1/sessions/${encodeURIComponent(session)}/close`, {}, `close:${session}`)
  }

  putCatalog(tools: readonly Jsonish[], key?: string): Promise<Answer> {
    const body = { v: 1, tools: [...tools].sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1)) }
    return this.send('PUT', '/v1/tool-catalog', this.signed(body), key ?? `catalog:${hash(body)}`)
  }

  /** The body with the vendor's signature over its canonical form. */
  signed(body: Jsonish): Jsonish {
    const value = sign(null, Buffer.from(jcs(body)), this.#key.privateKey).toString('base64url')
    return { ...body, signature: { kid: this.#key.kid, alg: 'Ed25519', value } }
  }
}

export function sessionOf(externalId: string, changes: Jsonish = {}): Jsonish {
  return {
    external_id: externalId,
    agent: { external_id: 'agent_1', version: '2' },
    principal: { type: 'human', ref: 'user_881' },
    original_request: { hash: hash(`the request of ${externalId}`), anchors: [] },
    started_at: new Date().toISOString(),
    ...changes,
  }
}

export function actionOf(session: string, seq: number, changes: Jsonish = {}): Jsonish {
  return {
    session_external_id: session,
    seq,
    tool: { name: 'crm.contacts.list' },
    args_redacted: {},
    args_hash: hash({ seq }),
    requested_at: new Date().toISOString(),
    ...changes,
  }
}

/** What the vendor says of an action it was told about. */
export function statementOf(announced: Answer, outcome: string, changes: Jsonish = {}): Jsonish {
  return {
    action_id: announced.body.action_id,
    decision_id: announced.body.decision.decision_id,
    outcome,
    result_hash: outcome === 'EXECUTED' ? hash({ done: true }) : null,
    error_code: null,
    executed_at: new Date().toISOString(),
    ...changes,
  }
}
