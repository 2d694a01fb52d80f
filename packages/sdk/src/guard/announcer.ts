/** The wire side of one session: opens it when needed, numbers and announces its calls, checks what comes back. */
import type { AnnounceActionRequest, OpenSessionRequest } from '@heron/evidence'
import { HeronCallError, HeronUsageError } from '../client/errors.js'
import type { ToolIdentity } from '../contract/key.js'
import type { Submission } from '../contract/submission.js'
import { checkDecision, type CheckedDecision, type ReceiptFailure } from '../receipts/check.js'
import { timestamp } from '../runtime.js'
import type { GuardContext } from './context.js'
import type { ToolCall } from './decision.js'
import { Sequence, sequenceOf } from './sequence.js'

/** Other numbers tried when a call's number is taken by another call of the session. */
const MAX_SEQ_COLLISIONS = 3

type Opened = { readonly sessionId: string }

/** The vendor's own session store gave no number. Nothing was announced. */
export class SessionStoreError extends Error {}

export class Announcer {
  readonly #guard: GuardContext
  readonly #sequence = new Sequence()
  #opening: Promise<Opened> | null = null
  /** A hash that this session issued: its head as far as this process has seen. */
  #head: string | null = null
  /** What opens this session, in any process. */
  readonly opening: OpenSessionRequest

  constructor(guard: GuardContext, opening: OpenSessionRequest) {
    this.#guard = guard
    this.opening = opening
  }

  get externalId(): string {
    return this.opening.external_id
  }

  /** Null while nothing was ever opened here. */
  opened(): Promise<Opened> | null {
    return this.#opening
  }

  /**
   * Opens the session, once; a failed opening is tried again by whoever needs it next.
   *
   * @throws {HeronCallError}
   */
  open(): Promise<Opened> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null
      throw error
    })
    return this.#opening
  }

  /**
   * Announces one call and checks the answer.
   *
   * @throws {HeronCallError} when there is no usable answer.
   * @throws {SessionStoreError}
   */
  async announce(
    call: ToolCall<object>,
    tool: ToolIdentity,
    { argsHash, argsRedacted, signals, resourceRef }: Submission,
  ): Promise<CheckedDecision | ReceiptFailure> {
    const { sessionId } = await this.open()
    // Before announcing: an answer that cannot be checked would leave an action behind that nobody may run or report.
    const trust = await this.#guard.trust()
    for (let collisions = 0; ; collisions += 1) {
      const seq = await this.#seq(call, collisions)
      const request: AnnounceActionRequest = {
        session_external_id: this.externalId,
        seq,
        tool,
        args_redacted: argsRedacted,
        args_hash: argsHash,
        ...(signals === null ? {} : { signals }),
        ...(resourceRef === null ? {} : { resource_ref: resourceRef }),
        requested_at: timestamp(this.#guard.runtime),
        ...(this.#head === null ? {} : { chain: { prev_hash: this.#head } }),
      }
      try {
        const answer = await this.#guard.client.announceAction(request)
        const agent = this.opening.agent.external_id
        const announced = { sessionId, agent, seq, tool: tool.name, argsHash, signals, resourceRef }
        const checked = await checkDecision(answer, announced, trust)
        if (checked.ok) this.#head = checked.decision.payload.record_hash
        return checked
      } catch (error) {
        if (!isSeqConflict(error) || collisions >= MAX_SEQ_COLLISIONS) throw error
      }
    }
  }

  async #open(): Promise<Opened> {
    const { client, runtime, prepared } = this.#guard
    await prepared()
    const answer = await client.openSession(this.opening)
    if (answer.replay === true) this.#sequence.continueElsewhere(runtime.random())
    this.#head ??= answer.head_hash
    return { sessionId: answer.session_id }
  }

  async #seq({ callId, resolves }: ToolCall<object>, collisions: number): Promise<number> {
    if (callId !== undefined) return sequenceOf(callId, resolves?.action ?? '', collisions)
    const { nextSeq } = this.#guard.sessions
    if (nextSeq === undefined) return this.#sequence.next()
    try {
      return await nextSeq(this.externalId)
    } catch (error) {
      const why = error instanceof HeronUsageError ? `: ${error.message}` : ''
      throw new SessionStoreError(`the session store gave no number for a call${why}`)
    }
  }
}

function isSeqConflict(error: unknown): boolean {
  return error instanceof HeronCallError && error.problem?.code === 'seq_conflict'
}
