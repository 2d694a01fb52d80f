/** Asks the person at the client, by MCP elicitation, where Heron wants one (server side, MCP 2025-06-18). */
import type { WithheldDecision } from '../../guard/decision.js'
import type { AnswerFor, HumanAnswer } from '../admission.js'

/** What is needed of the SDK's `Server`, or of an `McpServer`'s `server`. */
export type ElicitingServer = {
  readonly getClientCapabilities: () => { readonly elicitation?: unknown } | undefined
  readonly elicitInput: (request: {
    message: string
    requestedSchema: {
      type: 'object'
      properties: { approve: { type: 'boolean'; title: string } }
      required: ['approve']
    }
  }) => Promise<{ readonly action: string; readonly content?: Record<string, unknown> | undefined }>
}

/** Arguments are shown to the person who approves them, cut where they would drown the question. */
const MAX_SHOWN = 2000

/**
 * An `answerFor` that asks through the client. No answer where the client cannot ask, or where the person closes the
 * question. The client is believed: one that answers by itself approves its own calls.
 */
export function answerByElicitation(server: ElicitingServer): AnswerFor {
  return async (question): Promise<HumanAnswer | null> => {
    if (server.getClientCapabilities()?.elicitation === undefined) return null
    const { action, content } = await server.elicitInput({
      message: textOf(question),
      requestedSchema: {
        type: 'object',
        properties: { approve: { type: 'boolean', title: 'Approve this call' } },
        required: ['approve'],
      },
    })
    if (action === 'accept') return { humanDecision: content?.['approve'] === true ? 'APPROVE' : 'DECLINE' }
    return action === 'decline' ? { humanDecision: 'DECLINE' } : null
  }
}

function textOf({ tool, call, rule, reasons }: WithheldDecision<object>): string {
  const args = JSON.stringify(call.args)
  const shown = args.length > MAX_SHOWN ? `${args.slice(0, MAX_SHOWN)} … (cut)` : args
  return `May \`${tool}\` run? It was held back (${rule ?? reasons.join(', ')}). Arguments: ${shown}`
}
