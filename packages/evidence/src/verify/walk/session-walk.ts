/**
 * One session's lines in order: links, dense positions, numbers used once, the history that adds up, head and count,
 * findings (heron.md §2, §5, §7). Everything is released when the session ends.
 */
import type { FindingEntry } from '../../export/format.js'
import { isSameJson } from '../../json/same.js'
import { advanceHistory, EMPTY_HISTORY } from '../../policy/history.js'
import type { History } from '../../policy/types.js'
import type { ActionFacts, CloseFacts, JudgedFacts, ResolutionFacts, SessionFacts } from '../facts.js'
import { AnswerWalk } from './answers.js'
import { checkGround, type Grounds, groundsOf } from './grounds.js'
import type { CommittedHeads } from './committed-heads.js'
import type { LogWalk } from './log-walk.js'
import type { HeadPins } from './pins.js'
import type { Reporter } from './reporter.js'

export type SessionContext = {
  readonly reporter: Reporter
  readonly log: LogWalk
  readonly pins: HeadPins
  /** What checkpoints committed to about this session. */
  readonly committed: CommittedHeads
  /** Clock of the export; null where there was no header. */
  readonly generatedAt: string | null
}

/** What is left of a session: the manifest lists it. */
export type SessionEnd = { readonly session: string; readonly head_hash: string; readonly actions: number }

export class SessionWalk {
  readonly facts: SessionFacts
  readonly #context: SessionContext
  readonly #seqs = new Set<number>()
  readonly #decisions = new Set<string>()
  readonly #grounds = new Map<string, Grounds>()
  readonly #answers = new AnswerWalk()
  /** Findings that must still come, as `action kind`. */
  readonly #due = new Map<string, { readonly action: string; readonly kind: string }>()
  #head: string
  #count = 0
  /** Null after an action whose receipts we cannot read. */
  #history: History | null = EMPTY_HISTORY
  #agentVersion: string | null | undefined
  #close: CloseFacts | 'unread' | null = null

  constructor(facts: SessionFacts, context: SessionContext) {
    this.facts = facts
    this.#context = context
    this.#head = facts.genesisHash
    context.pins.meet(facts, facts.genesisHash, 0)
    context.committed.meet(facts.genesisHash, 0, null)
  }

