/**
 * What of the operator log receipts lean on (heron.md §3, §4): declarations that verdicts do not bind, and answers that people
 * gave in the dashboard. A receipt may name only what the log holds, of the right kind, at the right time.
 */
import {
  APPROVAL_ACTS,
  END_GRACE_MS,
  ENFORCEMENT_ACTS,
  LONGEST_ENFORCEMENT_MS,
  type LooseEffect,
} from '../../log/governance-acts.js'
import type { JudgedFacts, LogFacts } from '../facts.js'

type Declaration = {
  readonly effect: LooseEffect
  readonly subject: string
  readonly fromMs: number
  readonly untilMs: number
}

type Answer = Pick<LogFacts, 'subject' | 'actor' | 'at'> & { readonly decision: keyof typeof APPROVAL_ACTS }

export type GovernanceProblem = { readonly code: string; readonly message: string }

const EFFECTS = Object.keys(ENFORCEMENT_ACTS) as LooseEffect[]
const DECISIONS = Object.keys(APPROVAL_ACTS) as (keyof typeof APPROVAL_ACTS)[]

export class GovernanceLog {
  readonly #declarations = new Map<string, Declaration>()
  /** When a declaration was ended, by its subject. */
  readonly #endedMs = new Map<string, number>()
  readonly #answers = new Map<string, Answer>()
  /** When an action was declined, by its subject. */
  readonly #declinedMs = new Map<string, number>()

  /** @param facts UNTRUSTED inside: of its signature and place the log's own checks speak. */
  accept({ act, subject, at, after, actor, entryHash }: LogFacts): void {
    const declared = EFFECTS.find((effect) => ENFORCEMENT_ACTS[effect].declared === act)
    if (declared !== undefined) {
      const until = after?.['until']
      const untilMs = typeof until === 'string' ? Date.parse(until) : Number.NaN
      this.#declarations.set(entryHash, { effect: declared, subject, fromMs: Date.parse(at), untilMs })
    }
    if (EFFECTS.some((effect) => ENFORCEMENT_ACTS[effect].ended === act) && !this.#endedMs.has(subject)) {
      this.#endedMs.set(subject, Date.parse(at))
    }
    const decision = DECISIONS.find((each) => APPROVAL_ACTS[each] === act)
    if (decision !== undefined) this.#answers.set(entryHash, { decision, subject, actor, at })
    if (decision === 'DECLINE' && !this.#declinedMs.has(subject))
      this.#declinedMs.set(subject, Date.parse(at))
  }

  /** What is wrong with the declaration that a decision leans on; null where it leans on none, or on one in force. */
  declarationProblem({ enforcement, decidedAt }: JudgedFacts): GovernanceProblem | null {
    const { effect, declared_by: declaredBy } = enforcement
    if (declaredBy === null) return null
    const declared = this.#declarations.get(declaredBy)
    if (declared === undefined) {
      const message = 'the operator log does not hold the entry that is said to declare this effect'
      return { code: 'DECLARATION_MISSING', message }
    }
    const wrong = (message: string): GovernanceProblem => ({ code: 'DECLARATION_NOT_IN_FORCE', message })
    if (declared.effect !== effect) return wrong('the entry named declares another effect than this one')
    const decidedMs = Date.parse(decidedAt)
    const { fromMs, untilMs, subject } = declared
    // Each written so that a time which is none counts as outside.
    if (!(untilMs - fromMs <= LONGEST_ENFORCEMENT_MS[declared.effect])) {
      return wrong('it was declared for longer than may be declared')
    }
    if (!(decidedMs >= fromMs && decidedMs < untilMs))
      return wrong('it was decided outside the declared time')
    const endedMs = this.#endedMs.get(subject)
    return endedMs === undefined || decidedMs <= endedMs + END_GRACE_MS
      ? null
      : wrong('it was decided after the declaration had been ended')
  }

  /** What is wrong with the answer that an evaluation leans on; null where it leans on none, or on one that may be heard. */
  answerProblem(judged: JudgedFacts): GovernanceProblem | null {
    const { operatorAnswer, decidedAt } = judged
    if (operatorAnswer === null) return this.#vendorAnswerProblem(judged)
    const answer = this.#answers.get(operatorAnswer.entryHash)
    const stands =
      answer?.decision === operatorAnswer.decision &&
      answer.subject === `action:${operatorAnswer.action}` &&
      answer.actor === operatorAnswer.approver &&
      answer.at <= decidedAt
    const message = 'the operator log holds no such answer of this person to that action before the decision'
    return stands ? null : { code: 'APPROVAL_NOT_LOGGED', message }
  }

  /** What the vendor says of a person lifts nothing that an operator declined before. */
  #vendorAnswerProblem({ answered, resolves, decidedAt }: JudgedFacts): GovernanceProblem | null {
    const declinedMs = this.#declinedMs.get(`action:${resolves ?? ''}`)
    if (!answered || declinedMs === undefined) return null
    // One that was on its way as the decline was written may have gone ahead of it.
    if (Date.parse(decidedAt) <= declinedMs + END_GRACE_MS) return null
    const message = 'an approval was applied to an action that had been declined in the dashboard'
    return { code: 'APPROVAL_DECLINED', message }
  }

  /** True when somebody declined that action in the dashboard. */
  wasDeclined(action: string): boolean {
    return this.#declinedMs.has(`action:${action}`)
  }
}
