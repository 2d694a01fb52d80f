/**
 * One try at handing statements to Heron: alone, or many at once through the array route (heron.md §3), each judged
 * alone. What is final and what is worth another try is decided here, and here only.
 */
import type { HeronClient } from '../client/client.js'
import { HeronCallError } from '../client/errors.js'
import type { OnProblem } from '../problems.js'
import type { OutboxEntry } from './outbox.js'

/** What became of a statement. `queued` is kept and tried again; `refused` is final. */
export type EvidenceStatus =
  | { readonly state: 'delivered'; readonly signatureValid: boolean }
  | { readonly state: 'queued' }
  | { readonly state: 'refused'; readonly code: string }
  /** There is no action to speak of: Heron never answered, so nothing was decided. */
  | { readonly state: 'nothing_to_report' }

/**
 * Most statements sent at once. The service takes 500; half of that stays far inside one attempt's deadline on a busy
 * service, and costs one more round trip.
 */
export const MAX_BATCH = 250

export class Sending {
  readonly #client: HeronClient
  readonly #onProblem: OnProblem
  #arrays = true

  constructor(client: HeronClient, onProblem: OnProblem) {
    this.#client = client
    this.#onProblem = onProblem
  }

  /** Never throws. Answers one status for each entry, in order. */
  async send(entries: readonly OutboxEntry[]): Promise<readonly EvidenceStatus[]> {
    if (entries.length > 1 && this.#arrays) {
      const statuses = await this.#sendTogether(entries)
      if (statuses !== null) return statuses
    }
    const statuses: EvidenceStatus[] = []
    for (const entry of entries) {
      // Once Heron is silent it is not asked again for each of the rest.
      const silent = statuses.at(-1)?.state === 'queued'
      statuses.push(silent ? { state: 'queued' } : await this.#sendAlone(entry))
    }
    return statuses
  }

  /** Null where the service does not take an array: then they go one by one. */
  async #sendTogether(entries: readonly OutboxEntry[]): Promise<readonly EvidenceStatus[] | null> {
    try {
      const answers = await this.#client.reportExecutions(entries.map(({ request }) => request))
      return entries.map((entry, index): EvidenceStatus => {
        const answer = answers[index]
        if (answer === undefined) return { state: 'queued' }
        if (answer.ok) return this.#taken(entry, answer.signature_valid)
        if (!isFinal(answer.status)) return { state: 'queued' }
        return this.#refused(entry, answer.code, answer.detail)
      })
    } catch (error) {
      if (!(error instanceof HeronCallError) || error.code !== 'refused' || !isFinal(error.status)) {
        return entries.map(() => ({ state: 'queued' }))
      }
      this.#arrays = false
      return null
    }
  }

  async #sendAlone(entry: OutboxEntry): Promise<EvidenceStatus> {
    try {
      const answer = await this.#client.reportExecution(entry.request)
      return this.#taken(entry, answer.signature_valid)
    } catch (error) {
      if (!(error instanceof HeronCallError) || error.code !== 'refused' || !isFinal(error.status)) {
        return { state: 'queued' }
      }
      return this.#refused(entry, error.problem?.code ?? `http_${String(error.status)}`, error.message)
    }
  }

  #taken({ request }: OutboxEntry, signatureValid: boolean): EvidenceStatus {
    if (!signatureValid) {
      const message = `Heron cannot verify statements by \`${request.signature.kid}\`: is that vendor key imported?`
      this.#onProblem({ code: 'evidence_signature_invalid', message, actionId: request.action_id })
    }
    return { state: 'delivered', signatureValid }
  }

  #refused({ request }: OutboxEntry, code: string, message: string): EvidenceStatus {
    this.#onProblem({ code: 'evidence_refused', message, actionId: request.action_id })
    return { state: 'refused', code }
  }
}

/**
 * True where the same statement can never be taken. Not so for a missing permission: a key can be replaced, and the
 * statement is then as true as before.
 */
function isFinal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status)
}