  action(facts: ActionFacts): void {
    const { reporter, pins, committed } = this.#context
    const { identity, judged, prevHash, recordHash } = facts
    const about = { session: this.facts.session, action: identity?.action }
    const link = (holds: boolean, code: string, message: string, pointer: string): void => {
      if (!holds) reporter.fail('chains.links', code, message, { ...about, pointer })
    }
    reporter.checked('chains.links')
    link(prevHash === this.#head, 'LINK_BROKEN', 'the record does not follow the one before it', '/prev_hash')
    this.#head = recordHash
    this.#count += 1
    pins.meet(this.facts, recordHash, this.#count)
    committed.meet(recordHash, this.#count, judged?.decidedAt ?? null)
    if (identity !== null) {
      const { session, seq, action } = identity
      const own = session === this.facts.session
      link(own, 'SESSION_MISMATCH', 'the record is of another session', '/record/session')
      link(!this.#seqs.has(seq), 'SEQ_USED_TWICE', 'the sequence number was used before', '/record/seq')
      link(!this.#grounds.has(action), 'ACTION_TWICE', 'the action id was used before', '/record/action')
      this.#seqs.add(seq)
      this.#ground(action, facts)
    }
    if (judged === null) {
      this.#history = null
      return
    }
    const expected = this.#count.toString()
    link(
      judged.position === this.#count,
      'POSITION_NOT_DENSE',
      `expected position ${expected}`,
      '/decision/payload/position',
    )
    link(
      !this.#decisions.has(judged.decision),
      'DECISION_TWICE',
      'the decision id was used before',
      '/decision',
    )
    this.#decisions.add(judged.decision)
    this.#judged(judged, about)
  }

  #judged(judged: JudgedFacts, about: { session: string; action: string | undefined }): void {
    const { reporter, log } = this.#context
    const { identity } = this.facts
    this.#agentVersion ??= judged.agentVersion
    const sameActor =
      identity === null ||
      (judged.agent === identity.agent &&
        isSameJson(judged.principal, identity.principal) &&
        judged.agentVersion === this.#agentVersion)
    const otherActor = 'agent, version or principal are not those of the session'
    reporter.expect('receipts.binding', sameActor, 'SESSION_MISMATCH', otherActor, about)
    for (const wrong of [log.governance.declarationProblem(judged), log.governance.answerProblem(judged)]) {
      if (wrong !== null) reporter.fail('receipts.binding', wrong.code, wrong.message, about)
    }
    this.#policyInForce(judged, about)
    reporter.checked('receipts.history')
    if (this.#history === null) {
      const message = 'an earlier receipt has an unknown version, so the history cannot be added up'
      reporter.notChecked('receipts.history', 'UNKNOWN_VERSION', message, about)
    } else {
      if (!isSameJson(this.#history, judged.history)) {
        const message = 'the history that was read is not what the earlier receipts add up to'
        const pointer = '/evaluation/payload/history'
        reporter.fail('receipts.history', 'HISTORY_DIFFERS', message, { ...about, pointer })
      }
      this.#history = advanceHistory(this.#history, judged.step)
    }
    const problem = about.action === undefined ? null : this.#answers.accept(about.action, judged)
    if (problem !== null) {
      const pointer = '/decision/payload/resolves'
      reporter.fail('receipts.history', 'ANSWER_WRONG', problem, { ...about, pointer })
    }
  }

  #policyInForce(
    { policyHash, decidedAt }: JudgedFacts,
    about: { session: string; action: string | undefined },
  ): void {
    // Without a policy there is nothing but DENY, which no log need allow.
    if (policyHash === null) return
    const { reporter, log } = this.#context
    const at = { ...about, pointer: '/decision/payload/policy_hash' }
    reporter.checked('policy.in_force')
    switch (log.policies.at(policyHash, decidedAt)) {
      case 'yes':
        return
      case 'unknown': {
        const message = 'the operator log does not say which policy bundle was in force when this was decided'
        reporter.notChecked('policy.in_force', 'POLICY_NOT_LOGGED', message, at)
        return
      }
      case 'no': {
        const message = `by the operator log this policy bundle was not in force at ${decidedAt}`
        reporter.fail('policy.in_force', 'POLICY_NOT_IN_FORCE', message, at)
      }
    }
  }

  #ground(action: string, facts: ActionFacts): void {
    const grounds = groundsOf(facts, this.#context.generatedAt)
    this.#grounds.set(action, grounds)
    for (const kind of grounds.due) this.#due.set(`${action} ${kind}`, { action, kind })
  }

  resolution(facts: ResolutionFacts): void {
    const { reporter, log } = this.#context
    let problem =
      facts.session === this.facts.session ? this.#answers.resolve(facts) : 'it is of another session'
    if (facts.reason === 'human_declined' && !log.governance.wasDeclined(facts.action)) {
      problem ??= 'the operator log holds nobody who declined it'
    }
    const about = { session: this.facts.session, action: facts.action }
    reporter.expect('receipts.history', problem === null, 'RESOLUTION_WRONG', problem ?? '', about)
  }

  /** A close receipt; `unread` for one of an unknown version. */
  close(facts: CloseFacts | 'unread'): void {
    this.#close = facts
  }

  /** A finding about this session. */
  finding(entry: FindingEntry): void {
    const { reporter } = this.#context
    const about = { session: this.facts.session, action: entry.action ?? undefined }
    const grounds = entry.action === null ? null : this.#grounds.get(entry.action)
    let problem: string | null
    if (grounds === undefined) problem = 'the session has no such action'
    else if (grounds !== null) problem = checkGround(entry, grounds)
    else problem = entry.kind === 'BROKEN_CHAIN' ? null : 'it names no action'
    if (problem === null && entry.catalog_hash !== null) problem = 'it is about a call and names a catalogue'
    if (problem !== null && grounds?.judged === false) {
      reporter.checked('evidence.findings')
      const message = `${entry.kind}: its ground may lie in a receipt of an unknown version`
      reporter.notChecked('evidence.findings', 'UNKNOWN_VERSION', message, about)
    } else {
      const message = `${entry.kind} has no ground: ${problem ?? ''}`
      reporter.expect('evidence.findings', problem === null, 'FINDING_WITHOUT_GROUND', message, about)
    }
    this.#due.delete(`${entry.action ?? ''} ${entry.kind}`)
  }

  finish(): SessionEnd {
    const { reporter } = this.#context
    const { session, headHash, actions, state } = this.facts
    const end = { session, head_hash: this.#head, actions: this.#count }
    const head = (holds: boolean, code: string, message: string): void => {
      if (!holds) reporter.fail('chains.heads', code, message, { session })
    }
    reporter.checked('chains.heads')
    head(headHash === this.#head, 'HEAD_DIFFERS', 'the session line names another head than the chain has')
    const count = `${this.#count.toString()} are here`
    head(
      actions === this.#count,
      'COUNT_DIFFERS',
      `the session line counts ${actions.toString()} actions, ${count}`,
    )
    const closed = this.#close
    this.#context.committed.finish(this.#count, closed !== null)
    head((state === 'closed') === (closed !== null), 'STATE_DIFFERS', 'closed and close receipt go together')
    if (closed !== null && closed !== 'unread') {
      head(closed.session === session, 'SESSION_MISMATCH', 'the close receipt is of another session')
      head(closed.headHash === this.#head, 'HEAD_DIFFERS', 'the close receipt signs another head')
      head(
        closed.actions === this.#count,
        'COUNT_DIFFERS',
        'the close receipt signs another count of actions',
      )
    }
    if (closed === null) {
      const message = `session ${session} is open: what is here is whole, that nothing is missing at its end is not proven`
      reporter.notice({ code: 'SESSION_OPEN', session, message })
    }
    for (const { action, kind } of this.#due.values()) {
      reporter.checked('evidence.findings')
      const message = `${kind} should stand against this call, and the file holds no such finding`
      reporter.fail('evidence.findings', 'FINDING_MISSING', message, { session, action })
    }
    return end
  }
}
