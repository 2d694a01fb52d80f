/**
 * What the comparison of decisions and statements finds in an export (heron.md §7), beside the findings that the
 * service had already raised when it was made.
 */
import {
  type ActionEntry,
  type ExportEntry,
  type FindingEntry,
  OUTCOMES,
  type Outcome,
  type PublishedFindingKind,
  reconcile,
  type Severity,
  severityOf,
} from '@heron/evidence'

export type DemoFinding = {
  readonly kind: PublishedFindingKind
  readonly severity: Severity
  readonly action: string | null
  readonly tool: string | null
}

/** The demo's run has just ended: nothing is late or missing yet, and nothing may be judged as if it were. */
const SETTINGS = { horizonMs: Number.POSITIVE_INFINITY, lateAfterMs: Number.POSITIVE_INFINITY }

/** Each finding once per action and kind, in the order of the export. */
export function findingsOf(entries: readonly ExportEntry[]): readonly DemoFinding[] {
  const actions = entries.filter((entry) => entry.type === 'action')
  const toolOf = new Map(actions.map(({ record }) => [record.action, record.tool]))
  const raised = entries.filter((entry): entry is FindingEntry => entry.type === 'finding')
  const found = [
    ...raised.map(({ kind, action }) => ({ kind, action })),
    ...actions.flatMap((entry) => compare(entry).map((kind) => ({ kind, action: entry.record.action }))),
  ]
  const unique = new Map(found.map((finding) => [`${finding.kind} ${finding.action ?? ''}`, finding]))
  return [...unique.values()].map(({ kind, action }) => ({
    kind,
    severity: severityOf(kind),
    action,
    tool: action === null ? null : (toolOf.get(action) ?? null),
  }))
}

function compare({ decision, evaluation, statements }: ActionEntry): readonly PublishedFindingKind[] {
  const { verdict, enforcement, decided_at } = decision.payload
  const { inference } = evaluation.payload.classification
  return reconcile(
    {
      verdict,
      effect: enforcement.effect,
      decidedAtMs: Date.parse(decided_at),
      contradicted: inference !== null && inference.contradicts.length > 0,
      statements: statements.flatMap(({ statement, signature_valid, received_at }) =>
        isOutcome(statement.outcome)
          ? [
              {
                outcome: statement.outcome,
                signatureValid: signature_valid,
                receivedAtMs: Date.parse(received_at),
              },
            ]
          : [],
      ),
    },
    SETTINGS,
    Date.parse(decided_at),
  ).findings
}

function isOutcome(text: string | null): text is Outcome {
  return OUTCOMES.some((outcome) => outcome === text)
}
