/**
 * Brings signed statements to Heron: kept first, then sent, tried again until Heron takes or refuses them. Statements
 * on one action arrive in the order they were made; actions do not wait for one another. Sending itself is
 * `./sending.ts`'s work.
 *
 * INVARIANT: what the outbox holds is either in flight or behind, so that a statement is never sent past an older one on
 * its action. Upheld by `#recover`, which counts everything found at the start as behind.
 */
import type { ReportExecutionRequest } from '@heron/evidence'
import type { HeronClient } from '../client/client.js'
import type { OnProblem, ProblemCode } from '../problems.js'
import type { Runtime } from '../runtime.js'
import { type EvidenceOutbox, outboxEntry, type OutboxEntry } from './outbox.js'
import { type EvidenceStatus, MAX_BATCH, Sending } from './sending.js'

export type FlushReport = { readonly delivered: number; readonly refused: number; readonly pending: number }

/** How far evidence is behind, for a gauge or an alarm. */
export type EvidenceLag = {
  /** Statements that Heron has not taken yet. */
  readonly waiting: number
  /** Calls allowed and not yet spoken of, where a durable outbox holds them. */
  readonly held: number
  /** Age of the oldest waiting statement by this process's clock; 0 when nothing waits. */
  readonly behindMs: number
}

/** Pause before the outbox is tried again on its own; doubles up to the last while Heron stays silent. */
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000

export class EvidenceDelivery {
  readonly #sending: Sending
  readonly #outbox: EvidenceOutbox
  readonly #runtime: Runtime
  readonly #onProblem: OnProblem
  /** The last delivery of each action in flight. */
  readonly #lanes = new Map<string, Promise<unknown>>()
  /** Statements left behind, by action: later ones on the same action queue up behind them. */
  readonly #behind = new Map<string, Set<string>>()
  /** What the outbox failed to keep and Heron has not taken: all that is left of it is here. */
  readonly #unkept = new Map<string, OutboxEntry>()
  /** The held entry of each call that was allowed and not yet spoken of. */
  readonly #held = new Map<string, string>()
  readonly #inFlight = new Set<string>()
  #recovering: Promise<void> | null = null
  #flushing: Promise<FlushReport> | null = null
  #cancelRetry: (() => void) | null = null
  #retryMs = FIRST_RETRY_MS
  #stopped = false

  constructor(client: HeronClient, outbox: EvidenceOutbox, runtime: Runtime, onProblem: OnProblem) {
    this.#sending = new Sending(client, onProblem)
    this.#outbox = outbox
    this.#runtime = runtime
    this.#onProblem = onProblem
    if (outbox.size() > 0) this.#schedule(0)
  }

  /** False while the outbox is full: a call whose evidence could not be kept must not start. */
  hasRoom(): boolean {
    return this.#outbox.size() + this.#unkept.size < this.#outbox.capacity
  }

  /** Whether statements can be held against the end of this process. */
  get holds(): boolean {
    return this.#outbox.hold !== undefined
  }

