/**
 * Actions that answer earlier ones, within one session (heron.md §3, §4): an approval lifts the named STEP_UP once, a
 * resolution receipt ends an unanswered STEP_UP or DEFER.
 */
import type { JudgedFacts, ResolutionFacts } from '../facts.js'

/** Only calls that were not allowed can be answered: the rest need not be remembered. */
type Open = {
  readonly decision: string
  readonly verdict: JudgedFacts['verdict']
  readonly tool: string
  readonly argsHash: string
  lifted: boolean
  /** A later call answered it, whatever that gave. */
  answered: boolean
  timedOut: boolean
}

const TIMEOUT_OF = {
  approval_timeout: 'STEP_UP',
  context_timeout: 'DEFER',
  human_declined: 'STEP_UP',
} as const

export class AnswerWalk {
  readonly #open = new Map<string, Open>()

  /** Takes a judged action; answers what is wrong with what it says to answer, else null. */
  accept(action: string, judged: JudgedFacts): string | null {
    const problem = this.#checkAnswer(judged)
    if (judged.verdict === 'STEP_UP' || judged.verdict === 'MODIFY' || judged.verdict === 'DEFER') {
      const { decision, verdict, tool, argsHash } = judged
      this.#open.set(action, {
        decision,
        verdict,
        tool,
        argsHash,
        lifted: false,
        answered: false,
        timedOut: false,
      })
    }
    return problem
  }

  #checkAnswer({ resolves, answered, operatorAnswer, tool, argsHash, step }: JudgedFacts): string | null {
    if (resolves === null)
      return answered ? 'an approval applied, and no action is named that it answers' : null
    const target = this.#open.get(resolves)
    if (target === undefined) {
      return 'it answers an action that no earlier receipt of this session left to be answered'
    }
    if (target.answered) return 'it answers an action that was answered before'
    target.answered = true
    if (!answered && operatorAnswer === null) return null
    if (target.verdict !== 'STEP_UP') return 'an answer was applied to an action that was not stepped up'
    if (target.tool !== tool || target.argsHash !== argsHash) {
      return 'an answer was applied to another tool or other arguments than were stepped up'
    }
    target.lifted = step.result.verdict === 'ALLOW'
    return null
  }

  /** Takes a resolution receipt; answers what is wrong with it, else null. */
  resolve({ action, decision, reason }: ResolutionFacts): string | null {
    const target = this.#open.get(action)
    if (target === undefined) return 'it ends an action that nothing left to be answered'
    if (target.decision !== decision) return 'it names another decision than the action has'
    if (target.verdict !== TIMEOUT_OF[reason]) return `${reason} cannot end a ${target.verdict}`
    if (target.timedOut) return 'the action was ended twice'
    if (target.lifted) return 'the action had been approved'
    target.timedOut = true
    return null
  }
}
