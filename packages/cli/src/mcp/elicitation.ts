/**
 * A person is asked through the MCP client (`elicitation/create`), where the client says that it can. The client is
 * believed: whether a person really answered is its vendor's claim, and stands as such in the evidence.
 */
import type { StepUpAnswer, WithheldDecision } from '@heron/sdk'
import { type Params, paramsAt, textAt } from './messages.js'

/** Longest rendering of the arguments in a question; a person reads no more, and clients show little. */
const MAX_SHOWN = 2000

/** @param capabilities UNTRUSTED, from `initialize`. An empty `elicitation` means forms, as before there were others. */
export function canAsk(capabilities: Params): boolean {
  if (!('elicitation' in capabilities)) return false
  const modes = paramsAt(capabilities, 'elicitation')
  return 'form' in modes || !('url' in modes)
}

/** The params of the question. */
export function questionOf({ call, tool, rule, reasons }: WithheldDecision<object>): Params {
  // As JSON: no line break or control character of an argument can dress up as part of the question.
  const text = JSON.stringify(call.args)
  const shown =
    text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length.toString()} characters)` : text
  return {
    message: `Heron asks a person: may the agent run \`${tool}\`? (${rule ?? reasons.join(', ')})\nArguments: ${shown}`,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Decision',
          description: 'For this one call with these arguments',
          enum: ['approve', 'refuse'],
          enumNames: ['Approve', 'Refuse'],
        },
      },
      required: ['decision'],
    },
  }
}

/** The answer, or null where nobody gave one. Everything but a plain approval is a no. @param result UNTRUSTED. */
export function answerOf(result: Params): Pick<StepUpAnswer, 'humanDecision'> | null {
  switch (textAt(result, 'action')) {
    case 'accept':
      return {
        humanDecision: textAt(paramsAt(result, 'content'), 'decision') === 'approve' ? 'APPROVE' : 'REJECT',
      }
    case 'decline':
      return { humanDecision: 'REJECT' }
    default:
      return null
  }
}
