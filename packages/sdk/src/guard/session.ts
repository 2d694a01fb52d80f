/**
 * One agent run: opened when its first call is announced, closed with its head and count sealed (heron.md §3).
 *
 * Fails closed: `decide` answers `undecided`, never throws, for everything that the world can do wrong; and nothing but
 * an `allowed` decision ever runs a tool.
 */
import {
  CanonicalizationError,
  canonicalize,
  type JsonObject,
  type OpenSessionRequest,
  type Outcome,
  type Signals,
  signStatement,
} from '@heron/evidence'
import { HeronCallError } from '../client/errors.js'
import { EMPTY_CONTRACT } from '../contract/contract.js'
import { buildSubmission, type Submission } from '../contract/submission.js'
import type { EvidenceStatus } from '../evidence/delivery.js'
import { type CallOutcome, plainCode, resultHash } from '../evidence/outcome.js'
import { checkSignature, type CheckedDecision } from '../receipts/check.js'
import { timestamp } from '../runtime.js'
import { Announcer } from './announcer.js'
import { HeronBlocked } from './blocked.js'
import type { GuardContext, KeptReceipt } from './context.js'
import {
  type AllowedDecision,
  type Decision,
  toDecision,
  type ToolCall,
  toolName,
  type UndecidedCode,
  type UndecidedDecision,
  type WithheldDecision,
} from './decision.js'
import { digestOf, type Instructions } from './opening.js'

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

/** What is stated when Heron's no was honoured. */
const HONOURED: Record<WithheldDecision['verdict'], Outcome> = {
  DENY: 'BLOCKED',
  STEP_UP: 'ESCALATED',
  MODIFY: 'BLOCKED',
  DEFER: 'BLOCKED',
}

export class GuardedSession {
  readonly #guard: GuardContext
  readonly #announcer: Announcer
  readonly #instructions: Instructions | null
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

  /** Asks for one call. Never throws for what the service, the network or the arguments do. */
  async decide<Args extends object>(call: ToolCall<Args>): Promise<Decision<Args>> {
    const tool = toolName(call.tool)
    const undecided = (code: UndecidedCode, detail: string, judged = call): UndecidedDecision<Args> => ({
      kind: 'undecided',
      call: judged,
      tool,
      code,
      detail,
    })
    if (this.#closed) return undecided('session_closed', 'the session was closed')
    if (!this.#guard.delivery.hasRoom()) {
      return undecided('outbox_full', 'evidence of earlier calls waits to be delivered; flush it first')
    }
    let own: ToolCall<Args>
    let submission: Submission
    try {
      // INVARIANT: what is hashed is what the tool gets. The caller keeps the original and may change it meanwhile.
      own = { ...call, args: structuredClone(call.args) }
      canonicalize(own.args)
    } catch (error) {
      const where = error instanceof CanonicalizationError ? error.message : 'they hold what cannot be copied'
      return undecided('arguments_not_json', `the arguments are not JSON: ${where}`)
    }
    try {
      submission = this.#submission(own, tool)
    } catch {
      // Whatever it says may quote the arguments.
      return undecided('contract_failed', `a function of the contract of \`${tool}\` threw`, own)
    }
    try {
      const checked = await this.#announcer.announce(own, submission)
      if (!checked.ok) {
        const message = `the call was blocked: ${checked.detail}`
        this.#guard.onProblem({ code: 'answer_rejected', message, actionId: null })
        return undecided(checked.code, checked.detail, own)
      }
      this.#keep(checked)
      return toDecision(checked.decision.payload, own, this.#guard.obeyAlways)
    } catch (error) {
      if (error instanceof HeronCallError) return undecided(error.code, error.message, own)
      throw error
    }
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
    const statement = {
      action_id: decision.actionId,
      decision_id: decision.decisionId,
      outcome: outcome.outcome,
      result_hash: hash ?? null,
      // A message in place of a code would be published under the vendor's signature.
      error_code: outcome.errorCode === undefined ? null : (plainCode(outcome.errorCode) ?? 'error'),
      executed_at: outcome.executedAt ?? timestamp(this.#guard.runtime),
    }
    const signature = signStatement(statement, this.#guard.vendorKey)
    return this.#guard.delivery.submit({ ...statement, signature })
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
    if (receiptValid) this.#hand({ kind: 'close', receipt, record: null })
    else {
      const message = 'the close receipt does not hold: head and count are not sealed'
      this.#guard.onProblem({ code: 'answer_rejected', message, actionId: null })
    }
    return { headHash, count, receiptValid, pendingEvidence: pending }
  }

  #submission(call: ToolCall<object>, tool: string): Submission {
    const contract = this.#guard.contracts.get(tool) ?? EMPTY_CONTRACT
    const signals: Signals = { ...call.signals, ...this.#commitments(), ...approval(call) }
    return buildSubmission(call.args as JsonObject, contract, {
      anchorKey: this.#guard.anchorKey,
      internal: this.#guard.internalRecipients,
      signals,
    })
  }

  #commitments(): Signals {
    if (this.#instructions === null) return {}
    const text = typeof this.#instructions === 'function' ? this.#instructions() : this.#instructions
    return { instructions_hash: digestOf(text) }
  }

  #keep({ decision, evaluation, record }: CheckedDecision): void {
    this.#hand({ kind: 'decision', receipt: decision, record })
    if (evaluation !== null) this.#hand({ kind: 'evaluation', receipt: evaluation, record: null })
  }

  #hand(kept: KeptReceipt): void {
    try {
      this.#guard.onReceipt(kept)
    } catch {
      const message = `\`onReceipt\` threw; the ${kept.kind} receipt may not have been kept`
      this.#guard.onProblem({ code: 'receipt_hook_failed', message, actionId: null })
    }
  }
}

function approval({ resolves }: ToolCall<object>): Signals {
  if (resolves === undefined) return {}
  const answer = { resolves_action: resolves.action, human_decision: resolves.humanDecision }
  return resolves.approver === undefined ? answer : { ...answer, approver: resolves.approver }
}
