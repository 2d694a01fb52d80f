/** The kinds of findings, each with its fixed severity (heron.md §7). */

export type Severity = 'low' | 'medium' | 'high' | 'critical'

/** Answers "did the platform tell us what it did": a reviewer is owed these. */
export const PUBLISHED_FINDINGS = {
  MISSING_EXECUTION: 'medium',
  EXECUTION_WITHOUT_DECISION: 'high',
  EXECUTED_DESPITE_DENY: 'high',
  EXECUTED_DESPITE_STEP_UP: 'high',
  EXECUTED_DESPITE_MODIFY: 'high',
  EXECUTED_DESPITE_DEFER: 'high',
  INVALID_VENDOR_SIGNATURE: 'critical',
  BROKEN_CHAIN: 'critical',
  LATE_EVIDENCE: 'low',
  INTENT_CONTRADICTION: 'medium',
} as const satisfies Record<string, Severity>

/** Answers "what did the agent do": for operators, the findings report and webhooks only, never published. */
export const UNPUBLISHED_FINDINGS = {
  UNNAMED_RECIPIENT: 'medium',
  INSTRUCTIONS_CHANGED: 'medium',
  SENSITIVE_THEN_EXTERNAL: 'high',
} as const satisfies Record<string, Severity>

export type PublishedFindingKind = keyof typeof PUBLISHED_FINDINGS
export type UnpublishedFindingKind = keyof typeof UNPUBLISHED_FINDINGS
export type FindingKind = PublishedFindingKind | UnpublishedFindingKind

/** The severity of a kind. */
export function severityOf(kind: FindingKind): Severity {
  return { ...PUBLISHED_FINDINGS, ...UNPUBLISHED_FINDINGS }[kind]
}
