/**
 * A small Heron over real HTTP, written from heron.md §3 and §6: enough to meet a client honestly, and to lie to it on
 * purpose. It judges nothing; a test says what it answers.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  chainRecord,
  type Digest,
  hashJson,
  type JsonObject,
  publicKeyOfSeed,
  receiptText,
  signEd25519,
  toBase64url,
  toJwk,
  type Verdict,
  verifyStatement,
  verifyEd25519,
} from '@heron/evidence'

// A request is read member by member, whatever a client sent.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any

export type Recorded = { method: string; path: string; idempotency_key: string | null; body: Body }

/** What happens to a request instead of an answer. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'drop'
  /** Done, but the answer is lost. */
  | 'lose_answer'

export type Judgement = {
  verdict?: Verdict
  reasons?: string[]
  rule?: string | null
  transform?: object
  pending?: object
  effect?: 'enforced' | 'advisory' | 'suspended'
  declared_by?: string | null
}

type Session = { id: string; head: Digest; agent: string; count: number; record: JsonObject }

export const HERON_SEED = new Uint8Array(32).fill(7)
export const HERON_KID = 'heron-1'
export const VENDOR_SEED = new Uint8Array(32).fill(1)

export class FakeHeron {
  readonly requests: Recorded[] = []
  readonly faults: { path: string; fault: Fault }[] = []
  judge: (request: Body) => Judgement = () => ({})
  /** Changes an answer on its way out. */
  tamper: (path: string, answer: Body) => unknown = (_path, answer) => answer
  /** Public keys of Heron, as published. */
  keys = [toJwk(HERON_KID, publicKeyOfSeed(HERON_SEED))]
  seed = HERON_SEED
  kid = HERON_KID
  /** The next action's number; recorded runs have their own. */
  nextAction = 1
  genesisHead: Digest | null = null
  readonly #server: Server
  readonly #answers = new Map<string, string>()
  readonly #sessions = new Map<string, Session>()
  readonly #usedSeqs = new Set<string>()
  readonly #arrivals: (() => void)[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<FakeHeron> {
    const server = createServer()
    const fake = new FakeHeron(server)
    server.on('request', (request, response) => void fake.#serve(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return fake
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port.toString()}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Meets the next requests whose path begins so with these faults, one each. */
  meet(path: string, ...faults: Fault[]): void {
    for (const fault of faults) this.faults.push({ path, fault })
  }

  /** Resolves when `count` requests in all have arrived. */
  async arrived(count: number): Promise<void> {
    while (this.requests.length < count) await new Promise<void>((resolve) => this.#arrivals.push(resolve))
  }

  to(path: string): Recorded[] {
    return this.requests.filter((request) => request.path.startsWith(path))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const path = request.url ?? ''
    const idempotencyKey = request.headers['idempotency-key']
    const recorded: Recorded = {
      method: request.method ?? '',
      path,
      idempotency_key: typeof idempotencyKey === 'string' ? idempotencyKey : null,
      body: text === '' ? null : JSON.parse(text),
    }
    this.requests.push(recorded)
    for (const arrival of this.#arrivals.splice(0)) arrival()

    const at = this.faults.findIndex((planned) => path.startsWith(planned.path))
    const fault = at < 0 ? null : this.faults.splice(at, 1)[0]!.fault
    if (fault === 'hang') return
    if (fault === 'drop') {
      request.socket.destroy()
      return
    }
    if (fault !== null && fault !== 'lose_answer') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
      response.end(fault.body ?? '')
      return
    }
    const [status, answer] = await this.#answer(recorded)
    if (fault === 'lose_answer') {
      request.socket.destroy()
      return
    }
    const out = this.tamper(path, answer)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof out === 'string' ? out : JSON.stringify(out))
  }

