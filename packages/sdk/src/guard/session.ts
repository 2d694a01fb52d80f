/**
 * One agent run: opened when its first call is announced, closed with its head and count sealed (heron.md §3).
 *
 * Fails closed: `decide` answers `undecided`, never throws, for everything that the world can do wrong; and nothing but
 * an `allowed` decision ever runs a tool.
 */
import { type JsonObject, type OpenSessionRequest, type Signals } from '@heron/evidence'
import type { EvidenceStatus } from '../evidence/sending.js'
import { type CallOutcome, plainCode, resultHash } from '../evidence/outcome.js'
import { secretKindsIn } from '../contract/secrets.js'
import { checkSignature } from '../receipts/check.js'
import { Announcer } from './announcer.js'
import { type ApprovalWait, awaitAnswer, repeated } from './await-approval.js'
import { HeronBlocked } from './blocked.js'
import type { GuardContext } from './context.js'
import {
  type AllowedDecision,
  type Decision,
  type ToolCall,
  toolName,
  undecided,
  type WithheldDecision,
} from './decision.js'
import { handReceipt, HONOURED, judgeCall, signedStatement } from './judge.js'
import { digestOf, type Instructions } from './opening.js'
import { prepareCall, type PreparedCall } from './prepare.js'
import { answered, type StepUpResolution } from './step-up.js'
import { addInferences, askAboutTurn, type TurnOptions } from './turn.js'

/** What a closed session sealed. */
export type ClosedSession = {
  readonly headHash: string
  /** Number of actions. */
  readonly count: number
  /** Whether the close receipt verifies under Heron's keys; `onReceipt` has seen it then. */
  readonly receiptValid: boolean
  /** Statements of this vendor that Heron has not taken yet. They are kept and tried again. */
  readonly pendingEvidence: number
}

export class GuardedSession {
  readonly #guard: GuardContext
  readonly #announcer: Announcer
  readonly #instructions: Instructions | null
  /** Instructions already looked through for credentials, by their commitment. */
  #seenInstructions: string | null = null
  #closed = false

  constructor(guard: GuardContext, request: OpenSessionRequest, instructions: Instructions | null) {
    this.#guard = guard
    this.#announcer = new Announcer(guard, request)
    this.#instructions = instructions
  }

  /** The vendor's id of this run. */
  get externalId(): string {
    return this.#announcer.externalId
  }

  /**
   * Opens the session now rather than at the first call. A failed opening is tried again by the next call.
   *
   * @throws {HeronCallError}
   */
  async open(): Promise<void> {
    await this.#announcer.open()
  }

  /**
   * Asks for one call. Never throws for what the service, the network or the arguments do.
   *
   * @throws {HeronUsageError} for a `shownText` where the guard has no `anchorSecret`.
   */
  async decide<Args extends object>(call: ToolCall<Args>): Promise<Decision<Args>> {
    const prepared = this.#prepare(call)
    return 'kind' in prepared ? prepared : this.#judge(prepared)
  }

