/**
 * Brings signed statements to Heron: kept first, then sent, tried again until Heron takes or refuses them. Statements
 * on one action arrive in the order they were made; actions do not wait for one another.
 */
import type { ReportExecutionRequest } from '@heron/evidence'
import type { HeronClient } from '../client/client.js'
import { HeronCallError } from '../client/errors.js'
import type { OnProblem, ProblemCode } from '../problems.js'
import type { Runtime } from '../runtime.js'
import { type EvidenceOutbox, outboxEntry, type OutboxEntry } from './outbox.js'

/** What became of a statement. `queued` is kept and tried again; `refused` is final. */
export type EvidenceStatus =
  | { readonly state: 'delivered'; readonly signatureValid: boolean }
  | { readonly state: 'queued' }
  | { readonly state: 'refused'; readonly code: string }
  /** There is no action to speak of: Heron never answered, so nothing was decided. */
  | { readonly state: 'nothing_to_report' }

export type FlushReport = { readonly delivered: number; readonly refused: number; readonly pending: number }

/** Pause before the outbox is tried again on its own; doubles up to the last while Heron stays silent. */
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** Actions reported at once while draining: enough to fill a group commit, few enough to leave room for decisions. */
const DRAIN_LANES = 16

export class EvidenceDelivery {
  readonly #client: HeronClient
  readonly #outbox: EvidenceOutbox
  readonly #runtime: Runtime
  readonly #onProblem: OnProblem
  /** The last delivery of each action in flight. */
  readonly #lanes = new Map<string, Promise<unknown>>()
  /** Statements left behind, by action: later ones on the same action queue up behind them. */
  readonly #behind = new Map<string, Set<string>>()
  /** What the outbox failed to keep and Heron has not taken: all that is left of it is here. */
  readonly #unkept = new Map<string, OutboxEntry>()
  readonly #inFlight = new Set<string>()
  #flushing: Promise<FlushReport> | null = null
  #cancelRetry: (() => void) | null = null
  #retryMs = FIRST_RETRY_MS
  #stopped = false

  constructor(client: HeronClient, outbox: EvidenceOutbox, runtime: Runtime, onProblem: OnProblem) {
    this.#client = client
    this.#outbox = outbox
    this.#runtime = runtime
    this.#onProblem = onProblem
  }

  /** False while the outbox is full: a call whose evidence could not be kept must not start. */
  hasRoom(): boolean {
    return this.#outbox.size() < this.#outbox.capacity
  }