  async #answer(request: Recorded): Promise<[number, unknown]> {
    const { method, path, body, idempotency_key: key } = request
    if (path === '/.well-known/jwks.json') return [200, { keys: this.keys }]
    if (method === 'GET') return [200, { path }]
    if (key === null) return [400, problem('invalid_request', 400)]
    const stored = this.#answers.get(key)
    if (stored !== undefined) return [200, asReplay(JSON.parse(stored) as object)]
    const [status, answer] = await this.#first(path, body)
    if (status === 200) this.#answers.set(key, JSON.stringify(answer))
    return [status, answer]
  }

  async #first(path: string, body: Body): Promise<[number, unknown]> {
    if (path === '/v1/sessions') return [200, this.#open(body)]
    if (path === '/v1/actions') return this.#act(body)
    if (path === '/v1/executions') {
      if (!Array.isArray(body)) return [200, await this.#execution(body)]
      return [200, await Promise.all(body.map((one) => this.#execution(one)))]
    }
    if (path.endsWith('/close')) return this.#close(decodeURIComponent(path.split('/')[3]!))
    if (path === '/v1/tool-catalog') {
      const { signature: _, ...content } = body
      return [
        200,
        { ok: true, catalog_hash: hashJson(content), tools: body.tools.length, signature_valid: true },
      ]
    }
    return [404, problem('not_found', 404)]
  }

  #open(body: Body): unknown {
    const id = `ses_${(this.#sessions.size + 1).toString()}`
    const record = {
      kind: 'session' as const,
      org: 'org_1',
      session: id,
      agent: body.agent.external_id,
      principal: body.principal,
      original_request_hash: body.original_request.hash,
      started_at: body.started_at,
      v: 2 as const,
      task_ref_hash: body.task === undefined ? null : hashJson(body.task.ref),
      parent_session_ref_hash: null,
      grant_hash: body.grant?.hash ?? null,
      grant_scope_hash: body.grant?.scope === undefined ? null : hashJson(body.grant.scope),
    }
    const head = this.genesisHead ?? chainRecord(record, null).recordHash
    const agent = body.agent.external_id as string
    this.#sessions.set(body.external_id, {
      id,
      head,
      agent,
      count: 0,
      record: record,
    })
    return { session_id: id, head_hash: head, record }
  }

  #act(body: Body): [number, unknown] {
    const session = this.#sessions.get(body.session_external_id)
    if (session === undefined) return [404, problem('unknown_session', 404)]
    const seqKey = `${session.id}:${String(body.seq)}`
    if (this.#usedSeqs.has(seqKey)) return [409, problem('seq_conflict', 409)]
    this.#usedSeqs.add(seqKey)
    const number = this.nextAction++
    const action = `act_${number.toString()}`
    const decision = `dec_${number.toString()}`
    const { requested_at, args_hash, seq } = body
    const record = {
      kind: 'action' as const,
      org: 'org_1',
      session: session.id,
      action,
      seq: seq as number,
      tool: body.tool.name as string,
      args_hash: args_hash as string,
      requested_at: requested_at as string,
      v: 3 as const,
      resource_ref_hash: body.resource_ref === undefined ? null : hashJson(body.resource_ref),
      signals_hash: body.signals === undefined ? null : hashJson(body.signals),
    }
    const { recordHash, prevHash } = chainRecord(record, session.head)
    session.head = recordHash
    session.count += 1
    const judged = this.judge(body)
    const { verdict = 'ALLOW', reasons = ['heron.read.allow'], rule = 'heron.read.allow' } = judged
    const { effect = 'enforced', declared_by = null, transform, pending } = judged
    const subject = {
      org: 'org_1',
      project: 'prj_1',
      session: session.id,
      agent: session.agent,
      agent_version: null,
      principal: { type: 'human', ref: 'user_881' },
      action,
      decision,
      seq,
      position: session.count,
      tool: body.tool.name,
      args_hash,
    }
    const payload = {
      ...subject,
      kind: 'decision',
      v: 4,
      record_hash: recordHash,
      prev_hash: prevHash,
      verdict,
      reasons,
      rule,
      enforcement: { effect, declared_by },
      transform: transform ?? null,
      pending: pending ?? null,
      resolves: body.signals?.resolves_action ?? null,
      policy_hash: hashJson('policy'),
      catalog_hash: null,
      requested_at,
      received_at: requested_at,
      decided_at: requested_at,
    }
    const evaluation = {
      ...subject,
      kind: 'evaluation',
      v: 4,
      policy_hash: hashJson('policy'),
      catalog_hash: null,
    }
    return [
      200,
      {
        action_id: action,
        decision: {
          decision_id: decision,
          verdict,
          engine: 'fake 1',
          effect,
          reasons,
          ...(transform === undefined ? {} : { transform }),
          ...(pending === undefined ? {} : { pending }),
          ...(rule === null ? {} : { rule }),
        },
        receipt: { id: `rcp_${number.toString()}`, ...this.sign(payload) },
        evaluation: { id: `rce_${number.toString()}`, ...this.sign(evaluation) },
        record,
        chain: { prev_hash: prevHash, record_hash: recordHash, position: session.count },
      },
    ]
  }

  async #execution(body: Body): Promise<unknown> {
    const { signature, ...statement } = body
    const valid = await verifyStatement(
      statement,
      signature.value,
      publicKeyOfSeed(VENDOR_SEED),
      verifyEd25519,
    )
    return { ok: true, signature_valid: valid }
  }

  #close(externalId: string): [number, unknown] {
    const session = this.#sessions.get(externalId)
    if (session === undefined) return [404, problem('unknown_session', 404)]
    const { id, head, count } = session
    const payload = {
      kind: 'close',
      v: 1,
      org: 'org_1',
      project: 'prj_1',
      session: id,
      head_hash: head,
      actions: count,
      closed_at: '2026-11-30T18:43:04.000Z',
    }
    return [200, { session_id: id, head_hash: head, count, receipt: { id: 'rcc_1', ...this.sign(payload) } }]
  }

  sign(payload: object): { payload: object; alg: string; kid: string; signature: string } {
    const signature = toBase64url(signEd25519(this.seed, new TextEncoder().encode(receiptText(payload))))
    return { payload, alg: 'EdDSA', kid: this.kid, signature }
  }
}

/** A stored answer again; of several statements, each. */
function asReplay(answer: object): unknown {
  return Array.isArray(answer) ? answer.map((one) => asReplay(one as object)) : { ...answer, replay: true }
}

export function problem(code: string, status: number): object {
  return { type: `urn:heron:${code}`, title: code, status, detail: `refused: ${code}`, code }
}
