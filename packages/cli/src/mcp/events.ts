/** What `heron mcp` tells the people who run it: JSON lines with `--json`, else one sentence each. Never arguments or results. */
import type { HeronProblem } from '@heron/sdk'

export type McpEvent =
  | { readonly event: 'listening'; readonly url: string }
  | { readonly event: 'vendor_key_created'; readonly kid: string; readonly import: string }
  | {
      readonly event: 'session'
      readonly session: string
      readonly agent: string
      readonly server: string | null
    }
  | {
      readonly event: 'call'
      readonly tool: string
      readonly verdict: string
      readonly action: string | null
      readonly rule: string | null
      readonly run: boolean
    }
  | {
      readonly event: 'tool_added' | 'tool_changed' | 'tool_removed'
      readonly tool: string
      readonly blocked: boolean
    }
  | {
      readonly event: 'catalog_drafted'
      readonly tools: number
      readonly notes: readonly string[]
      readonly file: string | null
    }
  | { readonly event: 'catalog_published'; readonly catalog_hash: string; readonly signature_valid: boolean }
  | { readonly event: 'message_dropped'; readonly reason: string }
  | { readonly event: 'problem'; readonly code: HeronProblem['code'] | 'failure'; readonly message: string }
  | {
      readonly event: 'closed'
      readonly session: string
      readonly head: string | null
      readonly actions: number | null
      readonly pending_evidence: number
    }

export type OnMcpEvent = (event: McpEvent) => void

/** One sentence, or null for what only programs want to know. */
export function sentenceOf(event: McpEvent): string | null {
  switch (event.event) {
    case 'listening':
      return `listens on ${event.url}`
    case 'vendor_key_created':
      return `made a vendor key, \`${event.kid}\`; until Heron knows it, evidence counts as unsigned: ${event.import}`
    case 'session':
      return `session ${event.session}: agent ${event.agent}, server ${event.server ?? 'without a name'}`
    case 'call':
      return event.run
        ? null
        : `\`${event.tool}\` was not run: ${event.verdict}${event.rule === null ? '' : ` (${event.rule})`}`
    case 'tool_added':
      return `the server lists a new tool \`${event.tool}\`${event.blocked ? ': blocked, since it is not pinned' : ''}`
    case 'tool_changed':
      return `the definition of \`${event.tool}\` changed${event.blocked ? ': its calls are blocked' : ''}`
    case 'tool_removed':
      return `the server no longer lists \`${event.tool}\``
    case 'catalog_drafted':
      return draftSentence(event)
    case 'catalog_published':
      return event.signature_valid
        ? 'the tool catalogue is in force'
        : 'the tool catalogue is not in force: Heron does not know the vendor key that signed it'
    case 'message_dropped':
      return `a message was dropped: ${event.reason}`
    case 'problem':
      return `${event.code}: ${event.message}`
    case 'closed':
      return event.pending_evidence === 0
        ? null
        : `${event.pending_evidence.toString()} statements wait in the outbox; the next start delivers them`
  }
}

function draftSentence({
  tools,
  notes,
  file,
}: Extract<McpEvent, { event: 'catalog_drafted' }>): string | null {
  if (file === null && notes.length === 0) return null
  const where = file === null ? '' : ` in \`${file}\`: read it, then give it as --catalog`
  return [`a catalogue of ${tools.toString()} tools was drafted${where}`, ...notes].join('; ')
}