  /** Keeps a statement, then tries to deliver it. Never throws: what fails is queued or surfaced. */
  async submit(request: ReportExecutionRequest): Promise<EvidenceStatus> {
    const entry = outboxEntry(request)
    this.#inFlight.add(entry.id)
    try {
      await this.#outbox.put(entry)
    } catch {
      this.#unkept.set(entry.id, entry)
      this.#problem('outbox_failed', entry, 'the outbox did not keep a statement; it is held in memory')
    }
    return this.#inLane(entry, async () => {
      const status: EvidenceStatus = this.#behind.has(request.action_id)
        ? { state: 'queued' }
        : await this.#deliver(entry)
      if (status.state === 'queued') {
        this.#leaveBehind(entry)
        this.#problem('evidence_queued', entry, 'a statement could not be delivered yet and is kept')
        this.#retryLater()
      }
      return status
    })
  }

  /** Tries everything that is still kept, and waits for what is under way. */
  flush(): Promise<FlushReport> {
    this.#flushing ??= this.#drain().finally(() => {
      this.#flushing = null
    })
    return this.#flushing
  }

  /** Ends the retries of this process. What a durable outbox holds is found by the next one. */
  stop(): void {
    this.#stopped = true
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  async #drain(): Promise<FlushReport> {
    await Promise.all(this.#lanes.values())
    const actions = byAction((await this.#kept()).filter((entry) => !this.#inFlight.has(entry.id)))
    const totals = { delivered: 0, refused: 0, silent: false }
    const lane = async (): Promise<void> => {
      for (let next = actions.shift(); next !== undefined && !totals.silent; next = actions.shift()) {
        if (!(await this.#redeliver(next, totals))) totals.silent = true
      }
    }
    await Promise.all(Array.from({ length: DRAIN_LANES }, lane))
    if (totals.silent) this.#retryLater()
    else this.#retryMs = FIRST_RETRY_MS
    const { delivered, refused } = totals
    return { delivered, refused, pending: this.#outbox.size() + this.#unkept.size }
  }

  async #kept(): Promise<readonly OutboxEntry[]> {
    try {
      return [...(await this.#outbox.pending()), ...this.#unkept.values()]
    } catch {
      this.#onProblem({ code: 'outbox_failed', message: 'the outbox cannot be read', actionId: null })
      return [...this.#unkept.values()]
    }
  }

  /** False as soon as one of an action's statements stays behind. */
  async #redeliver(
    entries: readonly OutboxEntry[],
    totals: { delivered: number; refused: number },
  ): Promise<boolean> {
    for (const entry of entries) {
      this.#inFlight.add(entry.id)
      const status = await this.#inLane(entry, () => this.#deliver(entry))
      if (status.state === 'queued') return false
      totals[status.state === 'delivered' ? 'delivered' : 'refused'] += 1
    }
    return true
  }

  /** Runs `work` after everything under way on the same action. */
  async #inLane(entry: OutboxEntry, work: () => Promise<EvidenceStatus>): Promise<EvidenceStatus> {
    const { action_id: actionId } = entry.request
    const run = (this.#lanes.get(actionId) ?? Promise.resolve()).then(work)
    this.#lanes.set(actionId, run)
    try {
      return await run
    } finally {
      this.#inFlight.delete(entry.id)
      if (this.#lanes.get(actionId) === run) this.#lanes.delete(actionId)
    }
  }

  async #deliver(entry: OutboxEntry): Promise<EvidenceStatus> {
    let status: EvidenceStatus
    try {
      const answer = await this.#client.reportExecution(entry.request)
      status = { state: 'delivered', signatureValid: answer.signature_valid }
      if (!answer.signature_valid) {
        const message = `Heron cannot verify statements by \`${entry.request.signature.kid}\`: is that vendor key imported?`
        this.#problem('evidence_signature_invalid', entry, message)
      }
    } catch (error) {
      if (!isFinal(error)) return { state: 'queued' }
      const code = error.problem?.code ?? `http_${String(error.status)}`
      status = { state: 'refused', code }
      this.#problem('evidence_refused', entry, error.message)
    }
    this.#caughtUp(entry)
    try {
      await this.#outbox.remove(entry.id)
    } catch {
      this.#problem('outbox_failed', entry, 'the outbox did not let go of a statement; it will be sent again')
    }
    return status
  }

  #leaveBehind({ id, request }: OutboxEntry): void {
    const behind = this.#behind.get(request.action_id)
    if (behind === undefined) this.#behind.set(request.action_id, new Set([id]))
    else behind.add(id)
  }

  #caughtUp({ id, request }: OutboxEntry): void {
    this.#unkept.delete(id)
    const behind = this.#behind.get(request.action_id)
    if (behind?.delete(id) === true && behind.size === 0) this.#behind.delete(request.action_id)
  }

  #retryLater(): void {
    if (this.#stopped || this.#cancelRetry !== null) return
    const retry = (): void => {
      this.#cancelRetry = null
      void this.flush()
    }
    this.#cancelRetry = this.#runtime.schedule(this.#retryMs, retry, 'background')
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
  }

  #problem(code: ProblemCode, entry: OutboxEntry, message: string): void {
    this.#onProblem({ code, message, actionId: entry.request.action_id })
  }
}

/** Groups entries by action, both in order. */
function byAction(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const groups = new Map<string, OutboxEntry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.request.action_id)
    if (group === undefined) groups.set(entry.request.action_id, [entry])
    else group.push(entry)
  }
  return [...groups.values()]
}

/**
 * True where the same statement can never be taken. Not so for a missing permission: a key can be replaced, and the
 * statement is then as true as before.
 */
function isFinal(error: unknown): error is HeronCallError {
  return (
    error instanceof HeronCallError &&
    error.code === 'refused' &&
    error.status !== 401 &&
    error.status !== 403 &&
    error.status !== 404 &&
    error.status !== 408
  )
}