  /**
   * Asks for the calls of one turn together, after a model has been asked what nobody stated about them. Its answers
   * travel as inferred claims, marked as such; without an answer the calls are judged without it. Decisions come in the
   * order of the calls. Throws as {@link decide} does.
   */
  async decideTurn<Args extends object>(
    calls: readonly ToolCall<Args>[],
    options: TurnOptions,
  ): Promise<readonly Decision<Args>[]> {
    const prepared = calls.map((call) => this.#prepare(call))
    const asked = prepared.flatMap((one) => ('kind' in one ? [] : [one]))
    const questions = asked.map(({ tool, call }) => ({ tool: tool.name, args: call.args }))
    const answers = await askAboutTurn(this.#guard, questions, options)
    return Promise.all(
      prepared.map(async (one): Promise<Decision<Args>> => {
        if ('kind' in one) return one
        const answer = answers?.[asked.indexOf(one)]
        if (answer === undefined) return this.#judge(one)
        const signals = addInferences(one.submission.signals, answer, options)
        return this.#judge({ ...one, submission: { ...one.submission, signals } })
      }),
    )
  }

  /**
   * Submits a stepped-up call again with a person's answer, as a new action. Needs nothing of the process that asked but
   * the call as it was, with its `callId` if it had one.
   */
  resolveStepUp<Args extends object>(
    call: ToolCall<Args>,
    resolution: StepUpResolution,
  ): Promise<Decision<Args>> {
    const { shownText } = resolution
    return this.decide({ ...answered(call, resolution), ...(shownText === undefined ? {} : { shownText }) })
  }

  /**
   * Waits until somebody answers a stepped-up call in Heron's dashboard, then announces it again. Null where nobody
   * answers: the call stays as it was decided. Report `ESCALATED` first, so that Heron sees the step-up honoured.
   */
  async awaitApproval<Args extends object>(
    decision: WithheldDecision<Args>,
    wait: ApprovalWait = {},
  ): Promise<Decision<Args> | null> {
    if (decision.verdict !== 'STEP_UP') return null
    const { client, runtime } = this.#guard
    const asked = { runtime, readAction: (actionId: string) => client.readAction(actionId) }
    return (await awaitAnswer(asked, decision.actionId, wait)) ? this.decide(repeated(decision)) : null
  }

  /**
   * States what became of a call, signed with the vendor's key. Resolves once Heron has it or the outbox keeps it;
   * never throws for what the service or the network do.
   */
  async report(decision: Decision<object>, { result, ...outcome }: CallOutcome): Promise<EvidenceStatus> {
    if (decision.kind === 'undecided') return { state: 'nothing_to_report' }
    const hash = resultHash(result)
    if (hash === null) {
      const message = `the result of \`${decision.tool}\` has no JSON form; it is reported without a hash`
      this.#guard.onProblem({ code: 'result_not_hashed', message, actionId: decision.actionId })
    }
    const { errorCode, executedAt } = outcome
    const request = await signedStatement(this.#guard, decision, {
      outcome: outcome.outcome,
      resultHash: hash ?? null,
      // A message in place of a code would be published under the vendor's signature.
      errorCode: errorCode === undefined ? null : (plainCode(errorCode) ?? 'error'),
      ...(executedAt === undefined ? {} : { executedAt }),
    })
    if (request === null) return { state: 'refused', code: 'statement_not_signed' }
    return this.#guard.delivery.submit(request, this.#guard.reporting === 'awaited')
  }

  /**
   * States that a decided call was never put into the world, for a reason of the vendor's own. Where Heron said no, that
   * no is what was honoured, and `BLOCKED` or `ESCALATED` is stated instead.
   *
   * @param reason A plain code: `turn_cancelled`, `superseded`.
   */
  reportUnattempted(decision: Decision<object>, reason?: string): Promise<EvidenceStatus> {
    if (decision.kind === 'withheld') return this.report(decision, { outcome: HONOURED[decision.verdict] })
    const why = reason === undefined ? {} : { errorCode: reason }
    return this.report(decision, { outcome: 'NOT_ATTEMPTED', ...why })
  }

  /**
   * Asks, then runs the tool if it may, then reports. The tool gets the arguments that were judged.
   *
   * @throws {HeronBlocked} when it may not run; that is reported too. What the tool itself throws is reported and rethrown.
   */
  async run<Args extends object, Result>(
    call: ToolCall<Args>,
    tool: (args: Args) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.perform(await this.admit(call), tool)
  }

  /**
   * Asks, and reports a no that is thereby honoured: the first half of {@link run}, for loops that run the tool elsewhere.
   *
   * @throws {HeronBlocked} when the call may not run.
   */
  async admit<Args extends object>(call: ToolCall<Args>): Promise<AllowedDecision<Args>> {
    const decision = await this.decide(call)
    if (decision.kind === 'allowed') return decision
    if (decision.kind === 'withheld') await this.report(decision, { outcome: HONOURED[decision.verdict] })
    throw new HeronBlocked(decision)
  }

  /** Runs the tool of an admitted call and reports what came of it: the second half of {@link run}. */
  async perform<Args extends object, Result>(
    decision: AllowedDecision<Args>,
    tool: (args: Args) => Result | Promise<Result>,
  ): Promise<Result> {
    let result: Result
    try {
      result = await tool(decision.call.args)
    } catch (error) {
      await this.reportError(decision, error)
      throw error
    }
    await this.report(decision, { outcome: 'EXECUTED', result })
    return result
  }

  /** States that an admitted call threw, as the guard's `classifyError` reads it. */
  reportError(decision: AllowedDecision<object>, error: unknown): Promise<EvidenceStatus> {
    return this.report(decision, this.#guard.classifyError(error))
  }

  /** A function that does what `tool` does, once Heron allows it. See {@link run}. */
  wrap<Args extends object, Result>(
    tool: ToolCall['tool'],
    run: (args: Args) => Result | Promise<Result>,
  ): (args: Args, call?: Omit<ToolCall<Args>, 'tool' | 'args'>) => Promise<Result> {
    return (args, call = {}) => this.run({ ...call, tool, args }, run)
  }

  /**
   * Delivers what evidence it can, then closes the session. Nothing to do where it was never opened.
   *
   * @throws {HeronCallError} when Heron does not answer; closing again is a replay.
   */
  async close(): Promise<ClosedSession | null> {
    this.#closed = true
    const { pending } = await this.#guard.delivery.flush()
    const opened = this.#announcer.opened()
    if (opened === null) return null
    const { sessionId } = await opened
    const answer = await this.#guard.client.closeSession(this.externalId)
    const { receipt: sent } = answer as unknown as JsonObject
    const receipt = await checkSignature(sent, 'close', await this.#guard.trust())
    const { head_hash: headHash, count } = answer
    const receiptValid =
      !('code' in receipt) &&
      receipt.payload['session'] === sessionId &&
      receipt.payload['head_hash'] === headHash &&
      receipt.payload['actions'] === count
    if (receiptValid) handReceipt(this.#guard, { kind: 'close', receipt, record: null })
    else {
      const message = 'the close receipt does not hold: head and count are not sealed'
      this.#guard.onProblem({ code: 'answer_rejected', message, actionId: null })
    }
    return { headHash, count, receiptValid, pendingEvidence: pending }
  }

  #prepare<Args extends object>(call: ToolCall<Args>): PreparedCall<Args> | Decision<Args> {
    const no = (code: 'session_closed' | 'outbox_full' | 'aborted', detail: string): Decision<Args> =>
      undecided(call, toolName(call.tool), code, detail)
    if (this.#closed) return no('session_closed', 'the session was closed')
    if (call.signal?.aborted === true) return no('aborted', 'the call was aborted before it was announced')
    if (!this.#guard.delivery.hasRoom()) {
      return no('outbox_full', 'evidence of earlier calls waits to be delivered; flush it first')
    }
    const prepared = prepareCall(this.#guard, call, () => this.#commitments())
    if (prepared.ok) return prepared
    return undecided(prepared.call, toolName(call.tool), prepared.code, prepared.detail)
  }

  async #judge<Args extends object>(prepared: PreparedCall<Args>): Promise<Decision<Args>> {
    const { call, tool } = prepared
    const { signal } = call
    const judging = judgeCall(this.#guard, this.#announcer, prepared)
    if (signal === undefined) return judging
    let stop = (): void => undefined
    const aborted = new Promise<null>((resolve) => {
      const abort = (): void => {
        resolve(null)
      }
      signal.addEventListener('abort', abort, { once: true })
      stop = () => {
        signal.removeEventListener('abort', abort)
      }
    })
    const first = await Promise.race([judging, aborted]).finally(stop)
    if (first !== null && !signal.aborted) return first
    // Nobody waits for it any more; a decision that still comes is answered for, so that it does not look forgotten.
    void judging.then(
      (late) => this.reportUnattempted(late, 'aborted'),
      () => undefined,
    )
    return undecided(call, tool.name, 'aborted', 'the call was aborted before it could start')
  }

  #commitments(): Signals {
    if (this.#instructions === null) return {}
    const text = typeof this.#instructions === 'function' ? this.#instructions() : this.#instructions
    const digest = digestOf(text)
    if (digest !== this.#seenInstructions) {
      this.#seenInstructions = digest
      const kinds = digest === text ? [] : secretKindsIn(text)
      if (kinds.length > 0) {
        const message = `the instructions hold what is shaped like a credential (${kinds.join(', ')})`
        this.#guard.onProblem({ code: 'credential_in_instructions', message, actionId: null })
      }
    }
    return { instructions_hash: digest }
  }
}
