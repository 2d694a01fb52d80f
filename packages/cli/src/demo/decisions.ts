/** The demo's calls as its export tells them: what was decided, and what the vendor says happened. */
import type { ActionEntry, ExportEntry, Verdict } from '@heron/evidence'
import type { Intentions } from './story.js'

export type DemoDecision = {
  /** Place in the session's chain. */
  readonly position: number
  readonly action_id: string
  /** What the agent meant, in words; no part of the evidence. */
  readonly intention: string
  readonly tool: string
  readonly verdict: Verdict
  readonly rule: string | null
  readonly reasons: readonly string[]
  /** Position of the earlier call that this one answers. */
  readonly answers: number | null
  /** What the vendor signed, in order of arrival. */
  readonly outcomes: readonly string[]
  readonly record_hash: string
}

/** One entry a call, in chain order; the demo has one session. */
export function decisionsOf(
  entries: readonly ExportEntry[],
  intentions: Intentions,
): readonly DemoDecision[] {
  const actions = entries.filter((entry) => entry.type === 'action')
  const positionOf = new Map(
    actions.map(({ decision }) => [decision.payload.action, decision.payload.position]),
  )
  return actions.map((entry, index) => describe(entry, intentions[index] ?? '', positionOf))
}

function describe(
  { decision, statements, record_hash }: ActionEntry,
  intention: string,
  positionOf: ReadonlyMap<string, number>,
): DemoDecision {
  const { position, action, tool, verdict, rule, reasons, resolves } = decision.payload
  return {
    ...{ position, action_id: action, intention, tool, verdict, rule, reasons },
    answers: resolves === null ? null : (positionOf.get(resolves) ?? null),
    outcomes: statements.map(({ statement }) => statement.outcome ?? 'unreadable'),
    record_hash,
  }
}
