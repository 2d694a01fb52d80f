/**
 * What the records themselves say about findings (heron.md §7): which kinds have a ground in a call, and which of them
 * must stand by now. The comparison is the service's own (`reconcile/`), with the clock of the export.
 */
import type { FindingEntry } from '../../export/format.js'
import type { PublishedFindingKind } from '../../reconcile/findings.js'
import { reconcile } from '../../reconcile/reconcile.js'
import { OUTCOMES, type Outcome } from '../../wire/requests.js'
import type { ActionFacts, StatedOutcome } from '../facts.js'

export type Grounds = {
  readonly kinds: readonly PublishedFindingKind[]
  readonly due: readonly PublishedFindingKind[]
  readonly stated: boolean
  /** False where a receipt has a version that we do not know: then not every ground can be seen. */
  readonly judged: boolean
}

/**
 * How long reconciliation may be behind before a missing finding is a failure. Far above the window in which it runs
 * (60 s), since an honest service may have been down for a night.
 */
const RECONCILIATION_GRACE_MS = 24 * 60 * 60 * 1000

/** Most calls are alike: one object serves them all, so that a session of a million calls stays small. */
const PLAIN: Grounds = { kinds: [], due: [], stated: true, judged: true }
const SILENT: Grounds = { kinds: [], due: [], stated: false, judged: true }

/** Judges one call. `generatedAt` is the clock of the export; null (no header) makes nothing due but bad signatures. */
export function groundsOf({ judged, statements }: ActionFacts, generatedAt: string | null): Grounds {
  const invalid = statements.some(({ signatureValid }) => !signatureValid)
  const stated = statements.length > 0
  if (judged === null) {
    const kinds = invalid ? (['INVALID_VENDOR_SIGNATURE'] as const) : []
    return { kinds, due: kinds, stated, judged: false }
  }
  const { findings } = reconcile(
    {
      verdict: judged.verdict,
      effect: judged.enforcement.effect,
      decidedAtMs: Date.parse(judged.decidedAt),
      contradicted: judged.contradicted,
      statements: statements.flatMap(reconcilable),
    },
    // Lateness rests on other calls of the tool, absence on a setting: neither is due from this file alone.
    { horizonMs: Infinity, lateAfterMs: Infinity },
    0,
  )
  if (findings.length === 0) return stated ? PLAIN : SILENT
  const times = [judged.decidedAt, ...statements.map(({ receivedAt }) => receivedAt)].map(Date.parse)
  const settledMs = Math.max(...times) + RECONCILIATION_GRACE_MS
  const settled = generatedAt !== null && settledMs < Date.parse(generatedAt)
  return {
    kinds: findings,
    due: findings.filter((kind) => kind === 'INVALID_VENDOR_SIGNATURE' || settled),
    stated,
    judged: true,
  }
}

/** Whether a finding about a call has its ground there; else what is amiss. */
export function checkGround({ kind, cleared_at }: FindingEntry, grounds: Grounds): string | null {
  switch (kind) {
    case 'MISSING_EXECUTION':
      return grounds.stated && cleared_at === null
        ? 'a statement is there, and the finding was not cleared'
        : null
    case 'LATE_EVIDENCE':
      return grounds.stated ? null : 'no statement is there'
    case 'BROKEN_CHAIN':
      return null
    case 'EXECUTION_WITHOUT_DECISION':
      return 'the action is in the file, with its decision'
    default:
      return grounds.kinds.includes(kind)
        ? null
        : 'the receipts and statements of the call do not bear it out'
  }
}

function reconcilable({ outcome, signatureValid, receivedAt }: StatedOutcome) {
  // Kept as sent: an outcome that is none puts nothing into the world.
  const known = (OUTCOMES as readonly (string | null)[]).includes(outcome)
  return [
    {
      outcome: known ? (outcome as Outcome) : ('NOT_ATTEMPTED' as const),
      signatureValid,
      receivedAtMs: Date.parse(receivedAt),
    },
  ]
}
