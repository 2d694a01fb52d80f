/** The wire side of one session: opens it when needed, numbers and announces its calls, checks what comes back. */
import type { AnnounceActionRequest, OpenSessionRequest } from '@heron/evidence'
import { HeronCallError } from '../client/errors.js'
import type { Submission } from '../contract/submission.js'
import { checkDecision, type CheckedDecision, type ReceiptFailure } from '../receipts/check.js'
import { timestamp } from '../runtime.js'
import type { GuardContext } from './context.js'
import type { ToolCall } from './decision.js'
import { Sequence, sequenceOf } from './sequence.js'

/** Other numbers tried when a call's number is taken by another call of the session. */
const MAX_SEQ_COLLISIONS = 3

type Opened = { readonly sessionId: string }

export class Announcer {
  readonly #guard: GuardContext
  readonly #request: OpenSessionRequest
  readonly #sequence = new Sequence()
  #opening: Promise<Opened> | null = null
  /** A hash that this session issued: its head as far as this process has seen. */
  #head: string | null = null

  constructor(guard: GuardContext, request: OpenSessionRequest) {
    this.#guard = guard
    this.#request = request
  }

  get externalId(): string {
    return this.#request.external_id
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
    this.#opening ??= this.#guard.client.openSession(this.#request).then(
      (answer) => {
        if (answer.replay === true) this.#sequence.continueElsewhere(this.#guard.runtime.random())
        this.#head ??= answer.head_hash
        return { sessionId: answer.session_id }
      },
      (error: unknown) => {
        this.#opening = null
        throw error
      },
    )
    return this.#opening
  }

  /**
   * Announces one call and checks the answer.
   *
   * @throws {HeronCallError} when there is no usable answer.
   */
  async announce(
    call: ToolCall<object>,
    { argsHash, argsRedacted, signals, resourceRef }: Submission,
  ): Promise<CheckedDecision | ReceiptFailure> {
    const { sessionId } = await this.open()
    // Before announcing: an answer that cannot be checked would leave an action behind that nobody may run or report.
    const trust = await this.#guard.trust()
    const tool = typeof call.tool === 'string' ? { name: call.tool } : call.tool
    for (let collisions = 0; ; collisions += 1) {
      const seq = this.#seq(call, collisions)
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
        const agent = this.#request.agent.external_id
        const announced = { sessionId, agent, seq, tool: tool.name, argsHash, signals, resourceRef }
        const checked = await checkDecision(answer, announced, trust)
        if (checked.ok) this.#head = checked.decision.payload.record_hash
        return checked
      } catch (error) {
        if (!isSeqConflict(error) || collisions >= MAX_SEQ_COLLISIONS) throw error
      }
    }
  }

  #seq({ callId, resolves }: ToolCall<object>, collisions: number): number {
    if (callId === undefined) return this.#sequence.next()
    return sequenceOf(callId, resolves?.action ?? '', collisions)
  }
}

function isSeqConflict(error: unknown): boolean {
  return error instanceof HeronCallError && error.problem?.code === 'seq_conflict'
}
