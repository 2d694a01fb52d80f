/** Thrown in place of a tool's result when the call must not run; its message is written for the model that asked. */
import type { Pending } from '@heron/evidence'
import type { UndecidedDecision, WithheldDecision } from './decision.js'

/**
 * - `denied`: do not try again.
 * - `needs_human`: a person decides; the call is submitted again with the answer.
 * - `needs_narrowing`: not in this shape; `decision.transform` says how.
 * - `needs_context`: not yet; `decision.pending` says what has to come first.
 * - `undecided`: nobody decided; `decision.code` says why.
 */
export type BlockedCode = 'denied' | 'needs_human' | 'needs_narrowing' | 'needs_context' | 'undecided'

const CODES = {
  DENY: 'denied',
  STEP_UP: 'needs_human',
  MODIFY: 'needs_narrowing',
  DEFER: 'needs_context',
} as const satisfies Record<WithheldDecision['verdict'], BlockedCode>

export class HeronBlocked extends Error {
  readonly code: BlockedCode
  readonly decision: WithheldDecision<object> | UndecidedDecision<object>

  constructor(decision: WithheldDecision<object> | UndecidedDecision<object>) {
    super(explain(decision))
    this.name = 'HeronBlocked'
    this.code = decision.kind === 'undecided' ? 'undecided' : CODES[decision.verdict]
    this.decision = decision
  }
}

/** What a model should know: that nothing ran, why, and what it may do instead. */
function explain(decision: WithheldDecision<object> | UndecidedDecision<object>): string {
  const call = `\`${decision.tool}\` was not run`
  if (decision.kind === 'undecided') {
    return `${call}: no decision (${decision.code}: ${decision.detail}). Nothing is allowed without one.`
  }
  const why = [decision.rule, ...decision.reasons.filter((reason) => reason !== decision.rule)]
  const because = why.filter((reason) => reason !== null).join(', ') || 'no reason given'
  switch (decision.verdict) {
    case 'DENY':
      return `${call}: denied (${because}). Do not try it again or in another way.`
    case 'STEP_UP':
      return `${call}: a person has to approve it first (${because}). Wait for their answer; do not try another way.`
    case 'MODIFY':
      return `${call}: not in this shape (${because}). ${narrowing(decision)} Then make it as a new call.`
    case 'DEFER':
      return `${call}: not yet (${because}). ${context(decision.pending)} Then make it as a new call.`
  }
}

function narrowing({ transform }: WithheldDecision<object>): string {
  if (transform === null) return 'Narrow it.'
  const { note, narrow_destination_to: destination, reduce_magnitude_to: magnitude } = transform
  const steps = [note]
  if (destination !== undefined) steps.push(`Destination: ${destination}.`)
  if (magnitude !== undefined) steps.push(`Magnitude: ${magnitude}.`)
  return steps.join(' ')
}

function context(pending: Pending | null): string {
  const steps: string[] = []
  if (pending?.prior_operation !== undefined) steps.push(`First do: ${pending.prior_operation.join(', ')}.`)
  if (pending?.prior_read_of_data_class !== undefined) {
    steps.push(`First read ${pending.prior_read_of_data_class} data.`)
  }
  return steps.length > 0 ? steps.join(' ') : 'Establish the context first.'
}
