/** A call that must not run, as MCP says it: a tool's error, which a model reads and can act on. */
import { type HeronBlocked } from '@heron/sdk'
import type { Params } from './messages.js'

/** Where programs find the decision in a result's `_meta`. */
const DECISION = 'heron/decision'

/** @param howToAsk What leads to a person's answer, where a person is needed. */
export function refusalOf(blocked: HeronBlocked, howToAsk: string | null): Params {
  const { code, decision } = blocked
  const text =
    code === 'needs_human' && howToAsk !== null ? `${blocked.message} ${howToAsk}` : blocked.message
  const facts =
    decision.kind === 'withheld'
      ? {
          code,
          verdict: decision.verdict,
          action: decision.actionId,
          rule: decision.rule,
          reasons: decision.reasons,
        }
      : { code, reason: decision.code }
  return { ...toolError(text), _meta: { [DECISION]: facts } }
}

export function toolError(text: string): Params {
  return { content: [{ type: 'text', text }], isError: true }
}

/** The text of a refusal made here. */
export function textOfRefusal({ content }: Params): string {
  const [first] = content as readonly [{ readonly text: string }]
  return first.text
}
