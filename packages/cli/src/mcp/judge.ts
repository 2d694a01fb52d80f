/**
 * One tool call in front of Heron: asked, and where a person is needed, the person asked and the answer submitted as a
 * new action (heron.md §3).
 */
import { hashJson } from '@heron/evidence'
import {
  type AllowedDecision,
  answerStepUp,
  type GuardedSession,
  HeronBlocked,
  type StepUpAnswer,
  type ToolCall,
  type WithheldDecision,
} from '@heron/sdk'
import type { StepUps } from '../vendor/step-ups.js'

export type Person = {
  /** Asks through the client; null where nobody answered. Absent where the client cannot ask. */
  readonly ask?: (question: WithheldDecision<object>) => Promise<Pick<StepUpAnswer, 'humanDecision'> | null>
  /** A reference to who is asked. */
  readonly approver: string | null
}

/**
 * Judges a call.
 *
 * @throws {HeronBlocked} when it must not run. That is reported to Heron already.
 */
export async function judge(
  session: GuardedSession,
  call: ToolCall<object>,
  person: Person,
  stepUps: StepUps,
): Promise<AllowedDecision<object>> {
  const resolves = earlierAnswer(session, call, stepUps)
  try {
    return await session.admit(resolves === null ? call : { ...call, resolves })
  } catch (error) {
    if (!(error instanceof HeronBlocked) || error.code !== 'needs_human') throw error
    const decision = error.decision as WithheldDecision<object>
    const answer = (await person.ask?.(decision)) ?? null
    if (answer === null) {
      stepUps.ask(session.externalId, decision)
      throw error
    }
    const approver = person.approver === null ? {} : { approver: person.approver }
    return session.admit(answerStepUp(decision, { ...answer, ...approver }))
  }
}

function earlierAnswer(
  session: GuardedSession,
  call: ToolCall<object>,
  stepUps: StepUps,
): StepUpAnswer | null {
  const tool = typeof call.tool === 'string' ? call.tool : call.tool.name
  try {
    return stepUps.take(session.externalId, tool, hashJson(call.args))
  } catch {
    // Arguments without a canonical form, or a folder that cannot be read: there is no answer, and Heron is asked anew.
    return null
  }
}
