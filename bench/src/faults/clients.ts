/** Clients that ask until they are answered, over HTTP, and note what they were told. */
import { hashJson } from '@heron/evidence'
import type { AnsweredCall, Ledger } from './ledger.js'

export const CLIENTS = 16
const SESSIONS = 4
const BACK_OFF_MS = 10
/** Longer than Heron takes for any answer: who is silent for that long hangs. */
const SILENT_MS = 5000

const TOOLS = [
  { name: 'crm.get_contact', signals: { record_count: 1 } },
  { name: 'gmail.send', signals: { recipient_external: true, recipient_count: 2 } },
  { name: 'files.delete', signals: { record_count: 1 } },
] as const

type Answer = {
  readonly action_id: string
  readonly chain: { readonly record_hash: string }
  readonly receipt: { readonly signature: string }
}

export class Clients {
  readonly #apiKey: string
  readonly #url: () => string
  readonly #ledger: Ledger
  readonly #asked: { readonly session: string; readonly seq: number }[] = []
  #stopped = false
  #running: Promise<unknown> = Promise.resolve()
  silent = 0
  refused = 0

  /** @param url of a server, asked anew before each attempt. */
  constructor(apiKey: string, url: () => string, ledger: Ledger) {
    this.#apiKey = apiKey
    this.#url = url
    this.#ledger = ledger
  }

  get answered(): number {
    return this.#asked.length
  }

  async openSessions(): Promise<void> {
    for (let index = 0; index < SESSIONS; index += 1) {
      await this.#untilAnswered('/v1/sessions', `open:${index}`, {
        external_id: `run_${index}`,
        agent: { external_id: 'agent', version: '1' },
        principal: { type: 'service', ref: 'bench' },
        original_request: { hash: hashJson('bench'), anchors: [] },
        started_at: new Date().toISOString(),
      })
    }
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: CLIENTS }, (_, number) => this.#client(number)))
  }

  /** Resolves when every client has had its last answer. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  /** Every call once more. */
  async askAgain(): Promise<void> {
    const rest = [...this.#asked]
    const client = async (): Promise<void> => {
      for (let call = rest.pop(); call !== undefined; call = rest.pop()) await this.#call(call)
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }

  async #client(number: number): Promise<void> {
    for (let turn = 0; !this.#stopped; turn += 1) {
      const call = { session: `run_${number % SESSIONS}`, seq: turn * CLIENTS + number }
      await this.#call(call)
      this.#asked.push(call)
    }
  }

  async #call({ session, seq }: { readonly session: string; readonly seq: number }): Promise<void> {
    const { name, signals } = TOOLS[seq % TOOLS.length] ?? TOOLS[0]
    const answer = (await this.#untilAnswered('/v1/actions', `${session}:${seq}`, {
      session_external_id: session,
      seq,
      tool: { name },
      args_redacted: { subject: 'Quarterly report' },
      args_hash: hashJson({ session, seq }),
      signals,
      requested_at: new Date().toISOString(),
    })) as Answer
    const { action_id: action, chain, receipt } = answer
    const call: AnsweredCall = {
      ...{ session, seq, action },
      recordHash: chain.record_hash,
      signature: receipt.signature,
    }
    this.#ledger.note(call)
  }

  async #untilAnswered(path: string, key: string, body: unknown): Promise<unknown> {
    for (;;) {
      try {
        const response = await fetch(`${this.#url()}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${this.#apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(SILENT_MS),
        })
        const answer: unknown = await response.json()
        if (response.ok) return answer
        if (response.status < 500) throw new Error(`a call was answered ${response.status}`)
        this.refused += 1
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('a call was answered')) throw error
        if (error instanceof Error && error.name === 'TimeoutError') this.silent += 1
      }
      await new Promise((resolve) => setTimeout(resolve, BACK_OFF_MS))
    }
  }
}
