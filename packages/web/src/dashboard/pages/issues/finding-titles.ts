/** Titles of every kind of finding, those that only operators see among them. */
import type { FindingKind, UnpublishedFindingKind } from '@heron/evidence'
import { FINDING_WORDS } from '../../../words/findings.js'

const OPERATORS_ONLY: Record<UnpublishedFindingKind, string> = {
  UNNAMED_RECIPIENT: 'Reaches somebody whom the request did not name',
  INSTRUCTIONS_CHANGED: 'Instructions changed within a run',
  SENSITIVE_THEN_EXTERNAL: 'Sensitive data read, then something sent outside',
}

const TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FINDING_WORDS).map(([kind, { title }]) => [kind, title])),
  ...OPERATORS_ONLY,
}

export function findingTitle(kind: string): string {
  return TITLES[kind] ?? kind
}

export const FINDING_KINDS = Object.keys(TITLES) as FindingKind[]

/** For filters. */
export const FINDING_OPTIONS = FINDING_KINDS.map((kind) => ({ value: kind, label: findingTitle(kind) }))