  lag(): EvidenceLag {
    const { waiting, held, oldest } = this.#outbox.lag()
    const [unkept] = this.#unkept.values()
    const since = [oldest, unkept?.request.executed_at ?? null]
      .map((time) => (time === null ? Number.NaN : Date.parse(time)))
      .filter((time) => !Number.isNaN(time))
    const behindMs = since.length === 0 ? 0 : Math.max(0, this.#runtime.now() - Math.min(...since))
    return { waiting: waiting + this.#unkept.size, held, behindMs }
  }

  /**
   * Holds the statement that is delivered if this process ends before it speaks of the call again.
   *
   * @throws what the outbox throws: the call must then not start.
   */
  async hold(request: ReportExecutionRequest): Promise<void> {
    const { action_id: actionId } = request
    // Announced again in this process: one held statement speaks for both.
    if (this.#outbox.hold === undefined || this.#held.has(actionId)) return
    const entry = outboxEntry(request)
    this.#held.set(actionId, entry.id)
    try {
      await this.#outbox.hold(entry)
    } catch (error) {
      this.#held.delete(actionId)
      throw error
    }
  }

  /**
   * Keeps a statement, then tries to deliver it. Never throws: what fails is queued or surfaced.
   *
   * @param awaited False resolves as soon as the statement is kept; it is delivered meanwhile.
   */
  async submit(request: ReportExecutionRequest, awaited = true): Promise<EvidenceStatus> {
    const entry = outboxEntry(request)
    // Before anything is awaited: a drain that starts meanwhile must not take it.
    this.#inFlight.add(entry.id)
    await this.#recover()
    await this.#keep(entry)
    const sent = this.#inLane(entry, async () => {
      const status: EvidenceStatus = this.#behind.has(request.action_id)
        ? { state: 'queued' }
        : await this.#deliver([entry]).then(([only]) => only ?? { state: 'queued' })
      if (status.state === 'queued') {
        this.#leaveBehind(entry)
        this.#problem('evidence_queued', entry, 'a statement could not be delivered yet and is kept')
        this.#schedule(this.#retryMs)
      }
      return status
    })
    return awaited ? sent : { state: 'queued' }
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
    await this.#recover()
    await Promise.all(this.#lanes.values())
    const actions = byAction((await this.#kept()).filter((entry) => !this.#inFlight.has(entry.id)))
    const totals = { delivered: 0, refused: 0, queued: 0 }
    // One statement of each action a round: a batch is judged side by side, an action's statements one after another.
    while (actions.length > 0 && totals.queued === 0) {
      const round = actions.splice(0, MAX_BATCH)
      const firsts = round.flatMap(([first]) => (first === undefined ? [] : [first]))
      for (const { state } of await this.#deliverRound(firsts)) {
        if (state === 'delivered' || state === 'refused') totals[state] += 1
        else totals.queued += 1
      }
      actions.push(...round.map((entries) => entries.slice(1)).filter((entries) => entries.length > 0))
    }
    if (totals.queued > 0) {
      this.#schedule(this.#retryMs)
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
    } else {
      this.#retryMs = FIRST_RETRY_MS
    }
    const { delivered, refused } = totals
    return { delivered, refused, pending: this.#outbox.size() + this.#unkept.size }
  }

  async #deliverRound(entries: readonly OutboxEntry[]): Promise<readonly EvidenceStatus[]> {
    for (const { id } of entries) this.#inFlight.add(id)
    const statuses = this.#deliver(entries)
    return Promise.all(
      entries.map((entry, index) =>
        this.#inLane(entry, async () => (await statuses)[index] ?? { state: 'queued' }),
      ),
    )
  }

  /** Counts what an earlier process left in the outbox as behind, once. */
  #recover(): Promise<void> {
    this.#recovering ??= this.#outbox.pending().then(
      (entries) => {
        for (const entry of entries) if (!this.#inFlight.has(entry.id)) this.#leaveBehind(entry)
      },
      () => {
        // Told by the flush that cannot read it either.
        this.#recovering = null
      },
    )
    return this.#recovering
  }

  async #keep(entry: OutboxEntry): Promise<void> {
    const held = this.#held.get(entry.request.action_id)
    try {
      await this.#outbox.put(entry, held)
      this.#held.delete(entry.request.action_id)
    } catch {
      this.#unkept.set(entry.id, entry)
      this.#problem('outbox_failed', entry, 'the outbox did not keep a statement; it is held in memory')
    }
  }

  async #kept(): Promise<readonly OutboxEntry[]> {
    try {
      return [...(await this.#outbox.pending()), ...this.#unkept.values()]
    } catch {
      this.#onProblem({ code: 'outbox_failed', message: 'the outbox cannot be read', actionId: null })
      return [...this.#unkept.values()]
    }
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

  /** Sends statements and forgets those that are settled, each on an action of its own. */
  async #deliver(entries: readonly OutboxEntry[]): Promise<readonly EvidenceStatus[]> {
    const statuses = await this.#sending.send(entries)
    await Promise.all(
      entries.map(async (entry, index) => {
        if (statuses[index]?.state !== 'queued') await this.#settle(entry)
      }),
    )
    return statuses
  }

  async #settle(entry: OutboxEntry): Promise<void> {
    const { action_id: actionId } = entry.request
    const behind = this.#behind.get(actionId)
    if (behind?.delete(entry.id) === true && behind.size === 0) this.#behind.delete(actionId)
    // Not settled by keeping the statement, which failed: now it is said, nothing has to be said in its place.
    const held = this.#unkept.delete(entry.id) ? this.#held.get(actionId) : undefined
    if (held !== undefined) this.#held.delete(actionId)
    try {
      await this.#outbox.remove(entry.id)
      if (held !== undefined) await this.#outbox.remove(held)
    } catch {
      this.#problem('outbox_failed', entry, 'the outbox did not let go of a statement; it will be sent again')
    }
  }

  #leaveBehind({ id, request }: OutboxEntry): void {
    const behind = this.#behind.get(request.action_id)
    if (behind === undefined) this.#behind.set(request.action_id, new Set([id]))
    else behind.add(id)
  }

  #schedule(delayMs: number): void {
    if (this.#stopped || this.#cancelRetry !== null) return
    const retry = (): void => {
      this.#cancelRetry = null
      void this.flush()
    }
    this.#cancelRetry = this.#runtime.schedule(delayMs, retry, 'background')
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
